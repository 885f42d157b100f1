import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { forgetMember } from "#web/data/forget-member.ts";
import { renewPush } from "#web/data/push-renewal.ts";
import { notificationKeys } from "#web/data/notification-keys.ts";
import { mockApi } from "#web/testing/mock-api.ts";
import { memberId, signIn, signOut } from "#web/testing/sign-in.ts";
import { refreshPushSubscription, switchPushOff, switchPushOn } from "./push-device.ts";

const otherId = memberId.replace(/1$/, "2");
/** Two site keys, base64url. */
const [oldKey, newKey] = ["AQID", "BAUG"];
const keys = { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) };
let subscribed: { endpoint: string; options: { applicationServerKey: ArrayBuffer } } | null;

const pushManager = {
  getSubscription: () => Promise.resolve(subscribed),
  subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
    const key = Uint8Array.from(atob(applicationServerKey), (letter) => letter.codePointAt(0) ?? 0);
    const endpoint = `https://push.example/${applicationServerKey}`;
    const own = {
      endpoint,
      options: { applicationServerKey: key.buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: () => Promise.resolve(void (subscribed = null)),
    };
    subscribed = own;
    return Promise.resolve(own);
  },
};
const sentEndpoints = () =>
  mockApi.requests("PUT /api/me/push-subscription").map(({ body }) => (body as { endpoint: string }).endpoint);
const serverSays = (isPushSubscribed: boolean, pushKey: string) =>
  mockApi.on("GET /api/me/notifications", { types: [], pushKey, isPushSubscribed });

beforeEach(() => {
  subscribed = null;
  localStorage.clear();
  const registration = { pushManager };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted", requestPermission: () => Promise.resolve("granted") });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: {
      ready: Promise.resolve(registration),
      register: () => Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
  });
  mockApi.on("PUT /api/me/push-subscription", { ok: true });
  mockApi.on("DELETE /api/me/push-subscription", { ok: true });
  signIn();
});

// Tests of other files run in the same browser.
afterEach(() => void Reflect.deleteProperty(navigator, "serviceWorker"));

test("a visit sends the subscription again, also if the server has lost it", async () => {
  await switchPushOn(oldKey);
  serverSays(false, oldKey);
  await refreshPushSubscription();
  expect(sentEndpoints()).toEqual([`https://push.example/${oldKey}`, `https://push.example/${oldKey}`]);
});

test("switching push on fails if the service worker cannot be installed", async () => {
  const installing = Object.assign(new EventTarget(), { state: "installing" });
  const end = () => {
    installing.state = "redundant";
    installing.dispatchEvent(new Event("statechange"));
  };
  Object.assign(navigator.serviceWorker, {
    ready: new Promise(() => undefined),
    register: () => {
      setTimeout(end);
      return Promise.resolve({ pushManager, installing });
    },
  });
  await expect(switchPushOn(oldKey)).rejects.toThrow("The service worker is not there");
  expect(sentEndpoints()).toEqual([]);
});

test("after a change of the site's key a visit subscribes again", async () => {
  await switchPushOn(oldKey);
  serverSays(false, newKey);
  await refreshPushSubscription();
  expect(sentEndpoints()).toEqual([`https://push.example/${oldKey}`, `https://push.example/${newKey}`]);
});

test("the next member at the browser gets no push messages without asking", async () => {
  await switchPushOn(oldKey);
  signIn({ id: otherId });
  serverSays(false, oldKey);
  await refreshPushSubscription();
  expect(sentEndpoints()).toHaveLength(1);
  signIn();
  await refreshPushSubscription();
  expect(sentEndpoints()).toHaveLength(2);
});

test("a browser that subscribed before its member was noted stays subscribed", async () => {
  await switchPushOn(oldKey);
  localStorage.removeItem("fash.push-member");
  serverSays(true, oldKey);
  await refreshPushSubscription();
  expect(sentEndpoints()).toHaveLength(2);
});

test("who switched push off is not subscribed by a visit", async () => {
  await switchPushOn(oldKey);
  await switchPushOff();
  await refreshPushSubscription();
  expect(mockApi.requests("GET /api/me/notifications")).toEqual([]);
  expect(sentEndpoints()).toHaveLength(1);
});

test("a browser that forgets its member ends its subscription, without the server", async () => {
  // jsdom cannot load another page.
  history.replaceState(null, "", "/auth");
  await switchPushOn(oldKey);
  await forgetMember(new QueryClient(), "#logged-out");
  expect(subscribed).toBeNull();
  expect(mockApi.requests("DELETE /api/me/push-subscription")).toEqual([]);
  expect(location.hash).toBe("#logged-out");
  // The browser has no push messages, or does not say whether it has.
  for (const getRegistration of [() => Promise.resolve(undefined), () => Promise.reject(new Error("disabled"))]) {
    Object.assign(navigator.serviceWorker, { getRegistration });
    history.replaceState(null, "", "/auth");
    await forgetMember(new QueryClient(), "#logged-out");
    expect(location.hash).toBe("#logged-out");
  }
});

test("a new sign-in on the same page sends the subscription again, and the settings are reloaded after it", async () => {
  await switchPushOn(oldKey);
  serverSays(false, oldKey);
  const client = new QueryClient();
  client.setQueryData(notificationKeys.settings, { types: [], pushKey: oldKey, isPushSubscribed: false });
  onTestFinished(renewPush(client));
  await vi.waitFor(() => expect(sentEndpoints()).toHaveLength(2));
  signOut();
  signIn();
  await vi.waitFor(() => expect(client.getQueryState(notificationKeys.settings)?.isInvalidated).toBe(true));
  expect(sentEndpoints()).toHaveLength(3);
});
