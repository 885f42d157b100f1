import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { nameOf } from "#contract/member-names.ts";
import type { Message } from "#contract/messages.ts";
import { useLive, useLiveGap } from "#web/api/live.ts";
import { announce } from "#web/lib/announce.ts";
import { reload } from "./live-loads.ts";
import { messageKeys } from "./message-keys.ts";
import { addMessages, catchUp, messageQueries, refreshThreads } from "./messages.ts";

const typingShownMs = 3_000;
const catchUpDelayMs = 1_000;

/**
 * Keeps the messages of the open conversation, if any, up to date; `onGone` runs when the member deletes it in another tab.
 * `startLiveCounts` keeps the list of conversations and their heads up to date, on every screen.
 */
export function useLiveThreads(threadId: string | undefined, onGone: () => void): void {
  const client = useQueryClient();
  const catchUpSoon = useCatchUp(threadId);
  useLive("thread", ({ threadId: changedId, isGone }) => {
    const messages = messageKeys.messages(changedId);
    if (isGone) client.removeQueries({ queryKey: messages });
    // Moderators may have removed a message, or given it back.
    if (!isGone) void reload(client, messages);
    if (isGone && changedId === threadId) onGone();
  });
  useLive("message", (message) => {
    const isNew = addMessages(client, message.threadId, [message]);
    if (isNew && message.threadId === threadId) {
      announceMessage(client, message);
      // One before it may have been lost between two servers.
      catchUpSoon();
    }
  });
  useLiveGap(() => {
    refreshThreads(client);
    if (threadId !== undefined) tryToCatchUp(client, threadId);
  });
}

/** What is missing after a failure comes with the next event or reconnect. */
function tryToCatchUp(client: QueryClient, threadId: string): void {
  catchUp(client, threadId).catch(() => undefined);
}

/** Catches up with a conversation that is opened again; the returned function does it soon, once for several calls. */
function useCatchUp(threadId: string | undefined): () => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (threadId !== undefined && client.getQueryData(messageKeys.messages(threadId))) tryToCatchUp(client, threadId);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [client, threadId]);
  return () => {
    if (threadId === undefined) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      tryToCatchUp(client, threadId);
    }, catchUpDelayMs);
  };
}

/** Has a message of the other member read. */
function announceMessage(client: QueryClient, { threadId, senderId, content }: Message): void {
  const other = client.getQueryData(messageQueries.thread(threadId).queryKey)?.other;
  if (senderId === other?.id) announce(`${nameOf(other)}: ${content}`);
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
