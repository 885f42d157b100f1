import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation } from "@tanstack/react-query";
import type { Message } from "#contract/messages.ts";
import { call, type ReplyOf } from "#web/api/call.ts";

type MessagePage = ReplyOf<"GET /api/threads/:threadId/messages">;

export const messageQueries = {
  threads: (search: string) =>
    infiniteQueryOptions({
      queryKey: ["threads", { search }],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) =>
        call("GET /api/threads", { query: { cursor, search: search === "" ? undefined : search } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  thread: (threadId: string) =>
    queryOptions({
      queryKey: ["thread", threadId],
      queryFn: ({ signal }) => call("GET /api/threads/:threadId", { params: { threadId } }, signal),
    }),
  /** A conversation, newest page first. Live messages are put in by `addMessages`. */
  messages: (threadId: string) =>
    infiniteQueryOptions({
      queryKey: ["messages", threadId],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) =>
        call("GET /api/threads/:threadId/messages", { params: { threadId }, query: { cursor } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: Infinity,
    }),
};

/** Puts messages into a conversation that is already on screen; each stands there once, newest first. */
export function addMessages(client: QueryClient, threadId: string, arrived: Message[]): void {
  client.setQueryData(messageQueries.messages(threadId).queryKey, (known) => {
    const [first, ...rest] = known?.pages ?? [];
    if (!known || !first) return known;
    const ids = new Set(known.pages.flatMap((page) => page.items.map((message) => message.id)));
    const fresh = arrived.filter((message) => !ids.has(message.id));
    if (fresh.length === 0) return known;
    const items = [...fresh, ...first.items].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    return { ...known, pages: [{ ...first, items }, ...rest] };
  });
}

/** Asks for all that came into a conversation since it was loaded: after a reconnect nothing is missing. */
export async function catchUp(client: QueryClient, threadId: string): Promise<void> {
  const known = client.getQueryData(messageQueries.messages(threadId).queryKey);
  if (!known) return;
  let after = known.pages[0]?.latestCursor ?? null;
  if (after === null) {
    await client.invalidateQueries({ queryKey: messageQueries.messages(threadId).queryKey });
    return;
  }
  while (after !== null) {
    const page: MessagePage = await call("GET /api/threads/:threadId/messages", {
      params: { threadId },
      query: { after },
    });
    addMessages(client, threadId, page.items);
    after = page.nextCursor;
  }
}

export function useStartThread() {
  return useMutation({
    meta: { failure: "Failed to start conversation", signIn: "Please sign in to access Messages" },
    mutationFn: (username: string) => call("POST /api/threads", { body: { username } }),
  });
}
