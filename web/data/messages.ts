import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Message } from "#contract/messages.ts";
import { call, type ReplyOf } from "#web/api/call.ts";
import { applyLive, reload } from "./live-loads.ts";
import { meKey } from "./me.ts";
import { messageKeys } from "./message-keys.ts";
import { pagedQuery } from "./paged.ts";

type MessagePage = ReplyOf<"GET /api/threads/:threadId/messages">;

export const messageQueries = {
  threads: (search: string) =>
    pagedQuery(messageKeys.threadList(search), (cursor, signal) =>
      call("GET /api/threads", { query: { cursor, search: search === "" ? undefined : search } }, signal),
    ),
  thread: (threadId: string) =>
    queryOptions({
      queryKey: messageKeys.thread(threadId),
      queryFn: ({ signal }) => call("GET /api/threads/:threadId", { params: { threadId } }, signal),
    }),
  /** A conversation, newest page first. `addMessages` adds live messages. */
  messages: (threadId: string) =>
    pagedQuery(
      messageKeys.messages(threadId),
      (cursor, signal): Promise<MessagePage> =>
        call("GET /api/threads/:threadId/messages", { params: { threadId }, query: { cursor } }, signal),
      { staleTime: Infinity },
    ),
};

/**
 * Adds messages to a conversation, newest first, each once; to one that is being loaded, after that. Returns whether one
 * was missing.
 */
export function addMessages(client: QueryClient, threadId: string, arrived: Message[]): boolean {
  const known = client.getQueryData(messageQueries.messages(threadId).queryKey);
  const isNew = known !== undefined && listFresh(known.pages, arrived).length > 0;
  applyLive(client, messageKeys.messages(threadId), () => insertMessages(client, threadId, arrived));
  return isNew;
}

function listFresh(pages: MessagePage[], arrived: Message[]): Message[] {
  const ids = new Set(pages.flatMap((page) => page.items.map((message) => message.id)));
  return arrived.filter((message) => !ids.has(message.id));
}

function insertMessages(client: QueryClient, threadId: string, arrived: Message[]): void {
  client.setQueryData(messageQueries.messages(threadId).queryKey, (known) => {
    const [first, ...rest] = known?.pages ?? [];
    if (!known || !first) return known;
    const fresh = listFresh(known.pages, arrived);
    if (fresh.length === 0) return known;
    const items = [...fresh, ...first.items].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    return { ...known, pages: [{ ...first, items }, ...rest] };
  });
}

/** Loads the list of conversations again after a message in one of them, which may have begun or accepted a request. */
export function refreshAfterMessage(client: QueryClient, threadId: string): void {
  void client.invalidateQueries({ queryKey: messageKeys.threads });
  const { queryKey } = messageQueries.thread(threadId);
  const known = client.getQueryData(queryKey);
  // One that is being loaded may have been read before the message.
  if (!known || known.isRequest || known.lastMessagePreview === null) void reload(client, queryKey);
}

/** Loads the list of conversations again, and the head of this one or of all. */
export function refreshThreads(client: QueryClient, ...threadIds: string[]): void {
  void client.invalidateQueries({ queryKey: messageKeys.threads });
  void client.invalidateQueries({ queryKey: ["thread", ...threadIds] });
}

/** Conversations that are not on screen, or this one of them, miss what changes: they are loaded again when opened. */
export function dropUnwatched(client: QueryClient, ...threadIds: string[]): void {
  client.removeQueries({ queryKey: ["messages", ...threadIds], type: "inactive" });
}

/** Loads all messages that arrived since the conversation was loaded or last caught up: events may have been missed. */
export async function catchUp(client: QueryClient, threadId: string): Promise<void> {
  const { queryKey } = messageQueries.messages(threadId);
  // A load under way may have begun too early; one that failed shows its error and a retry.
  await client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => undefined);
  const known = client.getQueryData(queryKey);
  if (!known) return;
  let after = known.pages[0]?.latestCursor ?? null;
  if (after === null) {
    await client.invalidateQueries({ queryKey: messageKeys.messages(threadId) });
    return;
  }
  while (after !== null) {
    const page: MessagePage = await call("GET /api/threads/:threadId/messages", {
      params: { threadId },
      query: { after },
    });
    addMessages(client, threadId, page.items);
    moveLatestCursor(client, threadId, page.latestCursor);
    after = page.nextCursor;
  }
}

/** The next time only what came after this is loaded. */
function moveLatestCursor(client: QueryClient, threadId: string, latestCursor: string | null): void {
  client.setQueryData(messageQueries.messages(threadId).queryKey, (known) => {
    const [first, ...rest] = known?.pages ?? [];
    return known && first && { ...known, pages: [{ ...first, latestCursor }, ...rest] };
  });
}

export function useStartThread() {
  return useMutation({
    meta: { failure: "Failed to start conversation", signIn: "Please sign in to access Messages" },
    mutationFn: (username: string) => call("POST /api/threads", { body: { username } }),
  });
}

/** Accepts the request of a member whom the caller does not follow. */
export function useAcceptThread(threadId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to start conversation" },
    mutationFn: () => call("POST /api/threads/:threadId/accept", { params: { threadId } }),
    onSuccess: (accepted) => {
      client.setQueryData(messageQueries.thread(threadId).queryKey, accepted);
      void client.invalidateQueries({ queryKey: messageKeys.threads });
    },
  });
}

/** Marks all messages of a thread as read. */
export function useReadThread(threadId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: () => call("POST /api/threads/:threadId/read", { params: { threadId } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: messageKeys.threads });
      void client.invalidateQueries({ queryKey: meKey });
    },
  });
}
