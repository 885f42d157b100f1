import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Thread } from "#contract/messages.ts";
import type { Page } from "#contract/page.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useMe } from "./me.ts";
import { messageKeys } from "./message-keys.ts";

/** How many messages are unread, without those of conversations that are deleted but may come back. */
export function useUnreadMessagesCount(): number {
  const client = useQueryClient();
  const removedIds = useRemovedIds();
  const count = useMe()?.unreadMessagesCount ?? 0;
  const removed = [...removedIds].map((id) => countUnread(client, id));
  return Math.max(
    0,
    removed.reduce((left, unread) => left - unread, count),
  );
}

/** What a conversation adds to the count, as far as it is known. */
function countUnread(client: QueryClient, threadId: string): number {
  const lists = client.getQueriesData<InfiniteData<Page<Thread>>>({ queryKey: messageKeys.threads });
  const listed = lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? []);
  const thread = listed.find(({ id }) => id === threadId) ?? client.getQueryData<Thread>(messageKeys.thread(threadId));
  return thread && !thread.isMuted ? thread.unreadCount : 0;
}
