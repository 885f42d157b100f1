import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { startLiveCounts } from "#web/data/live-counts.ts";
import { deferred } from "#web/testing/deferred.ts";
import { leavePage } from "#web/testing/leave-page.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aMessage, anAuthor, aPage, aProfile, aThread } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

const noor = anAuthor({ username: "noor" });
const thread = aThread({ other: noor });
const address = `/messages?thread=${thread.id}`;

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/threads", aPage([thread]));
  mockApi.on("GET /api/threads/:threadId", { ...thread, isRequest: true });
  const message = aMessage({ threadId: thread.id, senderId: noor.id });
  mockApi.on("GET /api/threads/:threadId/messages", { ...aPage([message]), latestCursor: "latest" });
  mockApi.on("POST /api/threads/:threadId/read", { ok: true });
  mockApi.on("GET /api/profiles/:username", aProfile(noor));
});

test("a request says that replying accepts it, and can be accepted", async () => {
  mockApi.on("POST /api/threads/:threadId/accept", thread);
  const { user } = await renderApp(address);
  const hint = await screen.findByText(/^You don't follow/);
  expect(hint.textContent).toBe("You don't follow noor. Replying accepts the request.");
  await user.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Conversation with noor" }));
  expect(mockApi.requests("POST /api/threads/:threadId/accept")).toHaveLength(1);
});

test("a request that could not be accepted stays a request, with an error", async () => {
  mockApi.on("POST /api/threads/:threadId/accept", fails("internal"));
  const { user } = await renderApp(address);
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  expect(await screen.findByText("Failed to start conversation")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Accept" }).getAttribute("aria-disabled")).toBeNull();
});

test("a request is declined by a block, which returns to the list", async () => {
  mockApi.on("PUT /api/blocks/:memberId", { ok: true });
  const { user, router } = await renderApp(address);
  await user.click(await screen.findByRole("button", { name: "More options for @noor's profile" }));
  await user.click(await screen.findByRole("button", { name: /^Block/ }));
  const sure = within(await screen.findByRole("dialog", { name: "Block @noor?" }));
  mockApi.on("GET /api/threads", aPage([]));
  await user.click(sure.getByRole("button", { name: "Block" }));
  expect(await screen.findByRole("heading", { name: "No messages yet" })).toBeTruthy();
  expect(router.state.location.search).toEqual({});
});

test("a request can be declined", async () => {
  mockApi.on("POST /api/threads/:threadId/decline", { ok: true });
  const { user, router } = await renderApp(address);
  await user.click(await screen.findByRole("button", { name: "Decline" }));
  expect(await screen.findByText("Request declined")).toBeTruthy();
  expect(router.state.location.search).toEqual({});
  // The focus is not lost with the button, and the next Tab leads to 'Undo'.
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
  await user.tab();
  expect(document.activeElement?.textContent).toMatch(/^Undo /);
  leavePage();
  await waitFor(() => expect(mockApi.requests("POST /api/threads/:threadId/decline")).toHaveLength(1));
});

test("a request is accepted by a reply", async () => {
  const { user } = await renderApp(address);
  await screen.findByRole("button", { name: "Decline" });
  mockApi.on("POST /api/threads/:threadId/messages", aMessage({ threadId: thread.id }));
  mockApi.on("GET /api/threads/:threadId", thread);
  await user.type(screen.getByRole("textbox", { name: "Message to noor" }), "From the flea market{Enter}");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Decline" })).toBeNull());
});

test("a conversation without messages says that the first one may become a request, until it is written", async () => {
  mockApi.on("GET /api/threads/:threadId", thread);
  mockApi.on("GET /api/threads/:threadId/messages", { ...aPage([]), latestCursor: null });
  mockApi.on("POST /api/threads/:threadId/messages", aMessage({ threadId: thread.id }));
  const { user } = await renderApp(address);
  const hint = "No messages here yet. Members who don't follow you get the first one as a request.";
  expect(await screen.findByText(hint)).toBeTruthy();
  await user.type(screen.getByRole("textbox", { name: "Message to noor" }), "Hello!{Enter}");
  expect(screen.queryByText(hint)).toBeNull();
});

test("a first message that comes while the conversation is loaded makes it a request", async () => {
  const before = deferred<typeof thread>();
  mockApi.on("GET /api/threads/:threadId", () => before.promise);
  const live = await mockLive();
  const { queryClient } = await renderApp(address);
  startLiveCounts(queryClient);
  mockApi.on("GET /api/threads/:threadId", { ...thread, isRequest: true });
  await live.tell("message", aMessage({ threadId: thread.id, senderId: noor.id }));
  before.resolve({ ...thread, lastMessagePreview: null });
  expect(await screen.findByRole("button", { name: "Decline" })).toBeTruthy();
});

test("the other's first message makes an open conversation without messages a request", async () => {
  mockApi.on("GET /api/threads/:threadId", { ...thread, lastMessagePreview: null });
  mockApi.on("GET /api/threads/:threadId/messages", { ...aPage([]), latestCursor: null });
  const live = await mockLive();
  const { queryClient } = await renderApp(address);
  startLiveCounts(queryClient);
  expect(await screen.findByText(/^No messages here yet/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Decline" })).toBeNull();
  mockApi.on("GET /api/threads/:threadId", { ...thread, isRequest: true });
  await live.tell("message", aMessage({ threadId: thread.id, senderId: noor.id }));
  expect(await screen.findByRole("button", { name: "Decline" })).toBeTruthy();
});
