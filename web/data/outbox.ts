import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { onLiveReconnect } from "#web/api/live.ts";
import { getAccessToken, getUserId, onSessionChange } from "#web/api/session.ts";
import { readJson, writeItem } from "#web/lib/storage.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";
import { addMessages, refreshAfterMessage } from "./messages.ts";

/** A message that the server has not acknowledged yet. */
export interface Pending {
  clientId: string;
  threadId: string;
  content: string;
  /** A failed one is sent again by itself; one that the server refused, only when its author says so. */
  state: "sending" | "failed" | "refused";
}

/** Survives a reload; logging out deletes it. */
const storageKey = "fash.outbox";
/** A tab that has not sent a message by then has been closed; if not, the message is still stored once. */
const takeOverAfterMs = 30_000;
/** How long until what failed is sent again; twice as long after each time that it failed again. */
const [firstPauseMs, pauseMsMax] = [5_000, 60_000];
const outboxOf = (userId: string) => `${storageKey}.${userId}`;

/**
 * Messages being sent, outside of any component, so that leaving the conversation loses nothing. Each has a client id:
 * sent again after a lost reply, it is still stored once.
 */
let pending: readonly Pending[] = [];
/** Whose messages `pending` holds. */
let ownerId: string | undefined;
const listeners = new Set<() => void>();

function change(next: readonly Pending[]): void {
  show(next);
  if (next.every(({ state }) => state === "refused")) pauseMs = firstPauseMs;
  if (ownerId === undefined) return;
  writeItem("local", outboxOf(ownerId), next.length === 0 ? null : JSON.stringify(next));
}

function show(next: readonly Pending[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function usePending(threadId: string): readonly Pending[] {
  return useSyncExternalStore(subscribe, () => pending).filter((message) => message.threadId === threadId);
}

/**
 * Sends what the member had not sent when the page was left, and what failed: now, after a pause, and whenever there is a
 * connection again, on every screen, until the returned function is called. It follows sign-ins and sign-outs.
 */
export function startOutbox(client: QueryClient): () => void {
  const retry = () => retryAll(client);
  const unfollow = [onSessionChange(retry), onLiveReconnect(retry)];
  addEventListener("online", retry);
  let takingOver: ReturnType<typeof setTimeout> | undefined;
  const followOtherTab = ({ key }: StorageEvent) => {
    if (ownerId === undefined || key !== outboxOf(ownerId)) return;
    // What another tab has sent or discarded must not be sent by this one.
    show(readStored());
    clearTimeout(takingOver);
    if (pending.some(isOfOtherTab)) takingOver = setTimeout(retry, takeOverAfterMs);
  };
  addEventListener("storage", followOtherTab);
  retry();
  return () => {
    for (const stop of unfollow) stop();
    removeEventListener("online", retry);
    removeEventListener("storage", followOtherTab);
    clearTimeout(takingOver);
    cancelRetry();
  };
}

/** Takes the messages of the member who is signed in, in place of another's, which stay stored until they come back. */
function takeUp(): void {
  const userId = getUserId();
  if (userId === ownerId) return;
  ownerId = userId;
  [pauseMs, notBefore] = [firstPauseMs, 0];
  // The tab that was sending them is gone.
  show(readStored().map((message) => (message.state === "sending" ? { ...message, state: "failed" } : message)));
}

function readStored(): Pending[] {
  if (ownerId === undefined) return [];
  return (readJson("local", outboxOf(ownerId)) ?? []) as Pending[];
}

/** Sends a message; it shows at once as being sent. Messages of one thread are sent in order. */
export function sendMessage(client: QueryClient, threadId: string, content: string): void {
  takeUp();
  const message: Pending = { clientId: crypto.randomUUID(), threadId, content, state: "sending" };
  change([...pending, message]);
  void deliverAll(client, threadId);
}

export function retryMessage(client: QueryClient, clientId: string): void {
  const message = pending.find((candidate) => candidate.clientId === clientId);
  if (!message) return;
  notBefore = 0;
  setState(clientId, "sending");
  void deliverAll(client, message.threadId);
}

export function discardMessage(clientId: string): void {
  change(pending.filter((message) => message.clientId !== clientId));
}

/** Of a conversation that the member has deleted, declined or left by a block: they would not see what is still sent. */
export function discardThread(threadId: string): void {
  takeUp();
  change(pending.filter((message) => message.threadId !== threadId));
}

function retryAll(client: QueryClient): void {
  cancelRetry();
  takeUp();
  if (!navigator.onLine) return;
  const open = pending.filter((message) => message.state === "failed" || isOfOtherTab(message));
  for (const threadId of new Set(open.map((message) => message.threadId))) void deliverAll(client, threadId);
}

let retrying: ReturnType<typeof setTimeout> | undefined;
let pauseMs = firstPauseMs;
/** The time that the server has named, in milliseconds since 1970. */
let notBefore = 0;

function cancelRetry(): void {
  clearTimeout(retrying);
  retrying = undefined;
}

function retryLater(client: QueryClient): void {
  const namedMs = notBefore - Date.now();
  retrying ??= setTimeout(
    () => {
      pauseMs = Math.min(pauseMs * 2, pauseMsMax);
      retryAll(client);
    },
    namedMs > 0 ? namedMs : pauseMs,
  );
}

function setState(clientId: string, state: Pending["state"]): void {
  change(pending.map((message) => (message.clientId === clientId ? { ...message, state } : message)));
}

/** The threads whose messages this tab is sending. */
const delivering = new Set<string>();

/** Another tab was sending it, and may be gone. */
const isOfOtherTab = ({ threadId, state }: Pending) => state === "sending" && !delivering.has(threadId);

/** Stops at one that could not be sent: what was written later must not arrive before it. */
async function deliverAll(client: QueryClient, threadId: string): Promise<void> {
  if (delivering.has(threadId)) return;
  if (Date.now() < notBefore) {
    holdBack(threadId);
    return retryLater(client);
  }
  delivering.add(threadId);
  try {
    for (let next = firstOpen(threadId); next; next = firstOpen(threadId)) {
      if (!(await deliver(client, next))) return;
    }
  } finally {
    delivering.delete(threadId);
  }
}

const firstOpen = (threadId: string) =>
  pending.find((message) => message.threadId === threadId && message.state !== "refused");

/** Sends a message. @returns false if it may be sent later */
async function deliver(client: QueryClient, { clientId, threadId, content, state }: Pending): Promise<boolean> {
  const author = ownerId;
  // One that is sent again by itself keeps its buttons, and is not announced each time.
  try {
    // Renewing the token takes a moment, in which another member may have signed in.
    await getAccessToken();
    takeUp();
    if (ownerId !== author) return false;
    const message = await call("POST /api/threads/:threadId/messages", {
      params: { threadId },
      body: { content, clientId },
    });
    if (ownerId !== author) return false;
    pauseMs = firstPauseMs;
    addMessages(client, threadId, [message]);
    discardMessage(clientId);
    refreshAfterMessage(client, threadId);
    return true;
  } catch (error) {
    return ownerId === author && noteFailure(client, { threadId, clientId, state }, error);
  }
}

/** @returns false if it may be sent later */
function noteFailure(
  client: QueryClient,
  { threadId, clientId, state }: Pick<Pending, "threadId" | "clientId" | "state">,
  error: unknown,
): boolean {
  const isRefused = isRefusal(error);
  if (error instanceof ApiError && error.code === "thread.not_found") discardThread(threadId);
  else if (isRefused) setState(clientId, "refused");
  else holdBack(threadId);
  // What fails again by itself was told the first time.
  if (isRefused || state !== "failed") toast.error(failureMessage(error));
  if (isRefused) return true;
  const askedSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (askedSeconds !== undefined) notBefore = Date.now() + askedSeconds * 1_000;
  retryLater(client);
  return false;
}

/** What waits for its turn in a thread waits for the next try. */
function holdBack(threadId: string): void {
  change(
    pending.map((message) =>
      message.threadId === threadId && message.state === "sending" ? { ...message, state: "failed" } : message,
    ),
  );
}

function failureMessage(error: unknown): string {
  const isOffline = error instanceof ApiError && error.status === 0;
  if (isOffline) return "Failed to send message";
  const isRepeated = error instanceof ApiError && error.code === "content.repeated";
  return isRepeated ? "You already sent this message." : errorMessage(error, "Failed to send message");
}

/** The server will not take the message later, either. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);
}
