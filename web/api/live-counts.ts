import type { QueryClient } from "@tanstack/react-query";
import { onLive, onLiveReturn, startLive } from "./live.ts";
import { meQuery } from "./me.ts";
import { keepPushAddress } from "./push-device.ts";

/** Opens the socket and keeps what every screen counts in step with it: the bell's badge and unread messages. */
export function startLiveCounts(client: QueryClient): void {
  onLive("notifications", ({ unreadCount }) => {
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, unreadNotificationsCount: unreadCount });
    refreshLists(client);
  });
  onLive("message", () => void client.invalidateQueries(meQuery));
  onLive("read", () => void client.invalidateQueries(meQuery));
  onLiveReturn(() => {
    void client.invalidateQueries(meQuery);
    refreshLists(client);
  });
  startLive();
  // The address of before still works, or there is none: the next visit tries again.
  keepPushAddress().catch(() => undefined);
}

/** What the member was told of, and who asks to follow them. */
function refreshLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ["notifications", "list"] });
  void client.invalidateQueries({ queryKey: ["follow-requests"] });
}
