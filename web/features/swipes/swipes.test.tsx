import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeOutcome } from "#contract/swipes.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi, type MockFailure } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, anOutfitCard, aPage } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

/** jsdom animates nothing: every flight has landed at once. */
class Landed extends EventTarget {
  cancel(): void {}
}
beforeEach(() => {
  Object.assign(Element.prototype, {
    animate: () => {
      const flight = new Landed();
      queueMicrotask(() => void act(() => flight.dispatchEvent(new Event("finish"))));
      return flight;
    },
    getAnimations: () => [],
    setPointerCapture: () => undefined,
  });
});

const cards = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => anOutfitCard({ title: `Look ${from + place + 1}` }));

/** A member at /swipes whose server deals these decks, one after the other, the last one again and again. */
async function sitDown(...decks: OutfitCard[][]) {
  signIn();
  mockApi.on("GET /api/me", aMe());
  let merged = 0;
  mockApi.on("GET /api/swipes/deck", () => ({ items: decks[Math.min(merged++, decks.length - 1)] ?? [] }));
  mockApi.on("PUT /api/outfits/:outfitId/swipe", ({ body }) => ({
    like: (body as { direction: string }).direction === "like" ? { liked: true, likesCount: 5, award: null } : null,
  }));
  mockApi.on("DELETE /api/outfits/:outfitId/swipe", { like: null });
  const app = await renderApp("/swipes");
  await screen.findByRole("heading", { name: "Swipe" });
  return app;
}

const top = () => screen.findByRole("article");
const topTitle = async () => (await top()).getAttribute("aria-label");
const button = (name: string) => screen.getByRole("button", { name });
const sent = () =>
  mockApi
    .requests()
    .filter(({ name }) => name.endsWith("/swipe"))
    .map(({ name, body }) => (name.startsWith("PUT") ? (body as { direction: string }).direction : "undo"));

/** Pulls the top card by hand and lets it go after a rest, so that only the way counts. */
async function pull(byPixels: number) {
  const card = await top();
  const send = (type: string, clientX: number) =>
    fireEvent(card, new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, clientX, clientY: 200 }));
  send("pointerdown", 200);
  for (let part = 1; part <= 4; part += 1) send("pointermove", 200 + (byPixels * part) / 4);
  const labels = [...card.querySelectorAll<HTMLElement>("[data-label]")];
  const shown = labels.filter(({ style }) => Number(style.opacity) > 0).map((label) => label.textContent);
  await new Promise((resolve) => setTimeout(resolve, 120));
  send("pointerup", 200 + byPixels);
  return shown;
}

describe("the deck", () => {
  test("LIKE likes the top card with 'Added to likes! 💕', PASS passes it, and the next one is shown", async () => {
    const { user } = await sitDown(cards(6));
    expect(await topTitle()).toBe("Look 1");
    await user.click(button("LIKE"));
    expect(await topTitle()).toBe("Look 2");
    expect(await screen.findByText("Added to likes! 💕")).toBeTruthy();
    await user.click(button("PASS"));
    expect(await topTitle()).toBe("Look 3");
    await waitFor(() => expect(sent()).toEqual(["like", "pass"]));
  });

  test("the first picture has the line to itself: the next cards are laid once it has arrived", async () => {
    await sitDown(cards(9));
    const card = await top();
    const laid = () => document.querySelectorAll('[aria-label="Outfits to swipe"] > li').length;
    expect(laid()).toBe(1);
    for (const image of card.querySelectorAll("img")) {
      Object.defineProperty(image, "complete", { value: true });
      fireEvent.load(image);
    }
    expect(laid()).toBe(6);
  });

  test("arrow keys swipe, but not out of a field", async () => {
    const { user } = await sitDown(cards(6));
    await top();
    await user.keyboard("{ArrowRight}{ArrowLeft}");
    expect(await topTitle()).toBe("Look 3");
    const field = document.body.appendChild(document.createElement("input"));
    field.focus();
    await user.keyboard("{ArrowRight}");
    field.remove();
    expect(await topTitle()).toBe("Look 3");
    await waitFor(() => expect(sent()).toEqual(["like", "pass"]));
  });

  test("a pull beyond 30 % of the window decides, a shorter one shows its label and goes back", async () => {
    await sitDown(cards(6));
    expect(await pull(innerWidth * 0.28)).toEqual(["LIKE"]);
    expect(await topTitle()).toBe("Look 1");
    expect(await pull(-limits.swipeLabelPixels)).toEqual([]);
    expect(await topTitle()).toBe("Look 1");
    expect(await pull(innerWidth * -0.32)).toEqual(["PASS"]);
    expect(await topTitle()).toBe("Look 2");
    expect(await pull(innerWidth * 0.32)).toEqual(["LIKE"]);
    expect(await topTitle()).toBe("Look 3");
    await waitFor(() => expect(sent()).toEqual(["pass", "like"]));
  });

  test("undo takes the last swipe back, again and again, in order behind the swipes themselves", async () => {
    const { user } = await sitDown(cards(6));
    await top();
    expect(button("Undo the last swipe").getAttribute("aria-disabled")).toBe("true");
    await user.click(button("LIKE"));
    await user.click(button("PASS"));
    await user.click(button("Undo the last swipe"));
    expect(await topTitle()).toBe("Look 2");
    await user.click(button("Undo the last swipe"));
    expect(await topTitle()).toBe("Look 1");
    await waitFor(() => expect(sent()).toEqual(["like", "pass", "undo", "undo"]));
    expect(button("Undo the last swipe").getAttribute("aria-disabled")).toBe("true");
  });

  test("undo brings no card back for long that is no longer dealt, as when its outfit was hidden", async () => {
    const deck = cards(6);
    const { user } = await sitDown(deck, deck.slice(1));
    const undone = deferred<SwipeOutcome>();
    mockApi.on("DELETE /api/outfits/:outfitId/swipe", () => undone.promise);
    await top();
    await user.click(button("PASS"));
    await user.click(button("Undo the last swipe"));
    expect(await topTitle()).toBe("Look 1");
    undone.resolve({ like: null });
    await waitFor(async () => expect(await topTitle()).toBe("Look 2"));
    // What the service worker has saved may not know the undo.
    expect(mockApi.requests("GET /api/swipes/deck").map(({ cache }) => cache)).toEqual(["default", "no-store"]);
  });

  test("a double click decides about one card", async () => {
    const { user } = await sitDown(cards(6));
    await top();
    await user.dblClick(button("LIKE"));
    expect(await topTitle()).toBe("Look 2");
    await waitFor(() => expect(sent()).toEqual(["like"]));
  });

  test("is read out card by card, and only the top one can be reached", async () => {
    const { user } = await sitDown(cards(6));
    await user.click((await top()) && button("LIKE"));
    expect(await screen.findByText(/^Liked\. Now: Look 2 by noor/)).toBeTruthy();
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  test("links to the card's details, the own profile and the filters", async () => {
    const deck = cards(5);
    await sitDown(deck);
    await top();
    const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(href("Details")).toBe(`/outfit/${deck[0]?.id}`);
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Profile" }).getAttribute("href")).toBe("/me");
    expect(href("Filter")).toBe("/explore");
  });
});

describe("running low", () => {
  test("at three cards left it reloads seamlessly, and no swiped card shows again", async () => {
    const all = cards(9);
    // The server does not know of the first swipe yet when it is asked.
    const { user } = await sitDown(all.slice(0, 4), all);
    await top();
    await user.click(button("PASS"));
    await waitFor(() => expect(mockApi.requests("GET /api/swipes/deck")).toHaveLength(2));
    const seen = [];
    for (let times = 0; times < 8; times += 1) {
      seen.push(await topTitle());
      await user.keyboard("{ArrowLeft}");
    }
    expect(seen).toEqual(all.slice(1).map(({ title }) => title));
  });

  test("a card whose undo ends while the deck reloads stays", async () => {
    const deck = cards(4);
    const { user, queryClient } = await sitDown(deck);
    await top();
    const reply = deferred<{ items: OutfitCard[] }>();
    mockApi.on("GET /api/swipes/deck", () => {
      mockApi.on("GET /api/swipes/deck", { items: deck });
      return reply.promise;
    });
    await user.click(button("PASS"));
    await user.click(button("Undo the last swipe"));
    await waitFor(() => expect(sent()).toEqual(["pass", "undo"]));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(await topTitle()).toBe("Look 1");
    // The server read the deck before the undo.
    reply.resolve({ items: deck.slice(1) });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(await topTitle()).toBe("Look 1");
  });

  test("a return to the tab drops the cards that were swiped on another device; not at once and not offline", async () => {
    const deck = cards(6);
    await sitDown(deck, deck.slice(2));
    expect(await topTitle()).toContain("Look 1");
    const comeBack = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));
    const loads = () => mockApi.requests("GET /api/swipes/deck").length;
    comeBack();
    expect(loads()).toBe(1);
    const later = Date.now() + 11_000;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => later);
    const connection = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    onTestFinished(() => {
      clock.mockRestore();
      connection.mockRestore();
    });
    comeBack();
    expect(loads()).toBe(1);
    connection.mockReturnValue(true);
    comeBack();
    await waitFor(async () => expect(await topTitle()).toContain("Look 3"));
  });

  test("at the end it says so, and Refresh reloads", async () => {
    const { user } = await sitDown(cards(1), [], [], cards(1, 1));
    await top();
    await user.click(button("PASS"));
    expect(await screen.findByRole("heading", { name: "No more outfits!" })).toBeTruthy();
    expect(screen.getByText("You've seen all the latest outfits. Check back later for more!")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse All" }).getAttribute("href")).toBe("/explore");
    expect(button("LIKE").getAttribute("aria-disabled")).toBe("true");
    await user.click(button("Refresh"));
    await waitFor(() => expect(mockApi.requests("GET /api/swipes/deck")).toHaveLength(3));
    await user.click(await screen.findByRole("button", { name: "Refresh" }));
    expect(await topTitle()).toBe("Look 2");
  });
});

describe("on failure", () => {
  test("a swipe, it says 'Failed to record swipe' and the card comes next", async () => {
    const { user } = await sitDown(cards(6));
    mockApi.on("PUT /api/outfits/:outfitId/swipe", fails("internal"));
    await top();
    await user.click(button("LIKE"));
    expect(await screen.findByText("Failed to record swipe")).toBeTruthy();
    expect(await topTitle()).toBe("Look 2");
    await user.click(button("PASS"));
    expect(await topTitle()).toBe("Look 1");
  });

  test("because the outfit is gone, the card stays away", async () => {
    const { user } = await sitDown(cards(6));
    mockApi.on("PUT /api/outfits/:outfitId/swipe", fails("outfit.not_found"));
    await top();
    await user.click(button("LIKE"));
    expect(await screen.findByText("This outfit isn't available any more.")).toBeTruthy();
    await user.click(button("PASS"));
    expect(await topTitle()).toBe("Look 3");
  });

  test("of an undo, the swipe stays", async () => {
    const { user } = await sitDown(cards(6));
    mockApi.on("DELETE /api/outfits/:outfitId/swipe", fails("internal"));
    await top();
    await user.click(button("PASS"));
    await user.click(button("Undo the last swipe"));
    await waitFor(async () => expect(await topTitle()).toBe("Look 2"));
  });

  test("of a swipe that is undone by then, the card stays on top, also if the undo fails", async () => {
    const { user, queryClient } = await sitDown(cards(6));
    const swiped = deferred<MockFailure>();
    mockApi.on("PUT /api/outfits/:outfitId/swipe", () => swiped.promise);
    const undone = deferred<MockFailure>();
    mockApi.on("DELETE /api/outfits/:outfitId/swipe", () => undone.promise);
    await top();
    await user.click(button("PASS"));
    await user.click(button("Undo the last swipe"));
    swiped.resolve(fails("internal"));
    await waitFor(() => expect(sent()).toEqual(["pass", "undo"]));
    expect(await topTitle()).toBe("Look 1");
    undone.resolve(fails("internal"));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(await topTitle()).toBe("Look 1");
    expect(button("Undo the last swipe").getAttribute("aria-disabled")).toBe("true");
  });

  test("of a swipe that is repeated by then, the repetition counts", async () => {
    const { user } = await sitDown(cards(6));
    await top();
    const first = deferred<MockFailure>();
    mockApi.on("PUT /api/outfits/:outfitId/swipe", () => first.promise);
    await user.click(button("PASS"));
    await user.click(button("Undo the last swipe"));
    await user.click(button("LIKE"));
    mockApi.on("PUT /api/outfits/:outfitId/swipe", { like: null });
    first.resolve(fails("internal"));
    await waitFor(() => expect(sent()).toEqual(["pass", "undo", "like"]));
    await user.click(button("PASS"));
    expect(await topTitle()).toBe("Look 3");
  });

  test("the deck, it says 'Failed to load outfits' and tries again", async () => {
    signIn();
    mockApi.on("GET /api/me", aMe());
    mockApi.on("GET /api/swipes/deck", fails("internal"));
    const { user } = await renderApp("/swipes");
    expect(await screen.findByRole("heading", { name: "Failed to load outfits" })).toBeTruthy();
    mockApi.on("GET /api/swipes/deck", { items: cards(4) });
    await user.click(button("Try again"));
    expect(await topTitle()).toBe("Look 1");
  });
});

test("a visitor is asked to sign in and comes back afterwards", async () => {
  mockApi.on("GET /api/outfits", aPage([anOutfitCard()]));
  await renderApp("/swipes");
  expect(await screen.findByRole("heading", { name: "Sign in to start swiping!" })).toBeTruthy();
  expect(screen.getByText("Create an account to discover and like amazing outfits")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Get Started" }).getAttribute("href")).toBe(
    "/auth?tab=sign-up&next=%2Fswipes",
  );
  expect(screen.queryByRole("button", { name: "LIKE" })).toBeNull();
  expect(mockApi.requests("GET /api/swipes/deck")).toEqual([]);
});

test("the deck is where it was after a look at a card's details", async () => {
  const { user, router } = await sitDown(cards(6));
  await top();
  await user.click(button("PASS"));
  mockApi.on("GET /api/styles", { items: [] });
  await act(() => router.navigate({ to: "/styles" }));
  await act(() => router.navigate({ to: "/swipes" }));
  expect(await topTitle()).toBe("Look 2");
});
