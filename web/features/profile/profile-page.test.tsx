import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, aPage, aProfile } from "#web/testing/samples.ts";
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

  test("says that it failed, and comes with the next try", async () => {
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

test("one's own page shares the address that others can open", async () => {
  const { user } = await renderApp("/me");
  const write = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(await screen.findByRole("button", { name: "Share" }));
  await waitFor(() => expect(write).toHaveBeenCalledWith(`${location.origin}/profile/mia`));
});

test("a closet that cannot be had says so", async () => {
  mockApi.on("GET /api/closet", fails("internal"));
  await renderApp("/me");
  const part = within(await screen.findByRole("region", { name: "My Closet" }));
  expect(await part.findByRole("button", { name: "Try again" })).toBeTruthy();
});
