import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { notify } from "#web/ui/notify.ts";
import { wordsFor } from "#web/text/errors.ts";
import { addMessages } from "./messages.queries.ts";

/** A message that the server has not acknowledged yet. */
export interface Pending {
  clientId: string;
  threadId: string;
  content: string;
  state: "sending" | "failed";
}

/**
 * What is on its way, outside of any component, so that leaving the conversation loses nothing. Each message has an id
 * of ours: sent again after a lost answer, it still arrives once.
 */
let pending: readonly Pending[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Pending[]): void {
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

/** Sends a text; it shows at once as being sent. Messages of one thread leave in the order in which they were written. */
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

/** Everything that failed goes out again, as when the connection is back. */
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
    void client.invalidateQueries({ queryKey: ["threads"] });
  } catch (error) {
    setState(clientId, "failed");
    const isOffline = error instanceof ApiError && error.status === 0;
    if (!isOffline) notify.error(wordsFor(error, "Failed to send message"));
  }
}
