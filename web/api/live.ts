import { useEffectEvent, useLayoutEffect } from "react";
import type { Socket } from "socket.io-client";
import type { ClientEvents, LiveSubject, ServerEvents, Subscribed } from "#contract/live.ts";
import { getAccessToken, getSession, getUserId, onSessionChange, refreshAccessToken } from "./session.ts";

/**
 * The one socket of the app. It opens after the first paint and only for a member, closes with the session, and
 * reconnects by itself. Components with live data load what they missed: their own events in `onLiveReconnect`, those of
 * a subscription when it is acknowledged.
 */
type LiveSocket = Socket<ServerEvents, ClientEvents>;
type Listener<E extends keyof ServerEvents> = ServerEvents[E];

const delayMaxMs = 15_000;
let socket: LiveSocket | null = null;
let opening: Promise<void> | null = null;
/** Whose socket it is. */
let ownerId: string | undefined;
const listeners = new Map<keyof ServerEvents, Set<(...payload: never[]) => void>>();
const reconnectListeners = new Set<() => void>();

interface Subscription {
  subject: LiveSubject;
  onAcknowledged: (subscribed: Subscribed, isAgain: boolean) => void;
  wasSent: boolean;
}
/** Sent again after every reconnect: the server keeps nothing of a dropped connection. */
const subscriptions = new Set<Subscription>();

/**
 * Opens the socket for a member and follows later sign-ins and sign-outs until the returned function is called. Call it
 * once the page is idle.
 */
export function startLive(): () => void {
  const unfollow = onSessionChange(follow);
  addEventListener("online", reconnect);
  document.addEventListener("visibilitychange", reconnect);
  follow();
  return () => {
    unfollow();
    removeEventListener("online", reconnect);
    document.removeEventListener("visibilitychange", reconnect);
    close();
  };
}

function follow(): void {
  const userId = getUserId();
  // Another tab may have signed another member in.
  if (socket && userId !== ownerId) close();
  if (userId !== undefined) opening ??= open().catch(forgetOpening);
}

/** The library could not be loaded: the next chance tries again. */
function forgetOpening(): void {
  opening = null;
}

let retrying: ReturnType<typeof setTimeout> | undefined;

function retryLater(): void {
  clearTimeout(retrying);
  retrying = setTimeout(reconnect, delayMaxMs);
}

/** Retries after a rejected connection or a failed load, also when the tab becomes visible or the network is back. */
function reconnect(): void {
  if (document.visibilityState !== "visible") return;
  if (socket && !socket.active) socket.connect();
  else follow();
}

/** The token sent in the latest handshake. */
let handshakeToken: string | null = null;

async function open(): Promise<void> {
  const { io } = await import("socket.io-client");
  ownerId = getUserId();
  if (ownerId === undefined) return forgetOpening();
  const opened: LiveSocket = io({
    path: "/live",
    transports: ["websocket"],
    reconnectionDelayMax: delayMaxMs,
    // Sent in the first message, never in the URL.
    auth: (give) =>
      void getAccessToken().then((token) => {
        handshakeToken = token;
        give({ token: token ?? "" });
      }),
  });
  opened.on("connect", () => {
    for (const subscription of subscriptions) send(opened, subscription);
    for (const listener of reconnectListeners) listener();
  });
  // After a rejection the library does not retry; a rejected token would be rejected again.
  opened.on("connect_error", (error) => {
    if (opened.active || error.message === "auth.suspended") return;
    if (error.message !== "auth.required") return retryLater();
    const refused = handshakeToken;
    void refreshAccessToken().then((token) => {
      // Closed in the meantime.
      if (opened !== socket) return;
      if (token !== null && token !== refused) opened.connect();
      // It could not be refreshed now, though there is a connection.
      else if (token !== null) retryLater();
    });
  });
  // The server disconnects when a token expires; reconnect with the next one.
  opened.on("disconnect", (reason) => {
    if (reason === "io server disconnect" && getSession().status === "signed-in") opened.connect();
  });
  opened.onAny((event: keyof ServerEvents, ...payload: unknown[]) => {
    for (const listener of listeners.get(event) ?? []) listener(...(payload as never[]));
  });
  socket = opened;
}

function send(opened: LiveSocket, subscription: Subscription): void {
  const { subject, onAcknowledged, wasSent } = subscription;
  subscription.wasSent = true;
  const acknowledge = (subscribed: Subscribed) => {
    if (subscriptions.has(subscription)) onAcknowledged(subscribed, wasSent);
  };
  if ("outfitId" in subject) opened.emit("subscribeOutfit", subject, acknowledge);
  else opened.emit("subscribeEvent", subject, acknowledge);
}

function close(): void {
  socket?.disconnect();
  socket = null;
  opening = null;
}

export function onLive<E extends keyof ServerEvents>(event: E, listener: Listener<E>): () => void {
  const group = listeners.get(event) ?? new Set();
  listeners.set(event, group);
  group.add(listener as (...payload: never[]) => void);
  return () => void group.delete(listener as (...payload: never[]) => void);
}

/** Runs after a reconnect: events may have been missed. */
export function onLiveReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => void reconnectListeners.delete(listener);
}

export function emitTyping(threadId: string): void {
  socket?.volatile.emit("typing", { threadId });
}

/**
 * Subscribes to the comments of an outfit or event until the returned function is called. `onAcknowledged` runs at every
 * connection once the server has replied; with `isAgain`, events may have been missed since the connection before.
 */
export function subscribe(subject: LiveSubject, onAcknowledged: Subscription["onAcknowledged"]): () => void {
  const subscription = { subject, onAcknowledged, wasSent: false };
  subscriptions.add(subscription);
  // Otherwise sent on connect.
  if (socket?.connected) send(socket, subscription);
  return () => {
    subscriptions.delete(subscription);
    if (!socket?.connected) return;
    if ("outfitId" in subject) socket.emit("unsubscribeOutfit", subject);
    else socket.emit("unsubscribeEvent", subject);
  };
}

/** Runs the latest `handle` for every event while the component is on screen. */
export function useLive<E extends keyof ServerEvents>(event: E, handle: Listener<E>): void {
  const latest = useEffectEvent((...payload: Parameters<Listener<E>>) => {
    (handle as (...given: Parameters<Listener<E>>) => void)(...payload);
  });
  useLayoutEffect(
    () => onLive(event, ((...payload: Parameters<Listener<E>>) => latest(...payload)) as Listener<E>),
    [event],
  );
}

/** Runs when events may have been missed: after a reconnect, and when the tab becomes visible. */
export function useLiveGap(handle: () => void): void {
  const latest = useEffectEvent(handle);
  useLayoutEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") latest();
    };
    document.addEventListener("visibilitychange", onVisible);
    const unfollow = onLiveReconnect(() => latest());
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      unfollow();
    };
  }, []);
}
