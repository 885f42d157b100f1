import type { PushAddress } from "#contract/notifications.ts";
import { readItem, writeItem } from "#web/lib/storage.ts";
import { call } from "./call.ts";
import { workerUrl } from "./service-worker.ts";
import { getUserId } from "./session.ts";

/** The member who has switched push on in this browser, which others may use too; logging out deletes it. */
const ownerKey = "fash.push-member";

/** Until a first installation has surely ended. */
const workerWaitMs = 20_000;

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
  const { installing } = await navigator.serviceWorker.register(workerUrl);
  await subscribe(await Promise.race([navigator.serviceWorker.ready, whenUnusable(installing)]), siteKey);
  return true;
}

/** Rejects if the worker could not be installed, or takes too long: `ready` would wait for ever. */
function whenUnusable(worker: ServiceWorker | null): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new Error("The service worker is not there"));
    worker?.addEventListener("statechange", () => worker.state === "redundant" && fail());
    setTimeout(fail, workerWaitMs);
  });
}

/** Subscribes the browser for the site's present key; push services refuse messages for a former one. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, siteKey: string): Promise<void> {
  const former = await pushManager.getSubscription();
  if (former && !isForKey(former, siteKey)) await former.unsubscribe();
  await sendSubscription(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: siteKey }));
  writeItem("local", ownerKey, getUserId() ?? null);
}

/** Removes the subscription from the server, then from the browser. */
export async function switchPushOff(): Promise<void> {
  await call("DELETE /api/me/push-subscription");
  writeItem("local", ownerKey, null);
  await unsubscribe();
}

/** Ends the browser's subscription; the server deletes its own record of it with the session or with the next message. */
export async function unsubscribe(): Promise<void> {
  if (getPushSupport() === "unsupported") return;
  const registration = await navigator.serviceWorker.getRegistration(workerUrl);
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * Browsers change a subscription's endpoint from time to time, and a site its key: the next visit of the member who switched
 * push on in this browser sends what holds now. Another member has not asked for it.
 */
export async function refreshPushSubscription(): Promise<void> {
  if (getPushSupport() !== "ready" || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration(workerUrl);
  const isOwner = getUserId() !== undefined && readItem("local", ownerKey) === getUserId();
  if (!registration || !(isOwner || (await registration.pushManager.getSubscription()))) return;
  const { isPushSubscribed, pushKey } = await call("GET /api/me/notifications");
  // A browser that subscribed before its member was noted is known to the server.
  if (isOwner || isPushSubscribed) await subscribe(registration, pushKey);
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
