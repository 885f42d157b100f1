import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const aHealth = {
  queues: [],
  failedJobs: [],
  storage: { images: 0, bytes: 0, isReachable: true },
  mail: { isConfigured: true, failedLastDay: 0 },
  unscreenedPictures: 0,
  unanalysedOutfits: 2,
};

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/dashboard", {
    pending: { cases: 3, appeals: 2, articles: 4, events: 1, redemptions: 1_200 },
    totals: [],
    activity: { daily: 0, weekly: 0, monthly: 0, series: [], computedAt: null },
    retention: [],
    moderation: { hoursToFirstResponse: null, hoursToDecision: null },
  });
  mockApi.on("GET /api/admin/health", aHealth);
  mockApi.on("GET /api/admin/appeals", aPage([]));
});

test("everything that waits is counted and leads to the page where it is decided", async () => {
  const { user } = await renderApp("/admin");
  const waiting = within(await screen.findByRole("region", { name: "Waiting for a decision" }));
  const links = waiting.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["3Reports waiting", "/admin/moderation"],
    ["2Appeals waiting", "/admin/moderation?tab=appeals"],
    ["4Articles waiting", "/admin/articles"],
    ["1Events waiting", "/admin/articles?tab=event"],
    ["1,200Redemptions waiting", "/admin/rewards"],
  ]);
  await user.click(waiting.getByRole("link", { name: /Appeals/ }));
  await screen.findByText("No appeals are waiting.");
  expect(screen.getByRole("tab", { name: "Appeals" }).getAttribute("aria-selected")).toBe("true");
});

test("the system's health names what the models gave up", async () => {
  await renderApp("/admin");
  const health = within(await screen.findByRole("region", { name: "System health" }));
  const term = await health.findByText("Outfit analysis");
  expect(term.nextElementSibling?.textContent).toBe("▲ 2 outfits not analysed");
  expect(health.getByText("Image screening").nextElementSibling?.textContent).toBe("● Works");
});
