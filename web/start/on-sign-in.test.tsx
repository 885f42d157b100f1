import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { hasIntent } from "#web/lib/intent-storage.ts";
import { onSignIn } from "./on-sign-in.ts";
import { authError, mockAuth } from "#web/testing/mock-auth.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import {
  aComment,
  aMe,
  anArticle,
  anAuthor,
  anEvent,
  anId,
  anOutfit,
  aPage,
  aProfile,
  aStyle,
} from "#web/testing/samples.ts";
import { signIn, signOut } from "#web/testing/sign-in.ts";

const outfit = anOutfit({ title: "Sea coat", liked: false, likesCount: 2 });
const article = anArticle();
const collar = aComment({ outfitId: outfit.id, author: anAuthor({ username: "theo" }), repliesCount: 1 });
const brand = aComment({ outfitId: outfit.id, author: anAuthor({ username: "noor" }), parentId: collar.id });

beforeEach(() => {
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([collar]));
  mockApi.on("GET /api/comments/:commentId/replies", aPage([brand]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(outfit.author));
});

/** The server knows it, this browser not yet. */
function endSession() {
  mockAuth({
    "POST /token": () => authError(400, "refresh_token_not_found"),
    "POST /logout": () => new Response(null, { status: 204 }),
  });
}

async function openAsVisitor(address = `/outfit/${outfit.id}`) {
  const app = await renderApp(address);
  const startServices = vi.fn<() => void>();
  onTestFinished(onSignIn(app.queryClient, startServices));
  const { router } = app;
  return {
    ...app,
    startServices,
    isAskedToSignIn: () => waitFor(() => expect(router.state.location.pathname).toBe("/auth")),
    comeBack: () => act(() => router.navigate({ to: address })),
  };
}

function openAsMember(address?: string) {
  signIn();
  return openAsVisitor(address);
}

const likes = () => mockApi.requests("PUT /api/outfits/:outfitId/like").length;

test("a like after the session has ended is set at the next sign-in of the same page; services start once", async () => {
  mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 3, award: null });
  const { user, isAskedToSignIn, startServices } = await openAsMember();
  const like = await screen.findByRole("button", { name: /^Like Sea coat/ });
  signOut();
  await user.click(like);
  await isAskedToSignIn();
  expect(likes()).toBe(0);
  signIn();
  await waitFor(() => expect(likes()).toBe(1));
  expect(hasIntent()).toBe(false);
  signOut();
  signIn();
  expect(likes()).toBe(1);
  expect(startServices).toHaveBeenCalledOnce();
});

test("a second press while the sign-in is still loading keeps the way back", async () => {
  const { router, isAskedToSignIn } = await openAsVisitor();
  const like = await screen.findByRole("button", { name: /^Like Sea coat/ });
  await act(() => {
    like.click();
    expect(router.state.location.pathname).toBe("/auth");
    like.click();
    return Promise.resolve();
  });
  await isAskedToSignIn();
  expect(router.state.location.search).toMatchObject({ next: `/outfit/${outfit.id}` });
});

test("a member's like is not set for another one who signs in on that page", async () => {
  mockApi.on("PUT /api/outfits/:outfitId/like", fails("auth.session_ended"));
  const { user, isAskedToSignIn } = await openAsMember();
  endSession();
  await user.click(await screen.findByRole("button", { name: /^Like Sea coat/ }));
  await isAskedToSignIn();
  expect(hasIntent()).toBe(true);
  const before = likes();
  signIn({ id: anId() });
  await waitFor(() => expect(hasIntent()).toBe(false));
  expect(likes()).toBe(before);
});

test("a like on the page of a member whose session has ended is not set for another one either", async () => {
  const { user, isAskedToSignIn } = await openAsMember();
  const like = await screen.findByRole("button", { name: /^Like Sea coat/ });
  signOut();
  await user.click(like);
  await isAskedToSignIn();
  signIn({ id: anId() });
  await waitFor(() => expect(hasIntent()).toBe(false));
  expect(likes()).toBe(0);
});

test("a visitor's like is set for anyone who signs in", async () => {
  mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 3, award: null });
  const { user, isAskedToSignIn } = await openAsVisitor();
  await user.click(await screen.findByRole("button", { name: /^Like Sea coat/ }));
  await isAskedToSignIn();
  signIn({ id: anId() });
  await waitFor(() => expect(likes()).toBe(1));
});

test("a like with which the end of the session was noticed is set, too", async () => {
  mockApi.on("PUT /api/outfits/:outfitId/like", fails("auth.session_ended"));
  const { user, isAskedToSignIn } = await openAsMember();
  endSession();
  await user.click(await screen.findByRole("button", { name: /^Like Sea coat/ }));
  await isAskedToSignIn();
  mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 3, award: null });
  const before = likes();
  signIn();
  await waitFor(() => expect(likes()).toBe(before + 1));
});

test("a like in the swipe deck with which the end of the session was noticed is set, too; a pass is not kept", async () => {
  // jsdom animates nothing.
  const animate = () => Object.assign(new EventTarget(), { cancel: () => undefined });
  Object.assign(Element.prototype, { animate, getAnimations: () => [] });
  mockApi.on("GET /api/swipes/deck", { items: [outfit] });
  mockApi.on("PUT /api/outfits/:outfitId/swipe", fails("auth.session_ended"));
  mockApi.on("PUT /api/outfits/:outfitId/like", { liked: true, likesCount: 3, award: null });
  for (const [name, isKept] of [
    ["PASS", false],
    ["LIKE", true],
  ] as const) {
    const { user, isAskedToSignIn, unmount } = await openAsMember("/swipes");
    endSession();
    await user.click(await screen.findByRole("button", { name }));
    await isAskedToSignIn();
    expect(hasIntent()).toBe(isKept);
    signIn();
    await waitFor(() => expect(likes()).toBe(isKept ? 1 : 0));
    unmount();
  }
});

test("the following of a suggested stylist with which the end of the session was noticed is carried out, too", async () => {
  const stylist = anAuthor({ username: "noor" });
  mockApi.on("GET /api/styles", { items: [aStyle()] });
  mockApi.on("GET /api/stylists/suggested", { items: [{ stylist, looks: [] }] });
  mockApi.on("PUT /api/follows/:memberId", fails("auth.session_ended"));
  const { user, isAskedToSignIn } = await openAsMember("/onboarding");
  await user.click(await screen.findByRole("button", { name: "Skip" }));
  const follow = await screen.findByRole("button", { name: /^Follow ?@noor/ });
  endSession();
  await user.click(follow);
  await isAskedToSignIn();
  mockApi.on("PUT /api/follows/:memberId", { state: "following", followersCount: 1 });
  signIn();
  expect(await screen.findByText("Following!")).toBeTruthy();
  expect(mockApi.requests("PUT /api/follows/:memberId").at(-1)?.url.pathname).toBe(`/api/follows/${stylist.id}`);
});

test("taking a like back is not kept", async () => {
  mockApi.on("GET /api/outfits/:outfitId", { ...outfit, liked: true });
  mockApi.on("DELETE /api/outfits/:outfitId/like", fails("auth.session_ended"));
  const { user, isAskedToSignIn } = await openAsMember();
  endSession();
  await user.click(await screen.findByRole("button", { name: /^Like Sea coat/, pressed: true }));
  await isAskedToSignIn();
  expect(hasIntent()).toBe(false);
});

test("the like of a comment, the like and save of an article, and the reply to an event are sent at sign-in, too", async () => {
  const event = anEvent();
  mockApi.on("PUT /api/comments/:commentId/like", { liked: true, likesCount: 1 });
  mockApi.on("GET /api/articles/:articleId", article);
  mockApi.on("GET /api/articles/:articleId/related", { items: [] });
  mockApi.on("PUT /api/articles/:articleId/like", { liked: true, likesCount: 1 });
  mockApi.on("PUT /api/articles/:articleId/save", { saved: true });
  mockApi.on("GET /api/events/:eventId", event);
  mockApi.on("GET /api/events/:eventId/comments", aPage([]));
  mockApi.on("GET /api/events/:eventId/outfits", aPage([]));
  mockApi.on("PUT /api/events/:eventId/attendance", event);
  const presses = [
    [`/outfit/${outfit.id}`, /^Like comment by @theo/, "PUT /api/comments/:commentId/like"],
    [`/articles/${article.id}`, /^Like /, "PUT /api/articles/:articleId/like"],
    [`/articles/${article.id}`, /^Save /, "PUT /api/articles/:articleId/save"],
    [`/events/${event.id}`, "I'm going", "PUT /api/events/:eventId/attendance"],
  ] as const;
  for (const [address, name, sent] of presses) {
    const { user, isAskedToSignIn, unmount } = await openAsVisitor(address);
    // An article has them above and below.
    const [button] = await screen.findAllByRole("button", { name });
    if (button) await user.click(button);
    await isAskedToSignIn();
    expect(mockApi.requests(sent)).toHaveLength(0);
    signIn();
    await waitFor(() => expect(mockApi.requests(sent)).toHaveLength(1));
    unmount();
    signOut();
  }
});

test("the field for a reply opens again, also to a reply; only once", async () => {
  mockApi.on("GET /api/comments/:commentId", { comment: collar, parent: null });
  const { user, isAskedToSignIn, comeBack, router } = await openAsVisitor();
  await user.click(await screen.findByRole("button", { name: "View 1 reply" }));
  await user.click(await screen.findByRole("button", { name: "Reply to @noor" }));
  await isAskedToSignIn();
  signIn();
  await comeBack();
  expect(await screen.findByRole("textbox", { name: "Reply to noor" })).toHaveProperty("value", "@noor ");
  await act(() => router.navigate({ to: "/forgot-password" }));
  await comeBack();
  expect(await screen.findByRole("button", { name: "Reply to @theo" })).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: /^Reply to/ })).toBeNull();
});

test("the field for a reply opens again under a comment that is older than the first page", async () => {
  const old = aComment({ outfitId: outfit.id, author: anAuthor({ username: "kai" }) });
  mockApi.on("GET /api/outfits/:outfitId/comments", ({ query }) =>
    query["cursor"] === "next" ? aPage([old]) : { items: [collar], nextCursor: "next" },
  );
  mockApi.on("GET /api/comments/:commentId", { comment: old, parent: null });
  mockApi.on("GET /api/comments/:commentId/replies", aPage([]));
  const { user, isAskedToSignIn, unmount } = await openAsVisitor();
  await user.click(await screen.findByRole("button", { name: "Show more comments" }));
  await user.click(await screen.findByRole("button", { name: "Reply to @kai" }));
  await isAskedToSignIn();
  unmount();
  await openAsMember();
  const field = await screen.findByRole("textbox", { name: "Reply to kai" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(hasIntent()).toBe(false);
});

test("a comment and a reply with which the end of the session was noticed are in their fields again", async () => {
  mockApi.on("POST /api/outfits/:outfitId/comments", fails("auth.session_ended"));
  mockApi.on("POST /api/comments/:commentId/replies", fails("auth.session_ended"));
  mockApi.on("GET /api/comments/:commentId", { comment: collar, parent: null });
  const { user, isAskedToSignIn, comeBack } = await openAsMember();
  await user.click(await screen.findByRole("button", { name: "Reply to @theo" }));
  endSession();
  await user.type(await screen.findByRole("textbox", { name: "Reply to theo" }), "Which brand?{Enter}");
  await isAskedToSignIn();
  signIn();
  await comeBack();
  expect(await screen.findByRole("textbox", { name: "Reply to theo" })).toHaveProperty("value", "Which brand?");
  await user.type(screen.getByRole("textbox", { name: "Add a comment" }), "That collar!{Enter}");
  await isAskedToSignIn();
  signIn();
  await comeBack();
  expect(await screen.findByRole("textbox", { name: "Add a comment" })).toHaveProperty("value", "That collar!");
});
