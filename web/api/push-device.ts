import type { PushAddress } from "#contract/notifications.ts";
import { call } from "./call.ts";
import { workerUrl } from "./service-worker.ts";

/** Whether this browser can receive push messages, as far as is known without a permission prompt. */
export type PushSupport = "ready" | "blocked" | "unsupported";

export function getPushSupport(): PushSupport {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "ready";
}

/**
 * Asks for permission, subscribes this browser and stores the subscription on the server; false if permission was
 * denied.
 */
export async function switchPushOn(siteKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register(workerUrl);
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  if (former && !isForKey(former, siteKey)) await former.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: siteKey });
  await sendSubscription(subscription);
  return true;
}

/** Removes the subscription from the server, then from the browser. */
export async function switchPushOff(): Promise<void> {
  await call("DELETE /api/me/push-subscription");
  const registration = await navigator.serviceWorker.getRegistration(workerUrl);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** Browsers change a subscription's endpoint from time to time; the next visit sends the new one. */
export async function refreshPushSubscription(): Promise<void> {
  if (getPushSupport() !== "ready" || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration(workerUrl);
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await sendSubscription(subscription);
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const address: PushAddress = {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" },
  };
  await call("PUT /api/me/push-subscription", { body: address });
}

function isForKey({ options }: PushSubscription, siteKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === siteKey;
}
