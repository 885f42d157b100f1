import type { Socket } from "socket.io-client";
import { useEffect, useEffectEvent } from "react";
import type { ClientEvents, ServerEvents } from "#contract/live.ts";
import { getAccessToken, getSession, onSessionChange, refreshAccessToken } from "./session.ts";

/**
 * The one socket of the app. It opens after the first paint and only for a member, closes with the session, and comes
 * back by itself; whoever shows live data asks for what it missed in `onLiveReturn`.
 */
type LiveSocket = Socket<ServerEvents, ClientEvents>;
type Listener<E extends keyof ServerEvents> = ServerEvents[E];

let socket: LiveSocket | null = null;
let opening: Promise<void> | null = null;
const listeners = new Map<keyof ServerEvents, Set<(...payload: never[]) => void>>();
const returnListeners = new Set<() => void>();
/** What the server must be told again after every reconnect that it does not remember. */
const watchedOutfits = new Set<string>();

/**
 * Opens the socket for a member and follows every later sign-in and sign-out, until the returned function is called.
 * Call it once the page is idle.
 */
export function startLive(): () => void {
  const unfollow = onSessionChange(follow);
  addEventListener("online", revive);
  document.addEventListener("visibilitychange", revive);
  follow();
  return () => {
    unfollow();
    removeEventListener("online", revive);
    document.removeEventListener("visibilitychange", revive);
    close();
  };
}

function follow(): void {
  if (getSession().status === "signed-in") opening ??= open();
  else close();
}

/** Once more after a refusal that may have passed: the tab is looked at again, or the network is back. */
function revive(): void {
  if (document.visibilityState === "visible" && socket && !socket.active) socket.connect();
}

/** The token of the latest handshake. */
let shownToken: string | null = null;

async function open(): Promise<void> {
  const { io } = await import("socket.io-client");
  if (getSession().status !== "signed-in") return;
  const opened: LiveSocket = io({
    path: "/live",
    transports: ["websocket"],
    reconnectionDelayMax: 15_000,
    // In the first message, never in the address.
    auth: (give) =>
      void getAccessToken().then((token) => {
        shownToken = token;
        give({ token: token ?? "" });
      }),
  });
  opened.on("connect", () => {
    if (opened.recovered) return;
    for (const outfitId of watchedOutfits) opened.emit("watchOutfit", { outfitId });
    for (const listener of returnListeners) listener();
  });
  // A refused token: the library itself does not retry after a refusal, and the same token would be refused again.
  opened.on("connect_error", () => {
    if (opened.active) return;
    const refused = shownToken;
    void refreshAccessToken().then((token) => token !== null && token !== refused && opened.connect());
  });
  opened.on("watchAgain", () => {
    for (const outfitId of watchedOutfits) opened.emit("watchOutfit", { outfitId });
  });
  // The server lets go when a token's time is over; the tab comes back with its next one.
  opened.on("disconnect", (reason) => {
    if (reason === "io server disconnect" && getSession().status === "signed-in") opened.connect();
  });
  opened.onAny((event: keyof ServerEvents, ...payload: unknown[]) => {
    for (const listener of listeners.get(event) ?? []) listener(...(payload as never[]));
  });
  socket = opened;
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

/** The socket stands anew and something may have been missed meanwhile. */
export function onLiveReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => void returnListeners.delete(listener);
}

export function sayTyping(threadId: string): void {
  socket?.volatile.emit("typing", { threadId });
}

/** New and removed comments of an outfit come live until the returned function is called. */
export function watchOutfit(outfitId: string): () => void {
  watchedOutfits.add(outfitId);
  socket?.emit("watchOutfit", { outfitId });
  return () => {
    watchedOutfits.delete(outfitId);
    socket?.emit("unwatchOutfit", { outfitId });
  };
}

/** Runs the latest `handle` for every event while the component is on screen. */
export function useLive<E extends keyof ServerEvents>(event: E, handle: Listener<E>): void {
  const latest = useEffectEvent((...payload: Parameters<Listener<E>>) => {
    (handle as (...given: Parameters<Listener<E>>) => void)(...payload);
  });
  useEffect(() => onLive(event, ((...payload: Parameters<Listener<E>>) => latest(...payload)) as Listener<E>), [event]);
}

export function useLiveReturn(handle: () => void): void {
  const latest = useEffectEvent(handle);
  useEffect(() => onLiveReturn(() => latest()), []);
}
