import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Thread } from "#contract/messages.ts";
import { startLiveCounts } from "#web/data/live-counts.ts";
import { startOutbox } from "#web/data/outbox.ts";
import { deferred } from "#web/testing/deferred.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aMessage, anAuthor, anOutfit, aPage, aProfile, aThread } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const noor = anAuthor({ username: "noor" });
const thread = aThread({ other: noor, lastMessageAt: "2026-03-01T11:00:00.000Z", unreadCount: 2 });
const other = aThread({ other: anAuthor({ username: "theo" }) });
const address = `/messages?thread=${thread.id}`;

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/threads", aPage([thread, other]));
  mockApi.on("GET /api/threads/:threadId", thread);
  const message = aMessage({ threadId: thread.id, senderId: noor.id });
  mockApi.on("GET /api/threads/:threadId/messages", { ...aPage([message]), latestCursor: "latest" });
  mockApi.on("POST /api/threads/:threadId/read", { ok: true });
  // The menu asks it whether the member is muted.
  mockApi.on("GET /api/profiles/:username", aProfile(noor));
});

const rows = async () =>
  within(await screen.findByRole("list", { name: "Conversations" }))
    .getAllByRole("link")
    .map((row) => row.textContent);
type User = Awaited<ReturnType<typeof renderApp>>["user"];
const choose = async (user: User, entry: RegExp) => {
  const opened = within(await screen.findByRole("region", { name: "Conversation with noor" }));
  await user.click(opened.getByRole("button", { name: "More options for @noor's profile" }));
  await user.click(await screen.findByRole("button", { name: entry }));
};

test("muting marks the conversation, and can be ended", async () => {
  mockApi.on("PUT /api/threads/:threadId/mute", ({ body }) => ({ ...thread, ...body }));
  const { user } = await renderApp(address);
  mockApi.on("GET /api/threads", aPage([{ ...thread, isMuted: true }, other]));
  mockApi.on("GET /api/threads/:threadId", { ...thread, isMuted: true });
  await choose(user, /^Mute conversation/);
  await waitFor(async () => expect((await rows())[0]).toContain("Muted"));
  await choose(user, /^Unmute conversation/);
  await waitFor(() =>
    expect(mockApi.requests("PUT /api/threads/:threadId/mute").map(({ body }) => body)).toEqual([
      { isMuted: true },
      { isMuted: false },
    ]),
  );
});

test("a mute that is ended at once is not shown again by what follows the first answer", async () => {
  const answers = [deferred<Thread>(), deferred<Thread>()];
  const sent = () => mockApi.requests("PUT /api/threads/:threadId/mute");
  mockApi.on("PUT /api/threads/:threadId/mute", () => answers[sent().length - 1]?.promise ?? thread);
  const { user } = await renderApp(address);
  await choose(user, /^Mute conversation/);
  await choose(user, /^Unmute conversation/);
  mockApi.on("GET /api/threads/:threadId", { ...thread, isMuted: true });
  const loads = mockApi.requests("GET /api/threads/:threadId").length;
  answers[0]?.resolve({ ...thread, isMuted: true });
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(mockApi.requests("GET /api/threads/:threadId")).toHaveLength(loads);
  mockApi.on("GET /api/threads/:threadId", thread);
  answers[1]?.resolve(thread);
  await waitFor(() => expect(mockApi.requests("GET /api/threads/:threadId").length).toBeGreaterThan(loads));
});

test("the menu about a deleted account offers only what concerns the conversation, and names no handle", async () => {
  const deleted = { ...thread, other: { ...noor, username: "Deleted member" }, isOtherDeleted: true };
  mockApi.on("GET /api/threads/:threadId", deleted);
  const { user } = await renderApp(address);
  const [ofConversation, ofMessage] = await screen.findAllByRole("button", {
    name: /^More options for Deleted member's/,
  });
  const entries = async (opener: HTMLElement | undefined) => {
    if (opener) await user.click(opener);
    const menu = within(await screen.findByRole("dialog", { name: "Deleted member" }));
    return menu.getAllByRole("listitem").map((entry) => entry.querySelector(".font-medium")?.textContent);
  };
  expect(await entries(ofMessage)).toEqual(["Report message"]);
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(await entries(ofConversation)).toEqual(["Mute conversation", "Delete conversation"]);
  await user.click(screen.getByRole("button", { name: /^Delete conversation/ }));
  expect((await screen.findByRole("button", { name: /^Undo / })).textContent).not.toContain("@");
});

test("a mute that failed is taken back with the reason", async () => {
  mockApi.on("PUT /api/threads/:threadId/mute", fails("internal"));
  const { user } = await renderApp(address);
  await choose(user, /^Mute conversation/);
  expect(await screen.findByText("Failed to update conversation")).toBeTruthy();
  await choose(user, /^Mute conversation/);
});

test("a deleted conversation closes, can be brought back, and goes up to the last known message", async () => {
  mockApi.on("DELETE /api/threads/:threadId", { ok: true });
  const { user, router } = await renderApp(address);
  await choose(user, /^Delete conversation/);
  expect(await screen.findByText("Conversation deleted")).toBeTruthy();
  expect(router.state.location.search).toEqual({});
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: /^Undo / }));
  expect(await rows()).toHaveLength(2);
  await user.click(screen.getByRole("link", { name: /noor/ }));
  await choose(user, /^Delete conversation/);
  expect(mockApi.requests("DELETE /api/threads/:threadId")).toHaveLength(0);
  mockApi.on("GET /api/threads", aPage([other]));
  leavePage();
  await waitFor(() => expect(mockApi.requests("DELETE /api/threads/:threadId")).toHaveLength(1));
  const [sent] = mockApi.requests("DELETE /api/threads/:threadId");
  expect([sent?.url.pathname, sent?.url.searchParams.get("until")]).toEqual([
    `/api/threads/${thread.id}`,
    thread.lastMessageAt,
  ]);
  expect(await rows()).toHaveLength(1);
});

test("a deleted conversation that is opened again within the time of Undo stays, with what is written in it", async () => {
  mockApi.on("POST /api/threads/:threadId/messages", fails("server.unavailable"));
  const { user, router, queryClient } = await renderApp(address);
  onTestFinished(startOutbox(queryClient));
  await choose(user, /^Delete conversation/);
  await waitFor(() => expect(screen.queryByRole("region", { name: "Conversation with noor" })).toBeNull());
  expect(await rows()).toHaveLength(1);
  await router.navigate({ to: "/messages", search: { thread: thread.id } });
  await user.type(await screen.findByRole("textbox", { name: "Message to noor" }), "Halden{Enter}");
  expect(await screen.findByText("Not sent.", { exact: false })).toBeTruthy();
  expect(await rows()).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo / })).toBeNull());
  leavePage();
  expect(mockApi.requests("DELETE /api/threads/:threadId")).toHaveLength(0);
});

test("Back after a deletion leads to the list, and takes nothing back", async () => {
  mockApi.on("DELETE /api/threads/:threadId", { ok: true });
  const { user, router } = await renderApp("/messages");
  await user.click(await screen.findByRole("link", { name: /noor/ }));
  await choose(user, /^Delete conversation/);
  await screen.findByText("Conversation deleted");
  act(() => router.history.back());
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(router.state.location.search).toEqual({});
  leavePage();
  await waitFor(() => expect(mockApi.requests("DELETE /api/threads/:threadId")).toHaveLength(1));
});

test("a conversation is deleted up to the newest message on screen, not to the last one that its head knows", async () => {
  const newest = aMessage({ threadId: thread.id, createdAt: "2026-03-01T11:30:00.000Z" });
  mockApi.on("GET /api/threads/:threadId/messages", { ...aPage([newest]), latestCursor: "latest" });
  mockApi.on("DELETE /api/threads/:threadId", { ok: true });
  const { user } = await renderApp(address);
  await choose(user, /^Delete conversation/);
  leavePage();
  await waitFor(() => expect(mockApi.requests("DELETE /api/threads/:threadId")).toHaveLength(1));
  const [sent] = mockApi.requests("DELETE /api/threads/:threadId");
  expect(sent?.url.searchParams.get("until")).toBe(newest.createdAt);
});

test("what could not be sent goes with a deleted conversation, and stays after Undo", async () => {
  mockApi.on("POST /api/threads/:threadId/messages", fails("server.unavailable"));
  mockApi.on("DELETE /api/threads/:threadId", { ok: true });
  const { user, queryClient } = await renderApp(address);
  onTestFinished(startOutbox(queryClient));
  await user.type(await screen.findByRole("textbox", { name: "Message to noor" }), "Halden{Enter}");
  expect(await screen.findByText("Not sent.", { exact: false })).toBeTruthy();
  const stored = () => localStorage.getItem(`fash.outbox.${memberId}`);
  await choose(user, /^Delete conversation/);
  await user.click(await screen.findByRole("button", { name: /^Undo / }));
  expect(stored()).toContain("Halden");
  await user.click(screen.getByRole("link", { name: /noor/ }));
  await choose(user, /^Delete conversation/);
  leavePage();
  await waitFor(() => expect(stored()).toBeNull());
});

test("what could not be sent goes with a block", async () => {
  mockApi.on("POST /api/threads/:threadId/messages", fails("server.unavailable"));
  mockApi.on("PUT /api/blocks/:memberId", { ok: true });
  const { user, queryClient } = await renderApp(address);
  onTestFinished(startOutbox(queryClient));
  await user.type(await screen.findByRole("textbox", { name: "Message to noor" }), "Halden{Enter}");
  expect(await screen.findByText("Not sent.", { exact: false })).toBeTruthy();
  await choose(user, /^Block/);
  await user.click(await screen.findByRole("button", { name: "Block" }));
  await waitFor(() => expect(localStorage.getItem(`fash.outbox.${memberId}`)).toBeNull());
});

test("what could not be sent goes with a block on another screen", async () => {
  const outfit = anOutfit({ author: { ...anOutfit().author, ...noor } });
  mockApi.on("GET /api/outfits/:outfitId", outfit);
  mockApi.on("GET /api/outfits/:outfitId/comments", aPage([]));
  mockApi.on("GET /api/outfits/:outfitId/similar", { items: [] });
  mockApi.on("GET /api/outfits", aPage([]));
  mockApi.on("GET /api/styles", { items: [] });
  mockApi.on("POST /api/outfits/:outfitId/views", { ok: true });
  mockApi.on("POST /api/threads/:threadId/messages", fails("server.unavailable"));
  mockApi.on("PUT /api/blocks/:memberId", { ok: true });
  const { user, router, queryClient } = await renderApp(address);
  onTestFinished(startOutbox(queryClient));
  await user.type(await screen.findByRole("textbox", { name: "Message to noor" }), "Halden{Enter}");
  expect(await screen.findByText("Not sent.", { exact: false })).toBeTruthy();
  await act(() => router.navigate({ to: "/outfit/$outfitId", params: { outfitId: outfit.id } }));
  await user.click(await screen.findByRole("button", { name: "More options for @noor's outfit" }));
  await user.click(await screen.findByRole("button", { name: /^Block/ }));
  await user.click(await screen.findByRole("button", { name: "Block" }));
  expect(await screen.findByText("@noor is blocked")).toBeTruthy();
  expect(localStorage.getItem(`fash.outbox.${memberId}`)).toBeNull();
});

test("an open conversation that a block takes away says so, and is back when the block ends", async () => {
  const live = await mockLive();
  const { queryClient } = await renderApp(address);
  startLiveCounts(queryClient);
  expect(await screen.findByRole("region", { name: "Conversation with noor" })).toBeTruthy();
  mockApi.on("GET /api/threads/:threadId", fails("thread.not_found"));
  mockApi.on("GET /api/threads/:threadId/messages", fails("thread.not_found"));
  await live.tell("thread", { threadId: thread.id, isGone: false });
  expect(await screen.findByText("Conversation not found")).toBeTruthy();
  mockApi.on("GET /api/threads/:threadId", thread);
  mockApi.on("GET /api/threads/:threadId/messages", { ...aPage([]), latestCursor: "latest" });
  await live.tell("thread", { threadId: thread.id, isGone: false });
  expect(await screen.findByRole("region", { name: "Conversation with noor" })).toBeTruthy();
});

test("unread messages of a conversation that is being deleted do not count on the navigation", async () => {
  mockApi.on("GET /api/me", aMe({ unreadMessagesCount: 5 }));
  const { user } = await renderApp(address);
  expect(await screen.findByRole("link", { name: /5 unread messages/ })).toBeTruthy();
  await choose(user, /^Delete conversation/);
  expect(await screen.findByRole("link", { name: /3 unread messages/ })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^Undo / }));
  expect(await screen.findByRole("link", { name: /5 unread messages/ })).toBeTruthy();
});

test("a list of which all that is loaded was deleted goes on with older conversations", async () => {
  mockApi.on("GET /api/threads", ({ query }) => (query["cursor"] ? aPage([other]) : aPage([thread], "older")));
  const { user } = await renderApp(address);
  await choose(user, /^Delete conversation/);
  await user.click(await screen.findByRole("button", { name: "Older conversations" }));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(screen.queryByRole("heading", { name: "No messages yet" })).toBeNull();
});

test("what another tab changes is shown here, and an open conversation that it deleted closes", async () => {
  const live = await mockLive();
  const { router, queryClient } = await renderApp(address);
  startLiveCounts(queryClient);
  expect(await rows()).toHaveLength(2);
  mockApi.on("GET /api/threads", aPage([{ ...thread, isMuted: true }, other]));
  await live.tell("thread", { threadId: thread.id, isGone: false });
  await waitFor(async () => expect((await rows())[0]).toContain("Muted"));
  mockApi.on("GET /api/threads", aPage([other]));
  await live.tell("thread", { threadId: thread.id, isGone: true });
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  await waitFor(async () => expect(await rows()).toHaveLength(1));
});
