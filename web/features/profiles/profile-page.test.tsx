import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, aPage, aProfile, aSave } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const lou = anAuthor({ username: "lou" });

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "noor" }));
  mockApi.on("GET /api/profiles/:username/stylists", { items: [{ position: 1, stylist: lou }] });
  mockApi.on("GET /api/profiles/:username/outfits", aPage([]));
  mockApi.on("GET /api/closet", aPage([]));
});

describe("another member's Top 3", () => {
  test("is a podium whose places lead to the stylists", async () => {
    await renderApp("/profile/noor");
    const podium = within(await screen.findByRole("list", { name: "Top 3 Stylist" }));
    expect(podium.getAllByRole("listitem")).toHaveLength(3);
    expect(podium.getByRole("link", { name: /lou/ }).getAttribute("href")).toBe("/profile/lou");
  });

  test("shows an error and loads on retry", async () => {
    mockApi.on("GET /api/profiles/:username/stylists", fails("internal"));
    const { user } = await renderApp("/profile/noor");
    const part = within(await screen.findByRole("region", { name: "Top 3 Stylist" }));
    expect(await part.findByRole("alert")).toBeTruthy();
    mockApi.on("GET /api/profiles/:username/stylists", { items: [] });
    await user.click(part.getByRole("button", { name: "Try again" }));
    expect(await part.findByRole("list", { name: "Top 3 Stylist" })).toBeTruthy();
    expect(part.queryByRole("alert")).toBeNull();
  });
});

test("the owner's page shares the public URL", async () => {
  const { user } = await renderApp("/me");
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(await screen.findByRole("button", { name: "Share" }));
  await waitFor(() => expect(write).toHaveBeenCalledWith(`${location.origin}/profile/mia`));
});

test("a closet that fails to load shows an error", async () => {
  mockApi.on("GET /api/closet", fails("internal"));
  await renderApp("/me");
  const part = within(await screen.findByRole("region", { name: "My Closet" }));
  expect(await part.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("a missing member shows 'not found' without a retry", async () => {
  mockApi.on("GET /api/profiles/:username", fails("profile.not_found"));
  await renderApp("/profile/nobody");
  expect(await screen.findByRole("heading", { level: 2, name: "Profile not found" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.getByRole("link", { name: "Explore Outfits" })).toBeTruthy();
});

test("a profile that failed to load says so and loads on retry", async () => {
  mockApi.on("GET /api/profiles/:username", fails("rate.limited"));
  const { user } = await renderApp("/profile/noor");
  expect(await screen.findByRole("heading", { level: 2, name: "Failed to load profile data" })).toBeTruthy();
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "noor" }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "noor" })).toBeTruthy();
});

test("another member's open closet shows more on demand", async () => {
  const [first, second] = [aSave(), aSave()];
  mockApi.on("GET /api/profiles/:username", aProfile({ username: "noor", isClosetPrivate: false }));
  mockApi.on("GET /api/profiles/:username/boards", { items: [] });
  mockApi.on("GET /api/profiles/:username/closet", ({ query }) =>
    query["cursor"] === "more" ? aPage([second]) : aPage([first], "more"),
  );
  const { user } = await renderApp("/profile/noor");
  const closet = within(await screen.findByRole("region", { name: "Closet" }));
  await user.click(await closet.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(closet.getAllByRole("listitem")).toHaveLength(2));
});
