import { QueryClient } from "@tanstack/react-query";
import { RouterContextProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Author } from "#contract/page.ts";
import { createAppRouter } from "#web/router.tsx";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp, renderPiece } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, aPage, aProfile } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";
import type * as TopStylistsModule from "./top-stylists.tsx";

const lou = anAuthor({ username: "lou" });
const theo = anAuthor({ username: "theo" });
const top = (...stylists: Author[]) => ({
  items: stylists.map((stylist, index) => ({ position: index + 1, stylist })),
});

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/profiles/:username", aProfile({ id: memberId, username: "mia", isSelf: true }));
  mockApi.on("GET /api/profiles/:username/stylists", top(lou));
  mockApi.on("GET /api/profiles/:username/outfits", aPage([]));
  mockApi.on("GET /api/profiles/:username/closet", aPage([]));
  mockApi.on("GET /api/stylists", { items: [theo] });
});

const button = (name: string) => screen.findByRole("button", { name });
const focused = () => document.activeElement?.getAttribute("aria-label");

test("the own Top 3 has no follow buttons while the code to change it loads", async () => {
  // An instance of its own, whose code is not loaded yet.
  const file = "./top-stylists.tsx?not-loaded";
  const { TopStylists } = (await import(file)) as typeof TopStylistsModule;
  const follow = vi.fn<() => null>(() => null);
  const router = createAppRouter(new QueryClient());
  renderPiece(
    <RouterContextProvider router={router}>
      <TopStylists username="mia" isEditable renderFollow={follow} />
    </RouterContextProvider>,
  );
  expect(await screen.findByRole("link", { name: /lou/ })).toBeTruthy();
  expect(await button("Remove @lou from spot 1")).toBeTruthy();
  expect(follow).not.toHaveBeenCalled();
});

test("a search says that it found nobody only of what it was asked for", async () => {
  mockApi.on("GET /api/stylists", { items: [] });
  const { user } = await renderApp("/me");
  await user.click(await button("Add to Spot #2"));
  const search = screen.getByRole("searchbox", { name: "Name" });
  await user.type(search, "x");
  expect(await screen.findByText("No one found for “x”.")).toBeTruthy();
  const answer = deferred<{ items: Author[] }>();
  mockApi.on("GET /api/stylists", () => answer.promise);
  await user.clear(search);
  await user.type(search, "theo");
  await waitFor(() => expect(mockApi.requests("GET /api/stylists").at(-1)?.url.search).toContain("theo"));
  expect(screen.queryByText(/^No one found/)).toBeNull();
  answer.resolve({ items: [theo] });
  expect(await button("theo")).toBeTruthy();
});

describe("by keyboard alone", () => {
  test("a stylist is searched and put on a free spot, where the focus then is", async () => {
    mockApi.on("PUT /api/me/stylists/:position", top(lou, theo));
    const { user } = await renderApp("/me");
    (await button("Add to Spot #2")).focus();
    await user.keyboard("{Enter}");
    const dialog = within(screen.getByRole("dialog", { name: "Add to Spot #2" }));
    expect(document.activeElement).toBe(dialog.getByRole("searchbox", { name: "Name" }));
    await user.keyboard("the");
    expect(await dialog.findByRole("button", { name: "theo" })).toBeTruthy();
    await user.tab();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Added to your Top 3 Stylists!")).toBeTruthy();
    await waitFor(() => expect(focused()).toBe("Move @theo, spot 2"));
  });

  test("removing a stylist leaves the focus on the empty slot", async () => {
    mockApi.on("DELETE /api/me/stylists/:position", top());
    const { user } = await renderApp("/me");
    (await button("Remove @lou from spot 1")).focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Removed from your Top 3 Stylists")).toBeTruthy();
    await waitFor(() => expect(focused()).toBe("Add to Spot #1"));
  });

  test("a removal names the stylist, and what was changed elsewhere stays", async () => {
    mockApi.on("DELETE /api/me/stylists/:position", fails("stylist.order_stale"));
    const { user } = await renderApp("/me");
    await button("Remove @lou from spot 1");
    mockApi.on("GET /api/profiles/:username/stylists", top(theo));
    await user.click(await button("Remove @lou from spot 1"));
    expect(await screen.findByText("Your Top 3 has changed elsewhere. Please look again.")).toBeTruthy();
    expect(await button("Remove @theo from spot 1")).toBeTruthy();
    expect(mockApi.requests("DELETE /api/me/stylists/:position")[0]?.url.searchParams.get("stylistId")).toBe(lou.id);
  });

  test("a stylist with a display name is called by it", async () => {
    mockApi.on("GET /api/profiles/:username/stylists", top({ ...lou, displayName: "Lou Ferrand" }));
    await renderApp("/me");
    expect(await button("Move Lou Ferrand (@lou), spot 1")).toBeTruthy();
    expect(await button("Remove Lou Ferrand (@lou) from spot 1")).toBeTruthy();
  });

  test("after a failure the removed stylist is back with the focus", async () => {
    const answer = deferred<ReturnType<typeof fails>>();
    mockApi.on("DELETE /api/me/stylists/:position", () => answer.promise);
    const { user } = await renderApp("/me");
    (await button("Remove @lou from spot 1")).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(focused()).toBe("Add to Spot #1"));
    answer.resolve(fails("internal"));
    expect(await screen.findByText("Failed to remove stylist")).toBeTruthy();
    await waitFor(() => expect(focused()).toBe("Move @lou, spot 1"));
  });
});
