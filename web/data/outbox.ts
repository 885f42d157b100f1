import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";
import { addMessages, messageKeys } from "./messages.ts";

/** A message that the server has not acknowledged yet. */
export interface Pending {
  clientId: string;
  threadId: string;
  content: string;
  state: "sending" | "failed";
}

/** Survives a reload; logging out deletes it. */
const storageKey = "fash.outbox";
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
  pending = next;
  if (ownerId !== undefined) {
    if (next.length === 0) localStorage.removeItem(outboxOf(ownerId));
    else localStorage.setItem(outboxOf(ownerId), JSON.stringify(next));
  }
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
 * Takes up what this member had not sent when the page was left, and sends it: now, and whenever the browser is online
 * again.
 *
 * @returns Stops doing so.
 */
export function startOutbox(client: QueryClient, userId: string): () => void {
  if (ownerId !== userId) {
    ownerId = userId;
    const kept = JSON.parse(localStorage.getItem(outboxOf(userId)) ?? "[]") as Pending[];
    change(kept.map((message) => ({ ...message, state: "failed" })));
  }
  const retry = () => retryAll(client);
  retry();
  addEventListener("online", retry);
  return () => removeEventListener("online", retry);
}

/** Sends a message; it shows at once as being sent. Messages of one thread are sent in order. */
export function sendMessage(client: QueryClient, threadId: string, content: string): void {
  const message: Pending = { clientId: crypto.randomUUID(), threadId, content, state: "sending" };
  change([...pending, message]);
  void deliverAll(client, threadId);
}

export function retryMessage(client: QueryClient, clientId: string): void {
  const message = pending.find((candidate) => candidate.clientId === clientId);
  if (!message) return;
  setState(clientId, "sending");
  void deliverAll(client, message.threadId);
}

export function discardMessage(clientId: string): void {
  change(pending.filter((message) => message.clientId !== clientId));
}

/** Sends all failed messages again, e.g. when the connection is back. */
export function retryAll(client: QueryClient): void {
  for (const { clientId, state } of pending) if (state === "failed") retryMessage(client, clientId);
}

function setState(clientId: string, state: Pending["state"]): void {
  change(pending.map((message) => (message.clientId === clientId ? { ...message, state } : message)));
}

const delivering = new Set<string>();

async function deliverAll(client: QueryClient, threadId: string): Promise<void> {
  if (delivering.has(threadId)) return;
  delivering.add(threadId);
  try {
    for (let next = firstWaiting(threadId); next; next = firstWaiting(threadId)) await deliver(client, next);
  } finally {
    delivering.delete(threadId);
  }
}

const firstWaiting = (threadId: string) =>
  pending.find((message) => message.threadId === threadId && message.state === "sending");

async function deliver(client: QueryClient, { clientId, threadId, content }: Pending): Promise<void> {
  try {
    const message = await call("POST /api/threads/:threadId/messages", {
      params: { threadId },
      body: { content, clientId },
    });
    addMessages(client, threadId, [message]);
    discardMessage(clientId);
    void client.invalidateQueries({ queryKey: messageKeys.threads });
  } catch (error) {
    setState(clientId, "failed");
    toast.error(failureMessage(error));
  }
}

function failureMessage(error: unknown): string {
  const isOffline = error instanceof ApiError && error.status === 0;
  if (isOffline) return "Failed to send message";
  const isRepeated = error instanceof ApiError && error.code === "content.repeated";
  return isRepeated ? "You already sent this message." : errorMessage(error, "Failed to send message");
}
