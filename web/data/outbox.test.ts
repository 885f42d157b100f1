import type { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createQueryClient } from "#web/query-client.ts";
import { deferred } from "#web/testing/deferred.ts";
import { fails, mockApi } from "#web/testing/mock-api.ts";
import { aMessage, anId } from "#web/testing/samples.ts";
import { memberId, signIn } from "#web/testing/sign-in.ts";
import { sendMessage, startOutbox } from "./outbox.ts";

const threadId = anId();
const sent = () =>
  mockApi.requests("POST /api/threads/:threadId/messages").map(({ body }) => (body as { content: string }).content);
const stored = () => localStorage.getItem(`fash.outbox.${memberId}`);
const arrives = () =>
  mockApi.on("POST /api/threads/:threadId/messages", ({ body }) =>
    aMessage({ threadId, senderId: memberId, content: body.content }),
  );
const isRefusedWith = (code: Parameters<typeof fails>[0]) =>
  mockApi.on("POST /api/threads/:threadId/messages", fails(code));
const tries = (count: number) => vi.waitFor(() => expect(sent()).toHaveLength(count));
const isEmpty = () => vi.waitFor(() => expect(stored()).toBeNull());

let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  signIn();
  client = createQueryClient(() => undefined);
  const stop = startOutbox(client);
  onTestFinished(() => {
    stop();
    client.clear();
    vi.useRealTimers();
  });
});

/** A message that could not be sent for now. */
async function failToSend(content: string): Promise<void> {
  isRefusedWith("server.unavailable");
  sendMessage(client, threadId, content);
  await vi.waitFor(() => expect(stored()).toContain("failed"));
}

test("what failed is sent again by itself, after ever longer pauses", async () => {
  await failToSend("One");
  await vi.advanceTimersByTimeAsync(5_000);
  await tries(2);
  await vi.advanceTimersByTimeAsync(8_000);
  await tries(2);
  arrives();
  await vi.advanceTimersByTimeAsync(2_000);
  await isEmpty();
  expect(sent()).toEqual(["One", "One", "One"]);
});

test("a server that names a time is not asked before", async () => {
  const headers = { "retry-after": "30" };
  mockApi.on("POST /api/threads/:threadId/messages", () => Response.json({}, { status: 429, headers }));
  sendMessage(client, threadId, "One");
  await vi.waitFor(() => expect(stored()).toContain("failed"));
  arrives();
  sendMessage(client, threadId, "Two");
  sendMessage(client, anId(), "Elsewhere");
  await vi.advanceTimersByTimeAsync(28_000);
  await tries(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await isEmpty();
  expect(sent().toSorted()).toEqual(["Elsewhere", "One", "One", "Two"]);
});

test("one that fails again by itself stays as it is", async () => {
  await failToSend("One");
  const reply = deferred<Response>();
  mockApi.on("POST /api/threads/:threadId/messages", () => reply.promise);
  await vi.advanceTimersByTimeAsync(5_000);
  await tries(2);
  expect(stored()).toContain("failed");
  reply.resolve(Response.json({}, { status: 503 }));
});

test("no message overtakes one that failed", async () => {
  await failToSend("One");
  sendMessage(client, threadId, "Two");
  sendMessage(client, threadId, "Three");
  await tries(2);
  arrives();
  await vi.advanceTimersByTimeAsync(10_000);
  await isEmpty();
  expect(sent()).toEqual(["One", "One", "One", "Two", "Three"]);
});

test("what is left of a conversation that is no longer there is not kept", async () => {
  await failToSend("One");
  sendMessage(client, threadId, "Two");
  await tries(2);
  isRefusedWith("thread.not_found");
  await vi.advanceTimersByTimeAsync(10_000);
  await isEmpty();
  expect(sent()).toEqual(["One", "One", "One"]);
});

test("another conversation does not wait for it", async () => {
  await failToSend("One");
  arrives();
  sendMessage(client, anId(), "Elsewhere");
  await tries(2);
  await vi.advanceTimersByTimeAsync(10_000);
  await isEmpty();
  expect(sent()).toEqual(["One", "Elsewhere", "One"]);
});
