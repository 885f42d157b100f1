import { pushed } from "./stores.ts";

/** A push message, see server/notifications. */
interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
  /** Missing where the message could not be read. */
  unreadCount?: number;
  /** Missing in messages of older servers. */
  isCounted?: boolean;
}

declare const self: ServiceWorkerGlobalScope;
const icon = "/icon-192.png";

/**
 * Shows a message and, on the app's icon, how much was unread when it was sent: also while no page of Fash is open, or one
 * that is asleep. An open page asks how much is unread now: the message may come late, and be read elsewhere by then, see
 * web/data/live-counts.ts. Without one it is shown all the same, as browsers demand a notification for each message.
 */
export async function showMessage(data: PushMessageData | null): Promise<void> {
  const { title, body, path, tag, unreadCount, isCounted } = readMessage(data);
  await self.registration.showNotification(title, { body, tag, icon, badge: icon, data: { path, isCounted } });
  if ("setAppBadge" in navigator) await navigator.setAppBadge(unreadCount);
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage(pushed);
}

/** Browsers require a notification for each message, so an unreadable one gets a generic text. */
function readMessage(data: PushMessageData | null): Message {
  try {
    if (data) return data.json() as Message;
  } catch {
    // Not JSON.
  }
  return { title: "Fash", body: "You have a new notification", path: "/notifications", tag: "fash" };
}

/** Brings the page to an address of this site: in a window that is open already, or else in a new one. */
export async function openMessage(notification: Notification): Promise<void> {
  notification.close();
  const { path } = (notification.data ?? {}) as Partial<Message>;
  const url = new URL(path ?? "/notifications", self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [page] = await self.clients.matchAll({ type: "window" });
  if (!page) return void (await self.clients.openWindow(url.href));
  await page.focus();
  await page.navigate(url.href);
}
