import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nameOf } from "#contract/member-names.ts";
import type { Message } from "#contract/messages.ts";
import { useLive, useLiveReconnect } from "#web/api/live.ts";
import { announce } from "#web/lib/announce.ts";
import { meKey } from "./me.ts";
import { addMessages, catchUp, messageKeys, messageQueries } from "./messages.ts";

const typingShownMs = 3_000;

/**
 * Keeps the thread list and the open conversation, if any, up to date; `onGone` runs when the member deletes the open one
 * in another tab.
 */
export function useLiveThreads(threadId: string | undefined, onGone: () => void): void {
  const client = useQueryClient();
  useLive("thread", ({ threadId: changedId, isGone }) => {
    if (isGone) client.removeQueries({ queryKey: messageKeys.messages(changedId) });
    if (isGone && changedId === threadId) onGone();
    void client.invalidateQueries({ queryKey: messageKeys.threads });
    void client.invalidateQueries({ queryKey: messageKeys.thread(changedId) });
    void client.invalidateQueries({ queryKey: meKey });
  });
  useLive("message", (message) => {
    if (message.threadId === threadId) announceMessage(client, message);
    addMessages(client, message.threadId, [message]);
    void client.invalidateQueries({ queryKey: messageKeys.threads });
  });
  useLive("read", ({ threadId: readThreadId }) => {
    void client.invalidateQueries({ queryKey: messageKeys.threads });
    void client.invalidateQueries({ queryKey: messageKeys.thread(readThreadId) });
  });
  useLiveReconnect(() => {
    void client.invalidateQueries({ queryKey: messageKeys.threads });
    if (threadId !== undefined) void catchUp(client, threadId);
  });
}

/** Has a message of the other member read, once: it may arrive twice. */
function announceMessage(client: QueryClient, { id, threadId, senderId, content }: Message): void {
  const other = client.getQueryData(messageQueries.thread(threadId).queryKey)?.other;
  const known = client.getQueryData(messageQueries.messages(threadId).queryKey)?.pages ?? [];
  const isNew = !known.some((page) => page.items.some((message) => message.id === id));
  if (isNew && senderId === other?.id) announce(`${nameOf(other)}: ${content}`);
}

/** Whether the other member of this thread is typing. */
export function useIsTyping(threadId: string): boolean {
  const [typedAtMs, setTypedAtMs] = useState(0);
  useLive("typing", (hint) => {
    if (hint.threadId === threadId) setTypedAtMs(Date.now());
  });
  useLive("message", (message) => {
    if (message.threadId === threadId) setTypedAtMs(0);
  });
  useEffect(() => {
    if (typedAtMs === 0) return undefined;
    const timer = setTimeout(() => setTypedAtMs(0), typingShownMs);
    return () => clearTimeout(timer);
  }, [typedAtMs]);
  return typedAtMs !== 0;
}
