import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import type { Notification } from "#contract/notifications.ts";
import type { Page } from "#contract/page.ts";
import { useRemovedIds } from "#web/lib/removed-ids.ts";
import { useMe } from "./me.ts";
import { notificationKeys } from "./notification-keys.ts";

/** How many notifications are unread, without those that are deleted but may come back. */
export function useUnreadNotificationsCount(): number {
  const client = useQueryClient();
  const removedIds = useRemovedIds();
  const count = useMe()?.unreadNotificationsCount ?? 0;
  const list = client.getQueryData<InfiniteData<Page<Notification>>>(notificationKeys.list);
  const removed = list?.pages.flatMap(({ items }) => items).filter(({ id, isRead }) => !isRead && removedIds.has(id));
  return Math.max(0, count - (removed?.length ?? 0));
}
