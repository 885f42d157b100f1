import type { PushAddress } from "#contract/notifications.ts";
import { call } from "./call.ts";

const workerUrl = "/sw.js";

/** What this browser says to push messages, as far as one can tell without asking. */
export type PushAbility = "ready" | "blocked" | "unsupported";

export function readPushAbility(): PushAbility {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "ready";
}

/** Asks the person, then subscribes this browser and tells the server; false when they said no. */
export async function switchPushOn(siteKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register(workerUrl);
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  if (former && !isForKey(former, siteKey)) await former.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: siteKey });
  await tellServer(subscription);
  return true;
}

/** Tells the server, then takes subscription and service worker away again. */
export async function switchPushOff(): Promise<void> {
  await call("DELETE /api/me/push-subscription");
  const registration = await navigator.serviceWorker.getRegistration(workerUrl);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await registration?.unregister();
}

/** Browsers give a subscription a new address now and then; the server hears of it at the next visit. */
export async function keepPushAddress(): Promise<void> {
  if (readPushAbility() !== "ready" || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration(workerUrl);
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await tellServer(subscription);
}

async function tellServer(subscription: PushSubscription): Promise<void> {
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
