import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Message } from "#contract/messages.ts";
import { startLiveCounts } from "#web/data/live-counts.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { mockLive } from "#web/testing/mock-live.ts";
import { renderApp } from "#web/testing/render-app.tsx";
import { aMe, aMessage, anAuthor, aPage, aThread } from "#web/testing/samples.ts";
import { signIn } from "#web/testing/sign-in.ts";

type Live = Awaited<ReturnType<typeof mockLive>>;
type App = Awaited<ReturnType<typeof renderApp>>;

const noor = anAuthor({ username: "noor" });
const thread = aThread({ other: noor });
const address = `/messages?thread=${thread.id}`;
const theirs = (content: string, createdAt: string) =>
  aMessage({ threadId: thread.id, senderId: noor.id, content, createdAt });
const messagePage = (items: Message[]) => ({ ...aPage(items), latestCursor: "latest" });

const question = theirs("Where is that coat from?", "2026-03-01T11:00:00.000Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
  signIn();
  mockApi.on("GET /api/me", aMe());
  mockApi.on("GET /api/threads", aPage([thread]));
  mockApi.on("GET /api/threads/:threadId", thread);
  mockApi.on("GET /api/threads/:threadId/messages", messagePage([question]));
  mockApi.on("POST /api/threads/:threadId/read", { ok: true });
});
// Not before the app of the last test is closed: its session would be months old.
afterAll(() => vi.useRealTimers());

const lines = async () =>
  within(await screen.findByRole("list", { name: "Messages" }))
    .getAllByRole("listitem")
    .map((line) => line.textContent);

test.each([
  ["the next message", (live: Live) => live.tell("message", theirs("Two", "2026-03-01T11:59:30.000Z"))],
  ["a return to the tab", () => act(() => document.dispatchEvent(new Event("visibilitychange")))],
  [
    "opening the conversation again",
    async (_live: Live, { router }: App) => {
      await act(() => router.navigate({ to: "/splash" }));
      act(() => router.history.back());
    },
  ],
])("a message whose event was lost comes with %s", async (_what, heal) => {
  const live = await mockLive();
  const app = await renderApp(address);
  await lines();
  const after: (string | undefined)[] = [];
  mockApi.on("GET /api/threads/:threadId/messages", ({ query }) => {
    after.push(query["after"]);
    const missed = [theirs("One", "2026-03-01T11:40:00.000Z"), theirs("Two", "2026-03-01T11:59:30.000Z")];
    return { ...messagePage(query["after"] === "latest" ? missed : []), latestCursor: "later" };
  });
  await heal(live, app);
  await waitFor(async () =>
    expect((await lines()).slice(0, 2)).toEqual(["Where is that coat from?1h ago", "One20m ago"]),
  );
  await live.comeBack();
  await waitFor(() => expect(after).toEqual(["latest", "later"]));
});

test("a message that moderators remove goes from the open conversation, and from one that is opened again", async () => {
  const live = await mockLive();
  const { queryClient, router } = await renderApp(address);
  startLiveCounts(queryClient);
  await lines();
  const show = (content: string) =>
    mockApi.on("GET /api/threads/:threadId/messages", messagePage([{ ...question, content }]));
  show("This message was removed by the moderators.");
  await live.tell("thread", { threadId: thread.id, isGone: false });
  await waitFor(async () => expect(await lines()).toEqual(["This message was removed by the moderators.1h ago"]));
  await act(() => router.navigate({ to: "/splash" }));
  show("Where is that coat from?");
  await live.tell("thread", { threadId: thread.id, isGone: false });
  act(() => router.history.back());
  await waitFor(async () => expect(await lines()).toEqual(["Where is that coat from?1h ago"]));
});

test("a read mark that failed is sent again after a reconnect", async () => {
  const live = await mockLive();
  mockApi.on("POST /api/threads/:threadId/read", fails("server.unavailable"));
  await renderApp(address);
  const marks = () => mockApi.requests("POST /api/threads/:threadId/read");
  await waitFor(() => expect(marks()).toHaveLength(1));
  await live.comeBack();
  await waitFor(() => expect(marks()).toHaveLength(2));
});
