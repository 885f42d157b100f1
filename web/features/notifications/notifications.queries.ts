import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Badge, Notification } from "#contract/notifications.ts";
import type { Page } from "#contract/page.ts";
import { call } from "#web/api/call.ts";
import { meQuery } from "#web/api/me.ts";

type Pages = InfiniteData<Page<Notification>, string | undefined>;

export const notificationQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: ["notifications", "list"],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }): Promise<Page<Notification>> =>
        call("GET /api/notifications", { query: { cursor } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
      meta: { failure: "Failed to load notifications" },
    }),
};

/** A change of the list that shows at once, and is taken back when the server refuses. */
function useListChange<V>({
  run,
  change,
  meta,
}: {
  run: (given: V) => Promise<Badge>;
  change: (items: Notification[], given: V) => Notification[];
  meta: { success?: string; failure: string };
}) {
  const client = useQueryClient();
  const { queryKey } = notificationQueries.list();
  return useMutation({
    meta: { ...meta, signIn: "Please sign in" },
    mutationFn: run,
    onMutate: async (given: V) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Pages>(queryKey);
      client.setQueryData<Pages>(
        queryKey,
        before && { ...before, pages: before.pages.map((page) => ({ ...page, items: change(page.items, given) })) },
      );
      return before;
    },
    onSuccess: (badge) => showBadge(client, badge),
    onError: (_error, _given, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

function showBadge(client: QueryClient, { unreadCount }: Badge): void {
  client.setQueryData(meQuery.queryKey, (me) => me && { ...me, unreadNotificationsCount: unreadCount });
}

export const useReadNotification = () =>
  useListChange({
    run: (notificationId: string) =>
      call("PUT /api/notifications/:notificationId/read", { params: { notificationId } }),
    change: (items, id) => items.map((item) => (item.id === id ? { ...item, isRead: true } : item)),
    meta: { failure: "Failed to update notifications" },
  });

export const useReadAllNotifications = () =>
  useListChange<void>({
    run: () => call("POST /api/notifications/read"),
    change: (items) => items.map((item) => ({ ...item, isRead: true })),
    meta: { success: "All notifications marked as read", failure: "Failed to update notifications" },
  });

export const useDeleteNotification = () =>
  useListChange({
    run: (notificationId: string) => call("DELETE /api/notifications/:notificationId", { params: { notificationId } }),
    change: (items, id) => items.filter((item) => item.id !== id),
    meta: { success: "Notification deleted", failure: "Failed to delete notification" },
  });

export const useClearNotifications = () =>
  useListChange<void>({
    run: () => call("DELETE /api/notifications"),
    change: () => [],
    meta: { success: "All notifications cleared", failure: "Failed to clear notifications" },
  });
