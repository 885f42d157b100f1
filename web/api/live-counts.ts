import type { QueryClient } from "@tanstack/react-query";
import { onLive, onLiveReturn, startLive } from "./live.ts";
import { meQuery } from "./me.ts";

/** Opens the socket and keeps what every screen counts in step with it: the bell's badge and unread messages. */
export function startLiveCounts(client: QueryClient): void {
  onLive("notifications", ({ unreadCount }) => {
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, unreadNotificationsCount: unreadCount });
    void client.invalidateQueries({ queryKey: notificationListKey });
  });
  onLive("message", () => void client.invalidateQueries(meQuery));
  onLive("read", () => void client.invalidateQueries(meQuery));
  onLiveReturn(() => {
    void client.invalidateQueries(meQuery);
    void client.invalidateQueries({ queryKey: notificationListKey });
  });
  startLive();
}

/** The list of notifications, wherever it is kept. */
const notificationListKey = ["notifications", "list"];
