import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { anAbuseFinding } from "#web/testing/an-abuse-finding.ts";
import { anAdminMember } from "#web/testing/an-admin-member.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anId, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const finding = anAbuseFinding();
const pageOf = <T,>(items: T[]) => ({ items, nextCursor: null });

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isVerified: true }));
  mockApi.on("GET /api/admin/access", { confirmedUntil: "2099-01-01T00:00:00.000Z" });
  mockApi.on("GET /api/admin/members", pageOf([]));
  mockApi.on("GET /api/admin/findings", pageOf([finding]));
});

test("the filters of phones are behind a button, which counts those in use", async () => {
  const { user } = await renderApp("/admin/users");
  const button = await screen.findByRole("button", { name: "Filters" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  await user.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Suspended");
  expect(await screen.findByRole("button", { name: "Filters (1)" })).toBe(button);
  expect(document.getElementById(button.getAttribute("aria-controls") ?? "")?.tagName).toBe("DIV");
});

test("a finding names the address and day, shows its accounts on request, and goes once it was looked at", async () => {
  const userId = anId();
  mockApi.on("GET /api/admin/findings/:findingId/accounts", {
    items: [{ userId, username: "leo", createdAt: "2026-11-20T08:00:00.000Z", earnedPoints: 70 }],
  });
  mockApi.on("POST /api/admin/findings/:findingId/resolution", () => {
    mockApi.on("GET /api/admin/findings", pageOf([]));
    return { ...finding, resolvedAt: "2026-11-21T09:00:00.000Z" };
  });
  const { user } = await renderApp("/admin/users");
  const section = within(await screen.findByRole("region", { name: "Many new accounts from one address" }));
  expect(section.getByRole("listitem").textContent).toContain("7 accounts from 203.0.113.7Nov 20, 2026");
  expect(mockApi.requests("GET /api/admin/findings/:findingId/accounts")).toEqual([]);
  await user.click(section.getByRole("button", { name: "Accounts" }));
  expect((await section.findByRole("link", { name: "@leo" })).getAttribute("href")).toBe(`/admin/users/${userId}`);
  expect(section.getByText("70 points earned")).toBeTruthy();
  await user.click(section.getByRole("button", { name: "Mark as looked at" }));
  expect(await screen.findByText("Marked as looked at")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Many new accounts from one address" })).toBeNull();
});

test("a next page of members that fails is requested again only by the button", async () => {
  const asked: (string | undefined)[] = [];
  let isDown = true;
  mockApi.on("GET /api/admin/members", ({ query }) => {
    asked.push(query["cursor"]);
    if (query["cursor"] === undefined) return aPage([anAdminMember()], "second");
    return isDown ? fails("profile.not_found") : aPage([anAdminMember({ username: "leo" })]);
  });
  const { user } = await renderApp("/admin/users");
  expect(await screen.findByText("Couldn't load more.")).toBeTruthy();
  expect(asked).toEqual([undefined, "second"]);
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText("@leo")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});
