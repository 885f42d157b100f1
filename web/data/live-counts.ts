import type { QueryClient } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import type { Me, Profile } from "#contract/profiles.ts";
import { onLive, onLiveReconnect, startLive } from "#web/api/live.ts";
import { setBadge } from "#web/lib/app-badge.ts";
import { getSavedAt } from "#web/lib/saved-view.ts";
import { pushed } from "#web/service-worker/stores.ts";
import { eventKeys } from "./event-cache.ts";
import { followRequestsKey } from "./follow-requests.ts";
import { meKey, patchMe } from "./me.ts";
import { dropUnwatched, refreshAfterMessage, refreshThreads } from "./messages.ts";
import { notificationKeys } from "./notification-keys.ts";
import { profileKeys } from "./profiles.ts";
import { refreshPoints, showBalance } from "./points-cache.ts";
import { refreshRewards, rewardKeys, showRedemption } from "./rewards.ts";

/** Opens the socket and keeps what every screen shows up to date: the bell's badge, unread messages, conversations and points. */
export function startLiveCounts(client: QueryClient): void {
  onLive("notifications", ({ unreadCount }) => {
    patchMe(client, { unreadNotificationsCount: unreadCount });
    refreshLists(client);
  });
  onLive("points", ({ balance }) => {
    showBalance(client, balance);
    void client.invalidateQueries({ queryKey: rewardKeys.standing });
  });
  const countMessages = () => void client.invalidateQueries({ queryKey: meKey });
  onLive("message", ({ threadId }) => {
    countMessages();
    refreshAfterMessage(client, threadId);
    dropUnwatched(client, threadId);
  });
  onLive("thread", ({ threadId }) => {
    countMessages();
    refreshThreads(client, threadId);
    dropUnwatched(client, threadId);
  });
  onLive("read", ({ threadId }) => {
    countMessages();
    refreshThreads(client, threadId);
  });
  onLive("redemption", (redemption) => showRedemption(client, redemption));
  onLiveReconnect(() => {
    refreshRewards(client);
    void client.invalidateQueries({ queryKey: meKey });
    refreshLists(client);
    refreshPoints(client);
    refreshThreads(client);
    dropUnwatched(client);
  });
  keepBadge(client);
  startLive();
}

/** Shows the unread notifications and messages on the icon of the installed app. */
function keepBadge(client: QueryClient): void {
  let shown: number | undefined;
  const show = () => {
    const me = client.getQueryData<Me>(meKey);
    const count = me && me.unreadNotificationsCount + me.unreadMessagesCount;
    if (count === shown) return;
    shown = count;
    // Until the count is known the icon keeps what a push message has put on it.
    if (count !== undefined) setBadge(count);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.query.queryKey[0] !== meKey[0]) return;
    // While the app slept a push message may have put another count on the icon than the one shown last.
    const isFetched = event.type === "updated" && event.action.type === "success" && !event.action.manual;
    if (isFetched && getSavedAt() !== undefined) return;
    if (isFetched) shown = undefined;
    show();
  });
  show();
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data === pushed) void recount(client);
  });
}

/**
 * Counts what is unread after a push message, which may come late: if nothing is any more, the messages that are shown are
 * closed. What the list leaves out counts for nothing, and stays.
 */
async function recount(client: QueryClient): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  // Before the count: it knows nothing of what is shown later.
  const shown = await worker?.getNotifications();
  await client.invalidateQueries({ queryKey: meKey });
  const { data: me, isInvalidated } = client.getQueryState<Me>(meKey) ?? {};
  const isKnown = isInvalidated === false && getSavedAt() === undefined;
  if (!isKnown || !me || me.unreadNotificationsCount + me.unreadMessagesCount > 0) return;
  for (const notification of shown ?? [])
    if ((notification.data as { isCounted?: boolean } | null)?.isCounted) notification.close();
}

/**
 * Reloads notifications, follow requests, profiles whose owner may have accepted the caller's request, and events that the
 * caller replied to: a place became free, the time changed, they were checked in.
 */
function refreshLists(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: notificationKeys.list });
  void client.invalidateQueries({ queryKey: followRequestsKey });
  void client.invalidateQueries({
    queryKey: profileKeys.all,
    predicate: ({ state }) => (state.data as Partial<Profile> | undefined)?.followState === "requested",
  });
  void client.invalidateQueries({
    queryKey: [...eventKeys.all, "detail"],
    predicate: ({ state }) => Boolean((state.data as Partial<Event> | undefined)?.attendance),
  });
}
