import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Page } from "#contract/page.ts";
import { hasIntent } from "#web/lib/intent-storage.ts";
import { deferred } from "#web/testing/deferred.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { fails, type MockFailure, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anAuthor, anOutfitCard, aPage, aStyle } from "#web/testing/samples.ts";
import { signIn, signOut } from "#web/testing/sign-in.ts";

const retro = aStyle({ name: "Retro" });
const corduroy = anOutfitCard({
  title: "Corduroy",
  altText: "Corduroy jacket",
  author: anAuthor({ username: "noor" }),
});
const linen = anOutfitCard({ title: "Linen", altText: "Linen suit" });

beforeEach(() => {
  mockApi.on("GET /api/styles", { items: [aStyle({ name: "Casual" }), retro] });
  mockApi.on("GET /api/search", {
    people: [],
    styles: [],
    tags: [],
    brands: [],
    articles: [],
    events: [],
    correction: null,
  });
});

const grid = async () => within(await screen.findByRole("list", { name: "Outfits" }));
const searches = () => mockApi.requests("GET /api/outfits").map(({ url }) => url.search);

describe("the feed", () => {
  test("says 'Loading outfits...' until the first page comes, then shows it with its links", async () => {
    const answer = deferred<Page<OutfitCard>>();
    mockApi.on("GET /api/outfits", () => answer.promise);
    await renderApp("/explore");
    expect(screen.getByText("Loading outfits...")).toBeTruthy();
    answer.resolve(aPage([corduroy]));
    const list = await grid();
    expect(list.getByRole("link", { name: /Corduroy jacket/ }).getAttribute("href")).toBe(`/outfit/${corduroy.id}`);
    expect(list.getByRole("link", { name: "noor" }).getAttribute("href")).toBe("/profile/noor");
    expect(screen.queryByText("Loading outfits...")).toBeNull();
  });

  test("an empty one says 'No outfits found' and leads to posting the first", async () => {
    mockApi.on("GET /api/outfits", aPage([]));
    await renderApp("/explore");
    expect(await screen.findByRole("heading", { name: "No outfits found" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Upload First Outfit" }).getAttribute("href")).toBe("/add-outfit");
  });

  test("a failed one shows an error and loads on retry", async () => {
    mockApi.on("GET /api/outfits", fails("server.unavailable"));
    const { user } = await renderApp("/explore");
    expect(await screen.findByRole("heading", { name: "Failed to load outfits" })).toBeTruthy();
    mockApi.on("GET /api/outfits", aPage([linen]));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect((await grid()).getByRole("link", { name: /Linen suit/ })).toBeTruthy();
  });

  test("'Show more' appends the next page by its cursor; without one the end is marked", async () => {
    mockApi.on("GET /api/outfits", ({ query }) =>
      query["cursor"] === "next" ? aPage([linen]) : aPage([corduroy], "next"),
    );
    const { user } = await renderApp("/explore");
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await waitFor(async () => expect((await grid()).getAllByRole("listitem")).toHaveLength(2));
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    expect(screen.getByText(/You're all caught up/)).toBeTruthy();
  });

  test("an outfit that the next page has again is shown once", async () => {
    mockApi.on("GET /api/outfits", ({ query }) =>
      query["cursor"] === "next" ? aPage([corduroy, linen]) : aPage([corduroy], "next"),
    );
    const { user } = await renderApp("/explore?sort=popular");
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    const list = await grid();
    await list.findByRole("link", { name: /Linen suit/ });
    expect(list.getAllByRole("link", { name: /Corduroy jacket/ })).toHaveLength(1);
  });

  test("a failed next page keeps the list and can be retried", async () => {
    mockApi.on("GET /api/outfits", ({ query }) =>
      query["cursor"] === "next" ? fails("rate.limited") : aPage([corduroy], "next"),
    );
    const { user } = await renderApp("/explore");
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Couldn't load more.");
    expect((await grid()).getByRole("link", { name: /Corduroy jacket/ })).toBeTruthy();
    mockApi.on("GET /api/outfits", aPage([linen]));
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("search and style", () => {
  test("typing searches after a pause, and the URL keeps the text", async () => {
    mockApi.on("GET /api/outfits", ({ query }) => aPage(query["search"] === "linen" ? [linen] : [corduroy]));
    const { router } = await renderApp("/explore");
    const box = screen.getByRole("searchbox", { name: "Search outfits" });
    // In one go: on a busy machine two keys may lie further apart than the rest that is waited for.
    for (const value of ["l", "li", "lin", "line", "linen"]) fireEvent.input(box, { target: { value } });
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
    expect(router.state.location.search).toMatchObject({ q: "linen" });
    expect(searches()).toEqual(["", "?search=linen"]);
  });

  test("clearing the box shows everything again", async () => {
    mockApi.on("GET /api/outfits", ({ query }) => aPage(query["search"] === "linen" ? [linen] : [corduroy]));
    const { user } = await renderApp("/explore?q=linen");
    await user.click(await screen.findByRole("button", { name: "Clear search" }));
    expect(await screen.findByRole("link", { name: /Corduroy jacket/ })).toBeTruthy();
  });

  test("the style of the address is preselected, and All takes it back", async () => {
    mockApi.on("GET /api/outfits", ({ query }) => aPage(query["style"] === retro.id ? [corduroy] : [linen]));
    const { user, router } = await renderApp(`/explore?style=${retro.id}`);
    const chips = within(await screen.findByRole("group", { name: "Style" }));
    expect((await chips.findByRole("button", { name: "Retro" })).getAttribute("aria-pressed")).toBe("true");
    await user.click(chips.getByRole("button", { name: "All" }));
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
    expect(router.state.location.search).toEqual({});
    // Back takes the choice back instead of leaving the page.
    act(() => router.history.back());
    await waitFor(() => expect(router.state.location.search).toEqual({ style: retro.id }));
    expect(await screen.findByRole("link", { name: /Corduroy jacket/ })).toBeTruthy();
  });

  test("the chips hide behind the filter toggle", async () => {
    mockApi.on("GET /api/outfits", aPage([corduroy]));
    const { user } = await renderApp("/explore");
    expect(screen.queryByRole("group", { name: "Style" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Filter outfits" }));
    expect(await screen.findByRole("group", { name: "Style" })).toBeTruthy();
  });

  test("styles that fail to load are tried again, the focus staying at their row", async () => {
    mockApi.on("GET /api/outfits", aPage([corduroy]));
    mockApi.on("GET /api/styles", fails("rate.limited"));
    const { user } = await renderApp("/explore");
    await user.click(screen.getByRole("button", { name: "Filter outfits" }));
    const chips = within(await screen.findByRole("group", { name: "Style" }));
    const again = await chips.findByRole("button", { name: "Try again" });
    mockApi.on("GET /api/styles", { items: [retro] });
    await user.click(again);
    await chips.findByRole("button", { name: "Retro" });
    await user.tab();
    expect(document.activeElement).toBe(chips.getByRole("button", { name: "All" }));
  });

  test("outfits made with AI can be hidden, and the address says so", async () => {
    mockApi.on("GET /api/outfits", ({ query }) => aPage(query["ai"] === "exclude" ? [linen] : [corduroy, linen]));
    const { user, router } = await renderApp("/explore");
    await user.click(screen.getByRole("button", { name: "Filter outfits" }));
    await user.click(await screen.findByRole("switch", { name: /Hide outfits made with AI/ }));
    await waitFor(() => expect(screen.queryByRole("link", { name: /Corduroy/ })).toBeNull());
    expect(await screen.findByRole("link", { name: /Linen suit/ })).toBeTruthy();
    expect(router.state.location.search).toEqual({ ai: "exclude" });
  });

  test("an invalid style is not sent to the server", async () => {
    mockApi.on("GET /api/outfits", aPage([corduroy]));
    await renderApp("/explore?style=retro");
    await grid();
    expect(searches()).toEqual([""]);
  });
});

describe("likes and saves", () => {
  const likeButton = () => screen.findByRole("button", { name: /^Like Corduroy/ });

  test("a visitor is asked to sign in and comes back here", async () => {
    mockApi.on("GET /api/outfits", aPage([corduroy]));
    const { user, router } = await renderApp("/explore?q=cord");
    await user.click(await likeButton());
    expect(await screen.findByText("Please sign in to like outfits")).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: "/auth", search: { next: "/explore?q=cord" } });
  });

  test("a like is shown at once and rolled back with a toast on failure", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/outfits", aPage([{ ...corduroy, likesCount: 4 }]));
    const error = deferred<MockFailure>();
    mockApi.on("PUT /api/outfits/:outfitId/like", () => error.promise);
    const { user } = await renderApp("/explore");
    await user.click(await likeButton());
    expect((await likeButton()).getAttribute("aria-pressed")).toBe("true");
    expect((await likeButton()).textContent).toBe("5");
    error.resolve(fails("internal"));
    expect(await screen.findByText("Failed to update like")).toBeTruthy();
    expect((await likeButton()).getAttribute("aria-pressed")).toBe("false");
    expect((await likeButton()).textContent).toBe("4");
  });

  test("quick taps end in the last one's state, with one request in flight at a time", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/outfits", aPage([{ ...corduroy, likesCount: 4 }]));
    const first = deferred<{ liked: boolean; likesCount: number; award: null }>();
    mockApi.on("PUT /api/outfits/:outfitId/like", () => first.promise);
    mockApi.on("DELETE /api/outfits/:outfitId/like", { liked: false, likesCount: 4, award: null });
    const { user } = await renderApp("/explore");
    for (let tap = 0; tap < 4; tap++) await user.click(await likeButton());
    expect((await likeButton()).getAttribute("aria-pressed")).toBe("false");
    first.resolve({ liked: true, likesCount: 5, award: null });
    await waitFor(() => expect(mockApi.requests("DELETE /api/outfits/:outfitId/like")).toHaveLength(1));
    expect(mockApi.requests("PUT /api/outfits/:outfitId/like")).toHaveLength(1);
    expect((await likeButton()).textContent).toBe("4");
  });

  test("a save says 'Saved to closet!' once the server has it", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/outfits", aPage([corduroy]));
    mockApi.on("PUT /api/outfits/:outfitId/save", { saved: true, savesCount: 3, award: null });
    const { user } = await renderApp("/explore");
    const save = () => screen.findByRole("button", { name: "Save Corduroy to closet" });
    await user.click(await save());
    expect(await screen.findByText("Saved to closet!")).toBeTruthy();
    expect((await save()).getAttribute("aria-pressed")).toBe("true");
  });

  describe("taking a save back", () => {
    const saved = { ...corduroy, saved: true };
    const button = () => screen.findByRole("button", { name: "Save Corduroy to closet" });
    const isPressed = async () => (await button()).getAttribute("aria-pressed");
    const requests = () => mockApi.requests("DELETE /api/outfits/:outfitId/save");

    beforeEach(() => {
      signIn();
      mockApi.on("GET /api/me", aMe());
      mockApi.on("GET /api/outfits", aPage([saved]));
    });

    test("can be undone for ten seconds, by the toast or the bookmark, so that it stays on its boards", async () => {
      const { user } = await renderApp("/explore");
      await user.click(await button());
      expect(await isPressed()).toBe("false");
      expect(await screen.findByText("Removed from closet")).toBeTruthy();
      await user.click(screen.getByRole("button", { name: /^Undo / }));
      expect(await isPressed()).toBe("true");
      await user.click(await button());
      expect(await isPressed()).toBe("false");
      await user.click(await button());
      expect(await isPressed()).toBe("true");
      leavePage();
      expect(requests()).toHaveLength(0);
      expect(mockApi.requests("PUT /api/outfits/:outfitId/save")).toHaveLength(0);
    });

    test("is sent when the page is left; on failure the bookmark is back", async () => {
      mockApi.on("DELETE /api/outfits/:outfitId/save", fails("internal"));
      const { user } = await renderApp("/explore");
      await user.click(await button());
      leavePage();
      await waitFor(() => expect(requests()).toHaveLength(1));
      expect(await screen.findByText("Failed to update save")).toBeTruthy();
      expect(await isPressed()).toBe("true");
      mockApi.on("DELETE /api/outfits/:outfitId/save", { saved: false, savesCount: 0, award: null });
      await user.click(await button());
      leavePage();
      await waitFor(() => expect(requests()).toHaveLength(2));
      expect(await isPressed()).toBe("false");
    });

    test("is not turned into a save by signing in, if the session ended in the meantime", async () => {
      const { user } = await renderApp("/explore");
      await user.click(await button());
      signOut();
      leavePage();
      expect(await screen.findByText("Please sign in to save outfits")).toBeTruthy();
      expect(hasIntent()).toBe(false);
    });
  });

  test("an award is shown in points", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/outfits", aPage([corduroy]));
    const award = { success: true, pointsAwarded: 3, reason: null };
    mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 5, award });
    const { user } = await renderApp("/explore");
    await user.click(await likeButton());
    expect(await screen.findByText("+3 points earned for liking an outfit!")).toBeTruthy();
  });
});
