import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { deferred } from "#web/testing/deferred.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aComment, aMe, anAuthor, anId, anOutfit, aPage, aProfile } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const outfit = anOutfit({ commentsCount: 3 });
const theo = anAuthor({ username: "theo" });
const comment = (content: string, given: Partial<Comment> = {}) =>
  aComment({ outfitId: outfit.id, author: theo, content, createdAt: "2026-03-01T11:00:00.000Z", ...given });
const collar = comment("Love the collar!", { repliesCount: 1, createdAt: "2026-03-01T10:00:00.000Z" });
const which = comment("Which brand?");
const reply = comment("Halden", { parentId: collar.id });
const missed = comment("Missed", { createdAt: "2026-03-01T11:30:00.000Z" });
const known = aPage([which, collar]);
const whole = aPage([missed, which, collar]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/profiles/:username", aProfile());
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", known);
  mockApi.on("GET /api/comments/:commentId/replies", aPage([reply]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
});
// Not before the app of the last test is closed: its session would be months old.
afterAll(() => vi.useRealTimers());

async function openLive() {
  const live = await mockLive();
  return { live, ...(await renderApp(`/outfit/${outfit.id}`)) };
}
const lines = async (name = "Comments") =>
  within(await screen.findByRole("list", { name }))
    .getAllByRole("listitem")
    .map((line) => line.textContent);
const heading = () => screen.getByRole("heading", { name: /^Comments/ }).textContent;
const reads = () => mockApi.requests("GET /api/outfits/:outfitId/comments").length;
/** The next read of the comments, whose reply the test gives. */
function holdComments() {
  const held = deferred<typeof known>();
  mockApi.on("GET /api/outfits/:outfitId/comments", () => held.promise);
  return held;
}

describe("a subscription that is acknowledged", () => {
  test("shows the comment that was written after the comments were read", async () => {
    const { live } = await openLive();
    await lines();
    mockApi.on("GET /api/outfits/:outfitId/comments", whole);
    await live.acknowledge({ commentsCount: 4 });
    await waitFor(async () => expect(await lines()).toHaveLength(3));
    expect(heading()).toBe("Comments 4");
  });

  test("shows the reply that was written after the comments were read", async () => {
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([{ ...collar, repliesCount: 0 }]));
    const { live } = await openLive();
    await lines();
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([collar]));
    await live.acknowledge({ commentsCount: 2 });
    expect(await screen.findByRole("button", { name: "View 1 reply" })).toBeTruthy();
  });

  test.each([
    ["the comments add up", { commentsCount: 3 }],
    ["it is refused", null],
  ])("costs no second read if %s", async (_case, subscribed) => {
    const { live } = await openLive();
    await lines();
    await live.acknowledge(subscribed);
    await live.tell("comment", missed, 4, 0);
    expect(await lines()).toHaveLength(3);
    expect(reads()).toBe(1);
  });

  test("waits for the first read and repeats it only if it does not add up", async () => {
    const held = holdComments();
    const { live } = await openLive();
    await waitFor(() => expect(reads()).toBe(1));
    await live.acknowledge({ commentsCount: 3 });
    held.resolve(known);
    expect(await lines()).toHaveLength(2);
    expect(reads()).toBe(1);
  });

  test("repeats the first read if it came too early", async () => {
    const held = holdComments();
    const { live } = await openLive();
    await waitFor(() => expect(reads()).toBe(1));
    await live.acknowledge({ commentsCount: 4 });
    mockApi.on("GET /api/outfits/:outfitId/comments", whole);
    held.resolve(known);
    await waitFor(async () => expect(await lines()).toHaveLength(3));
  });

  test("reads a list again that has more pages, whose sum is unknown", async () => {
    mockApi.on("GET /api/outfits/:outfitId/comments", { ...known, nextCursor: "more" });
    const { live } = await openLive();
    await lines();
    mockApi.on("GET /api/outfits/:outfitId/comments", { ...whole, nextCursor: "more" });
    await live.acknowledge({ commentsCount: 3 });
    await waitFor(async () => expect(await lines()).toHaveLength(3));
  });

  test.each([
    ["accepted", { commentsCount: 3 }],
    ["refused", null],
  ])("and %s after a reconnect always loads the comments, but not before", async (_case, subscribed) => {
    const { live } = await openLive();
    await lines();
    await live.acknowledge({ commentsCount: 3 });
    await live.comeBack();
    expect(live.said.filter(([event]) => event === "subscribeOutfit")).toHaveLength(2);
    expect(reads()).toBe(1);
    mockApi.on("GET /api/outfits/:outfitId/comments", aPage([{ ...which, likesCount: 7 }, collar]));
    await live.acknowledge(subscribed);
    await waitFor(async () => expect((await lines())[0]).toContain("7"));
  });

  test("after a reconnect during the first read repeats it", async () => {
    const held = holdComments();
    const { live } = await openLive();
    await waitFor(() => expect(reads()).toBe(1));
    await live.acknowledge(null);
    await live.comeBack();
    mockApi.on("GET /api/outfits/:outfitId/comments", whole);
    await live.acknowledge(null);
    held.resolve(known);
    await waitFor(async () => expect(await lines()).toHaveLength(3));
  });

  test("loads replies again that were read before", async () => {
    const { live, user } = await openLive();
    await user.click(await screen.findByRole("button", { name: "View 1 reply" }));
    expect(await lines("Replies")).toHaveLength(1);
    mockApi.on("GET /api/comments/:commentId/replies", aPage([reply, { ...reply, id: anId(), content: "Missed" }]));
    await live.acknowledge({ commentsCount: 3 });
    await waitFor(async () => expect(await lines("Replies")).toHaveLength(2));
  });

  test("changes nothing once the outfit is closed", async () => {
    const { live, router } = await openLive();
    await lines();
    await router.navigate({ to: "/explore" });
    expect(live.said).toContainEqual(["unsubscribeOutfit", { outfitId: outfit.id }]);
    await live.acknowledge({ commentsCount: 9 });
    expect(reads()).toBe(1);
  });
});

describe("a live event during a load of an older state", () => {
  test("is not lost in the first load, and announced once", async () => {
    const held = holdComments();
    const { live } = await openLive();
    await waitFor(() => expect(reads()).toBe(1));
    await live.tell("comment", missed, 4, 0);
    held.resolve(known);
    await waitFor(async () => expect(await lines()).toHaveLength(3));
    expect(screen.getAllByText("theo commented: Missed")).toHaveLength(1);
    expect(reads()).toBe(1);
  });

  test("is not overwritten by the load after a reconnect", async () => {
    const { live } = await openLive();
    await lines();
    await live.acknowledge({ commentsCount: 3 });
    await live.comeBack();
    const held = holdComments();
    await live.acknowledge({ commentsCount: 3 });
    await waitFor(() => expect(reads()).toBe(2));
    const place = { outfitId: outfit.id, eventId: null, parentId: null };
    await live.tell("comment", missed, 4, 0);
    await live.tell("commentLikes", { ...place, commentId: which.id, likesCount: 7 });
    await live.tell("commentRemoved", { ...place, commentId: which.id, commentsCount: 3, repliesCount: 0 });
    await live.tell("commentLikes", { ...place, commentId: collar.id, likesCount: 8 });
    held.resolve(aPage([which, { ...collar, content: "Reloaded" }]));
    await waitFor(async () => expect((await lines())[1]).toMatch(/Reloaded.*8/));
    expect(await lines()).toEqual([expect.stringContaining("Missed"), expect.anything()]);
    expect(heading()).toBe("Comments 3");
  });

  test("is not lost among the replies", async () => {
    const { live, user } = await openLive();
    await lines();
    const held = deferred<typeof known>();
    mockApi.on("GET /api/comments/:commentId/replies", () => held.promise);
    await user.click(screen.getByRole("button", { name: "View 1 reply" }));
    await waitFor(() => expect(mockApi.requests("GET /api/comments/:commentId/replies")).toHaveLength(1));
    const thanks = comment("Thanks", { parentId: collar.id, createdAt: "2026-03-01T11:40:00.000Z" });
    await live.tell("comment", thanks, 4, 2);
    held.resolve(aPage([reply]));
    await waitFor(async () => expect(await lines("Replies")).toHaveLength(2));
  });

  test("is not lost to the next page", async () => {
    mockApi.on("GET /api/outfits/:outfitId/comments", { ...aPage([which]), nextCursor: "more" });
    const { live, user } = await openLive();
    await lines();
    const held = holdComments();
    await user.click(screen.getByRole("button", { name: "Show more comments" }));
    await waitFor(() => expect(reads()).toBe(2));
    await live.tell("comment", missed, 4, 0);
    held.resolve(aPage([collar]));
    await waitFor(async () => expect(await lines()).toHaveLength(3));
  });
});
