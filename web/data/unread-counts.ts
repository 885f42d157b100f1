import { type InfiniteData, type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { Thread } from "#contract/messages.ts";
import type { Notification } from "#contract/notifications.ts";
import type { Page } from "#contract/page.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useMe } from "./me.ts";
import { messageKeys } from "./message-keys.ts";
import { notificationKeys } from "./notification-keys.ts";

/** A count of the member's, without what is in listed items that are deleted but may come back. */
function useCountOfKept<Item extends { id: string }>(
  field: "unreadNotificationsCount" | "unreadMessagesCount",
  listKey: QueryKey,
  unreadIn: (item: Item) => number,
): number {
  const removedIds = useRemovedIds();
  const list = useQueryClient().getQueryData<InfiniteData<Page<Item>>>(listKey);
  let count = useMe()?.[field] ?? 0;
  for (const item of list?.pages.flatMap(({ items }) => items) ?? [])
    if (removedIds.has(item.id)) count -= unreadIn(item);
  return Math.max(0, count);
}

/** How many notifications are unread. */
export const useUnreadNotificationsCount = (): number =>
  useCountOfKept<Notification>("unreadNotificationsCount", notificationKeys.list, ({ isRead }) => (isRead ? 0 : 1));

/** How many messages are unread in conversations that are not muted. */
export const useUnreadMessagesCount = (): number =>
  useCountOfKept<Thread>("unreadMessagesCount", messageKeys.threadList(""), ({ isMuted, unreadCount }) =>
    isMuted ? 0 : unreadCount,
  );
