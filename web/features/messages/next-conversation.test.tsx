import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Message } from "#contract/messages.ts";
import { deferred } from "#web/testing/deferred.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aMessage, anAuthor, aPage, aThread } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";

const [withNoor, withTheo] = ["noor", "theo"].map((username) => aThread({ other: anAuthor({ username }) })) as [
  ReturnType<typeof aThread>,
  ReturnType<typeof aThread>,
];

beforeEach(() => {
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/threads", aPage([withNoor, withTheo]));
  mockApi.on("GET /api/threads/:threadId", ({ params }) => (params.threadId === withNoor.id ? withNoor : withTheo));
  mockApi.on("GET /api/threads/:threadId/messages", ({ params: { threadId } }) => ({
    ...aPage([aMessage({ threadId, senderId: memberId, content: "Hello" })]),
    latestCursor: null,
  }));
  mockApi.on("POST /api/threads/:threadId/read", { ok: true });
});

type App = Awaited<ReturnType<typeof renderApp>>;
const box = (name: string) => screen.findByRole<HTMLTextAreaElement>("textbox", { name: `Message to ${name}` });
async function open({ router }: App, { id, other }: typeof withNoor) {
  await act(() => router.navigate({ to: "/messages", search: { thread: id } }));
  await box(other.username);
}
/** With the other one loaded, as beside the list on wide screens. */
async function openBoth() {
  const app = await renderApp(`/messages?thread=${withTheo.id}`);
  await box("theo");
  await open(app, withNoor);
  return app;
}
const view = () => screen.getByRole("list", { name: "Messages" }).parentElement as HTMLElement;

test("who types in one conversation does not type in the next", async () => {
  const live = await mockLive();
  const app = await openBoth();
  await live.tell("typing", { threadId: withNoor.id, userId: withNoor.other.id });
  expect(screen.getByText("noor is typing…")).toBeTruthy();
  await open(app, withTheo);
  expect(screen.queryByText(/is typing…/)).toBeNull();
});

test("a conversation opens at its newest message, however far up one was in the one before", async () => {
  const app = await openBoth();
  view().scrollTop = -500;
  await open(app, withTheo);
  expect(view().scrollTop).toBe(0);
});

test("what one writes further up comes into view, and what arrives leaves one there", async () => {
  const live = await mockLive();
  const sent = deferred<Message>();
  mockApi.on("POST /api/threads/:threadId/messages", () => sent.promise);
  const { user } = await openBoth();
  view().scrollTop = -500;
  await live.tell("message", aMessage({ threadId: withNoor.id, senderId: withNoor.other.id, content: "Hi" }));
  await screen.findByText("Hi");
  expect(view().scrollTop).toBe(-500);
  await user.type(await box("noor"), "Halden{Enter}");
  await screen.findByText("Sending…");
  expect(view().scrollTop).toBe(0);
  sent.resolve(aMessage({ threadId: withNoor.id, senderId: memberId, content: "Halden" }));
  await waitFor(() => expect(screen.queryByText("Sending…")).toBeNull());
});
