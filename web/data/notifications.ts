import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Badge, Notification } from "#contract/notifications.ts";
import type { Page } from "#contract/page.ts";
import type { Me } from "#contract/profiles.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { removeWithUndo } from "#web/lib/removals.ts";
import { notificationKeys } from "./notification-keys.ts";
import { meKey, patchMe } from "./me.ts";
import { pagedQuery } from "./paged.ts";

type Pages = InfiniteData<Page<Notification>, string | undefined>;

export const notificationsQuery = pagedQuery(
  notificationKeys.list,
  (cursor, signal): Promise<Page<Notification>> => call("GET /api/notifications", { query: { cursor } }, signal),
  { staleTime: 0, meta: { failure: "Failed to load notifications" } },
);

/** A change of the list. Optimistic; rolled back on failure. */
function useListChange<V>({
  run,
  change,
  meta,
  isUnreadGone = false,
}: {
  run: (given: V) => Promise<Badge>;
  change: (items: Notification[], given: V) => Notification[];
  meta: { success?: string; failure: string };
  /** Whether unread ones that leave the list are no longer counted. */
  isUnreadGone?: boolean;
}) {
  const client = useQueryClient();
  const queryKey = notificationKeys.list;
  return useMutation({
    meta: { ...meta, signIn: "Please sign in" },
    mutationFn: run,
    onMutate: async (given: V) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Pages>(queryKey);
      const unread = client.getQueryData<Me>(meKey)?.unreadNotificationsCount;
      client.setQueryData<Pages>(
        queryKey,
        before && { ...before, pages: before.pages.map((page) => ({ ...page, items: change(page.items, given) })) },
      );
      if (isUnreadGone && unread !== undefined) {
        const gone = countUnread(before) - countUnread(client.getQueryData<Pages>(queryKey));
        patchMe(client, { unreadNotificationsCount: Math.max(0, unread - gone) });
      }
      return { before, unread };
    },
    onSuccess: ({ unreadCount }) => patchMe(client, { unreadNotificationsCount: unreadCount }),
    onError: (_error, _given, known) => {
      client.setQueryData(queryKey, known?.before);
      if (isUnreadGone && known?.unread !== undefined) patchMe(client, { unreadNotificationsCount: known.unread });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

const countUnread = (list: Pages | undefined): number =>
  list?.pages.flatMap(({ items }) => items).filter(({ isRead }) => !isRead).length ?? 0;

export const useReadNotification = () =>
  useListChange({
    run: (notificationId: string) =>
      call("PUT /api/notifications/:notificationId/read", { params: { notificationId } }),
    change: (items, id) => items.map((item) => (item.id === id ? { ...item, isRead: true } : item)),
    meta: { failure: "Failed to update notifications" },
  });

/** What came after the newest one that the member saw stays as it is. */
const isSeen = ({ createdAt }: Notification, until: string | undefined) => until === undefined || createdAt <= until;

/** Takes the time of the newest one on screen. */
export const useReadAllNotifications = () =>
  useListChange<string | undefined>({
    run: (until) => call("POST /api/notifications/read", { query: { until } }),
    change: (items, until) => items.map((item) => (isSeen(item, until) ? { ...item, isRead: true } : item)),
    meta: { success: "All notifications marked as read", failure: "Failed to update notifications" },
  });

/** One that went in the meantime, with its cause or with all others, is as good as deleted. */
async function deleteNotification({ id: notificationId, createdAt: until }: Notification): Promise<Badge> {
  try {
    return await call("DELETE /api/notifications/:notificationId", { params: { notificationId }, query: { until } });
  } catch (error) {
    if (error instanceof ApiError && error.code === "notification.not_found")
      return call("GET /api/notifications/unread-count");
    throw error;
  }
}

/** Deletes a notification as it is shown, which can be undone for a while; one that others joined since comes back. */
export function useDeleteNotification(): (shown: Notification) => void {
  const { mutateAsync } = useListChange({
    run: deleteNotification,
    change: (items, { id, createdAt }) => items.filter((item) => item.id !== id || !isSeen(item, createdAt)),
    meta: { failure: "Failed to delete notification" },
    isUnreadGone: true,
  });
  return (shown) => removeWithUndo(shown.id, "Notification deleted", () => mutateAsync(shown), shown.message);
}

/** Takes the time of the newest one on screen when the member was asked. */
export const useClearNotifications = () =>
  useListChange<string | undefined>({
    run: (until) => call("DELETE /api/notifications", { query: { until } }),
    change: (items, until) => items.filter((item) => !isSeen(item, until)),
    meta: { success: "All notifications cleared", failure: "Failed to clear notifications" },
  });
