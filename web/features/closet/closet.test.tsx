import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { Page } from "#contract/page.ts";
import type { ClosetSave, WishlistItem } from "#contract/reactions.ts";
import { deferred } from "#web/testing/deferred.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aBoard, aMe, anAuthor, anId, anOutfitCard, aPage, aSave, aStyle } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const coat = aSave({ outfit: anOutfitCard({ title: "Wool coat", likesCount: 2, saved: true }) });
const boots = aSave({ outfit: anOutfitCard({ title: "Red boots", likesCount: 9, saved: true }) });
const retro = aStyle({ name: "Retro" });

function aWishlistItem(outfit: ClosetSave["outfit"], productName: string): WishlistItem {
  const id = anId();
  const item = {
    id,
    category: "Jacket" as const,
    brand: "Halden",
    productName,
    productUrl: `https://shop.example/${id}`,
  };
  return { id, item, outfit, savedAt: "2026-01-02T03:04:05.000Z" };
}

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe({ isClosetPrivate: true }));
  mockApi.on("GET /api/styles", { items: [retro] });
  mockApi.on("GET /api/boards", { items: [] });
  mockApi.on("GET /api/closet", aPage([coat, boots]));
});

const titles = async () =>
  within(await screen.findByRole("list", { name: "Saved outfits" }))
    .getAllByRole("article")
    .map((tile) => within(tile).getByRole("link").textContent);
const eye = (title: string) => screen.findByRole("button", { name: `Hide ${title} from others` });
const isPressed = (button: HTMLElement) => button.getAttribute("aria-pressed") === "true";

describe("the privacy switch", () => {
  test("opens the closet at once and says so when it is done", async () => {
    const answer = deferred<ReturnType<typeof aMe>>();
    mockApi.on("PATCH /api/me", () => answer.promise);
    const { user } = await renderApp("/closet");
    expect(screen.getByText("Your closet is private")).toBeTruthy();
    await user.click(screen.getByRole("switch", { name: "Show my closet to others" }));
    expect(screen.getByText("Your closet is visible to others")).toBeTruthy();
    answer.resolve(aMe({ isClosetPrivate: false }));
    expect(await screen.findByText("Closet is now public")).toBeTruthy();
    expect(mockApi.requests("PATCH /api/me").map(({ body }) => body)).toEqual([{ isClosetPrivate: false }]);
  });

  test("is not undone by a list that was asked for before", async () => {
    const late = deferred<Page<ClosetSave>>();
    mockApi.on("PUT /api/closet/:saveId/hidden", { id: coat.id, isHidden: true });
    const { user, queryClient } = await renderApp("/closet");
    await eye("Wool coat");
    const before = mockApi.requests("GET /api/closet").length;
    mockApi.on("GET /api/closet", () => late.promise);
    void queryClient.invalidateQueries();
    await waitFor(() => expect(mockApi.requests("GET /api/closet").length).toBeGreaterThan(before));
    mockApi.on("GET /api/closet", aPage([{ ...coat, isHidden: true }, boots]));
    await user.click(await eye("Wool coat"));
    late.resolve(aPage([coat, boots]));
    expect(await screen.findByText("Visibility updated")).toBeTruthy();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(isPressed(await eye("Wool coat"))).toBe(true);
  });

  test("is rolled back without a toast on failure", async () => {
    mockApi.on("PATCH /api/me", fails("internal"));
    const { user } = await renderApp("/closet");
    await user.click(screen.getByRole("switch", { name: "Show my closet to others" }));
    await waitFor(() => expect(mockApi.requests("PATCH /api/me")).toHaveLength(1));
    expect(await screen.findByText("Your closet is private")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("switch").checked).toBe(false);
    expect(screen.queryByText("Closet is now public")).toBeNull();
    expect(screen.queryByText(/Something went wrong/)).toBeNull();
  });
});

describe("the tabs", () => {
  test("show the latest saves, the most liked and what can be bought, by mouse and by arrow keys", async () => {
    mockApi.on("GET /api/closet/top", aPage([boots, coat]));
    mockApi.on(
      "GET /api/closet/wishlist",
      aPage([aWishlistItem(coat.outfit, "Corduroy jacket"), aWishlistItem(coat.outfit, "Scarf")]),
    );
    const { user } = await renderApp("/closet");
    expect(await titles()).toEqual(["Wool coat", "Red boots"]);
    expect(screen.getByRole("heading", { name: "Boards" })).toBeTruthy();
    await user.click(screen.getByRole("tab", { name: "Top Rated" }));
    await waitFor(async () => expect(await titles()).toEqual(["Red boots", "Wool coat"]));
    expect(screen.queryByRole("heading", { name: "Boards" })).toBeNull();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Wishlist", selected: true }));
    const pieces = within(await screen.findByRole("list", { name: "Pieces of Wool coat" }));
    const shop = pieces.getByRole("link", { name: "Shop Corduroy jacket, in a new tab" });
    expect([shop.getAttribute("target"), shop.getAttribute("rel")]).toEqual(["_blank", "noopener noreferrer ugc"]);
    expect(pieces.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getAllByRole("link", { name: "From Wool coat" })).toHaveLength(1);
  });

  test("and the search inside them are in the address and survive a reload", async () => {
    mockApi.on("GET /api/closet/wishlist", aPage([aWishlistItem(coat.outfit, "Corduroy jacket")]));
    mockApi.on("GET /api/closet", ({ query }) => aPage(query["search"] === "boots" ? [boots] : [coat, boots]));
    const { user, router } = await renderApp("/closet");
    await user.type(await screen.findByRole("searchbox", { name: "Search your closet" }), "boots{Enter}");
    await waitFor(async () => expect(await titles()).toEqual(["Red boots"]));
    expect(router.state.location.search).toEqual({ q: "boots" });
    expect(screen.queryByRole("heading", { name: "Boards" })).toBeNull();
    await user.click(screen.getByRole("tab", { name: "Wishlist" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ q: "boots", tab: "wishlist" }));
    await screen.findByRole("list", { name: "Wishlist" });
    expect(mockApi.requests("GET /api/closet/wishlist").at(-1)?.url.searchParams.get("search")).toBe("boots");
  });

  test("say that a search found nothing", async () => {
    mockApi.on("GET /api/closet", aPage([]));
    await renderApp("/closet?q=velvet");
    expect(await screen.findByRole("heading", { name: "No results for “velvet”" })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Search your closet" }).value).toBe("velvet");
  });

  test("and where: in one style only", async () => {
    mockApi.on("GET /api/closet", ({ query }) => aPage(query["style"] === undefined ? [coat] : []));
    const { user } = await renderApp("/closet?q=wool");
    await user.click(await screen.findByRole("button", { name: "Retro" }));
    expect(await screen.findByText("Nothing in Retro matches your search.")).toBeTruthy();
  });

  test("each has a text for its empty state", async () => {
    mockApi.on("GET /api/closet", aPage([]));
    mockApi.on("GET /api/closet/wishlist", aPage([]));
    const { user } = await renderApp("/closet");
    expect(await screen.findByRole("heading", { name: "No saved outfits yet" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Explore Outfits" }).getAttribute("href")).toBe("/explore");
    await user.click(screen.getByRole("tab", { name: "Wishlist" }));
    expect(await screen.findByRole("heading", { name: "Nothing to wish for yet" })).toBeTruthy();
  });

  test("the wishlist is not empty while there are more pages", async () => {
    mockApi.on("GET /api/closet/wishlist", ({ query }) =>
      query["cursor"] ? aPage([aWishlistItem(boots.outfit, "Laces")]) : aPage<WishlistItem>([], "more"),
    );
    const { user } = await renderApp("/closet?tab=wishlist");
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByRole("list", { name: "Pieces of Red boots" })).toBeTruthy();
  });

  test("an empty closet begins with what to do, has its boards below, and nothing to filter", async () => {
    mockApi.on("GET /api/closet", aPage([]));
    await renderApp("/closet");
    const [words, boards] = [
      await screen.findByRole("heading", { name: "No saved outfits yet" }),
      screen.getByRole("heading", { name: "Boards" }),
    ];
    expect(words.compareDocumentPosition(boards) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Style" })).toBeNull();
    expect(mockApi.requests("GET /api/closet")).toHaveLength(1);
  });

  test.each([
    ["My Closet", "GET /api/closet", "Couldn't load your closet"],
    ["Top Rated", "GET /api/closet/top", "Couldn't load your closet"],
    ["Wishlist", "GET /api/closet/wishlist", "Couldn't load your wishlist"],
  ] as const)("%s tells a failure and tries again", async (tab, name, title) => {
    mockApi.on(name, fails("internal"));
    const { user } = await renderApp("/closet");
    await user.click(screen.getByRole("tab", { name: tab }));
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    mockApi.on(name, aPage([]) as never);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "Explore Outfits" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: title })).toBeNull();
  });

  test("show a skeleton while loading", async () => {
    const answer = deferred<ReturnType<typeof aPage<ClosetSave>>>();
    mockApi.on("GET /api/closet/top", () => answer.promise);
    await renderApp("/closet?tab=top");
    const waiting = screen.getByRole("list", { name: "Loading saved outfits" });
    expect(waiting.getAttribute("aria-busy")).toBe("true");
    answer.resolve(aPage([coat]));
    expect(await titles()).toEqual(["Wool coat"]);
    expect(screen.queryByRole("list", { name: "Loading saved outfits" })).toBeNull();
  });
});

test("the wishlist opens without the saves of the closet", async () => {
  mockApi.on("GET /api/closet/wishlist", aPage([]));
  const { user } = await renderApp("/closet?tab=wishlist");
  const closet = await screen.findByRole("tab", { name: "My Closet" });
  expect(mockApi.requests("GET /api/closet")).toEqual([]);
  const saves = deferred<Page<ClosetSave>>();
  mockApi.on("GET /api/closet", () => saves.promise);
  await user.click(closet);
  expect(screen.getByRole("tab", { name: "My Closet", selected: true })).toBeTruthy();
  saves.resolve(aPage([coat, boots]));
  expect(await titles()).toEqual(["Wool coat", "Red boots"]);
});

test("a save can be removed in the grid, and for ten seconds it can be undone", async () => {
  mockApi.on("GET /api/closet", aPage([coat, boots]));
  mockApi.on("DELETE /api/outfits/:outfitId/save", ({ params }) => {
    expect(params.outfitId).toBe(coat.outfit.id);
    mockApi.on("GET /api/closet", aPage([boots]));
    return { saved: false, savesCount: 0, award: null };
  });
  const { user } = await renderApp("/closet");
  await user.click(await screen.findByRole("button", { name: "Remove Wool coat from your closet" }));
  await waitFor(async () => expect(await titles()).toEqual(["Red boots"]));
  expect(await screen.findByText("Removed from closet")).toBeTruthy();
  // The focus stays in the list, also by way of the toast.
  const list = screen.getByRole("list", { name: "Saved outfits" });
  expect(document.activeElement).toBe(list);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Undo Wool coat" }));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(list);
  await waitFor(async () => expect(await titles()).toEqual(["Wool coat", "Red boots"]));
  expect(mockApi.requests("DELETE /api/outfits/:outfitId/save")).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Remove Wool coat from your closet" }));
  leavePage();
  await waitFor(() => expect(mockApi.requests("DELETE /api/outfits/:outfitId/save")).toHaveLength(1));
  await waitFor(async () => expect(await titles()).toEqual(["Red boots"]));
});

test("a save that is being removed is missing in every list of the closet until that is undone", async () => {
  const board = aBoard({ name: "Trips", owner: anAuthor({ id: memberId }) });
  mockApi.on("GET /api/boards/:boardId", board);
  mockApi.on("GET /api/boards/:boardId/saves", aPage([coat, boots]));
  mockApi.on(
    "GET /api/closet/wishlist",
    aPage([aWishlistItem(coat.outfit, "Wool coat, long"), aWishlistItem(boots.outfit, "Ankle boots")]),
  );
  mockApi.on("GET /api/profiles/:username/outfits", aPage([]));
  mockApi.on("GET /api/profiles/:username/closet", aPage([coat, boots]));
  mockApi.on("GET /api/profiles/:username/stylists", { items: [] });
  const { user, router } = await renderApp("/closet");
  await user.click(await screen.findByRole("button", { name: "Remove Wool coat from your closet" }));
  await user.click(screen.getByRole("tab", { name: "Wishlist" }));
  expect(await screen.findByText("Ankle boots")).toBeTruthy();
  expect(screen.queryByText("Wool coat, long")).toBeNull();
  await act(() => router.navigate({ to: "/me" }));
  await waitFor(async () => expect(await titles()).toEqual(["Red boots"]));
  await act(() => router.navigate({ to: "/boards/$boardId", params: { boardId: board.id } }));
  const onBoard = within(await screen.findByRole("list", { name: "Outfits on this board" }));
  expect(onBoard.getByRole("link", { name: /Red boots/ })).toBeTruthy();
  expect(onBoard.queryByRole("link", { name: /Wool coat/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Undo / }));
  expect(await onBoard.findByRole("link", { name: /Wool coat/ })).toBeTruthy();
});

test("a save taken out on another screen is not shown again by the list loaded before", async () => {
  mockApi.on("GET /api/styles", { items: [] });
  mockApi.on("DELETE /api/outfits/:outfitId/save", { saved: false, savesCount: 0, award: null });
  const { user, router, queryClient } = await renderApp("/closet");
  expect(await titles()).toEqual(["Wool coat", "Red boots"]);
  mockApi.on("GET /api/outfits", aPage([coat.outfit]));
  await act(() => router.navigate({ to: "/explore" }));
  await user.click(await screen.findByRole("button", { name: "Save Wool coat to closet" }));
  leavePage();
  await waitFor(() => expect(mockApi.requests("DELETE /api/outfits/:outfitId/save")).toHaveLength(1));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  const late = deferred<Page<ClosetSave>>();
  mockApi.on("GET /api/closet", () => late.promise);
  await act(() => router.navigate({ to: "/closet" }));
  expect(await titles()).toEqual(["Red boots"]);
  late.resolve(aPage([boots]));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(await titles()).toEqual(["Red boots"]);
});

test("a style chip asks for that style's saves, and All for every one", async () => {
  mockApi.on("GET /api/closet", ({ query }) => aPage(query["style"] === retro.id ? [boots] : [coat, boots]));
  const { user } = await renderApp("/closet");
  expect(await titles()).toEqual(["Wool coat", "Red boots"]);
  const chips = within(screen.getByRole("group", { name: "Style" }));
  expect(chips.getAllByRole("button").map((chip) => chip.textContent)).toEqual([
    "All",
    "Streetwear",
    "Casual",
    "Business Casual",
    "Retro",
  ]);
  await user.click(chips.getByRole("button", { name: "Retro" }));
  await waitFor(async () => expect(await titles()).toEqual(["Red boots"]));
  expect(isPressed(chips.getByRole("button", { name: "Retro" }))).toBe(true);
  await user.click(chips.getByRole("button", { name: "All" }));
  await waitFor(async () => expect(await titles()).toEqual(["Wool coat", "Red boots"]));
});

describe("the eye on a save", () => {
  test("hides it at once and says so when it is done", async () => {
    const answer = deferred<{ id: string; isHidden: boolean }>();
    mockApi.on("PUT /api/closet/:saveId/hidden", ({ params }) => {
      expect(params.saveId).toBe(coat.id);
      return answer.promise;
    });
    const { user } = await renderApp("/closet");
    await user.click(await eye("Wool coat"));
    expect(isPressed(await eye("Wool coat"))).toBe(true);
    expect(isPressed(await eye("Red boots"))).toBe(false);
    expect(screen.getByText("Hidden")).toBeTruthy();
    answer.resolve({ id: coat.id, isHidden: true });
    expect(await screen.findByText("Visibility updated")).toBeTruthy();
    expect(mockApi.requests("PUT /api/closet/:saveId/hidden").map(({ body }) => body)).toEqual([{ isHidden: true }]);
  });

  test("is not undone by the list that follows another save's change", async () => {
    const first = deferred<{ id: string; isHidden: boolean }>();
    const second = deferred<{ id: string; isHidden: boolean }>();
    mockApi.on("PUT /api/closet/:saveId/hidden", ({ params }) => (params.saveId === coat.id ? first : second).promise);
    const { user, queryClient } = await renderApp("/closet");
    await user.click(await eye("Wool coat"));
    await user.click(await eye("Red boots"));
    mockApi.on("GET /api/closet", aPage([{ ...coat, isHidden: true }, boots]));
    const sent = mockApi.requests("GET /api/closet").length;
    first.resolve({ id: coat.id, isHidden: true });
    await waitFor(() => expect(mockApi.requests("PUT /api/closet/:saveId/hidden")).toHaveLength(2));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(isPressed(await eye("Red boots"))).toBe(true);
    mockApi.on("GET /api/closet", aPage([coat, boots].map((save) => ({ ...save, isHidden: true }))));
    second.resolve({ id: boots.id, isHidden: true });
    await waitFor(() => expect(mockApi.requests("GET /api/closet").length).toBeGreaterThan(sent));
    expect(isPressed(await eye("Red boots"))).toBe(true);
  });

  test("is rolled back without a toast on failure", async () => {
    mockApi.on("PUT /api/closet/:saveId/hidden", fails("internal"));
    const { user } = await renderApp("/closet");
    await user.click(await eye("Wool coat"));
    await waitFor(() => expect(mockApi.requests("PUT /api/closet/:saveId/hidden")).toHaveLength(1));
    await waitFor(async () => expect(isPressed(await eye("Wool coat"))).toBe(false));
    expect(screen.queryByText("Hidden")).toBeNull();
    expect(screen.queryByText("Visibility updated")).toBeNull();
    expect(screen.queryByText(/Something went wrong/)).toBeNull();
  });
});
