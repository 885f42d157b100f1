import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLive, useLiveReturn } from "#web/api/live.ts";
import { addMessages, catchUp, messageQueries } from "./messages.queries.ts";
import { retryAll } from "./outbox.ts";

const typingShownMs = 3_000;

/** Keeps the thread list, and the open conversation if there is one, in step with the server. */
export function useLiveThreads(threadId: string | undefined): void {
  const client = useQueryClient();
  useLive("message", (message) => {
    addMessages(client, message.threadId, [message]);
    void client.invalidateQueries({ queryKey: ["threads"] });
    // Not open right now: what is kept of it may have a gap, so it is asked for anew when it is opened.
    if (message.threadId !== threadId) client.removeQueries(messageQueries.messages(message.threadId));
  });
  useLive("read", ({ threadId: readThreadId }) => {
    void client.invalidateQueries({ queryKey: ["threads"] });
    void client.invalidateQueries(messageQueries.thread(readThreadId));
  });
  useLiveReturn(() => {
    void client.invalidateQueries({ queryKey: ["threads"] });
    if (threadId !== undefined) void catchUp(client, threadId);
    retryAll(client);
  });
}

/** Whether the other member of this thread is writing right now. */
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
