import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { CheckInEntry } from "#contract/events.ts";
import { nameOf } from "#contract/member-names.ts";
import { ApiError, type FailureCode } from "#web/api/api-error.ts";
import { sendCheckIn } from "#web/data/events.ts";
import { errorMessage } from "#web/text/errors.ts";
import { hashCode, type QueuedCode, readCode, readQueue, writeQueue } from "./check-in-queue.ts";

/** What became of the last ticket. */
export interface Verdict {
  kind: "confirmed" | "already" | "waiting" | "refused";
  words: string;
}

const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === "connection.lost" || error.status >= 502);
/** What the server will answer again; after anything else a ticket is still to be sent. */
const finalRefusals = new Set<FailureCode>([
  "ticket.not_valid",
  "ticket.is_own",
  "checkin.not_open",
  "event.not_found",
  "event.not_owner",
]);
const isRefusal = (error: unknown): boolean => error instanceof ApiError && finalRefusals.has(error.code);
/** What any other ticket would meet, too: the rest waits. */
const isForAll = (error: unknown): boolean =>
  isOffline(error) || (error instanceof ApiError && (error.code === "rate.limited" || error.code.startsWith("auth.")));
const retryMs = 5_000;

/** Sends tickets to the server; without network it keeps them, says whose they are, and sends them later. */
export function useCheckIn(eventId: string, entries: readonly CheckInEntry[] | undefined) {
  const client = useQueryClient();
  const { queue, isQueued, changeQueue } = useQueue(eventId);
  const [verdict, setVerdict] = useState<Verdict | null>(null);

  const queueCheckIn = useCallback(
    async (code: string): Promise<boolean> => {
      const hash = await hashCode(code);
      const known = entries?.find(({ ticketHash }) => ticketHash === hash);
      if (entries !== undefined && !known) {
        setVerdict({ kind: "refused", words: "This ticket isn't on the list of this device." });
        return false;
      }
      const name = known ? nameOf(known.member) : "The ticket";
      if (isQueued(code) || (known && known.checkedInAt !== null)) {
        setVerdict({ kind: "already", words: `${name} is in already.` });
        return true;
      }
      changeQueue((last) => [...last, { code, scannedAt: new Date().toISOString() }]);
      setVerdict({ kind: "waiting", words: `${name}: no network, confirmed as soon as it is back.` });
      return true;
    },
    [entries, isQueued, changeQueue],
  );

  /** Whether the ticket was not refused. */
  const check = useCallback(
    async (typed: string): Promise<boolean> => {
      const code = readCode(typed);
      if (code === null) {
        setVerdict({ kind: "refused", words: "That isn't a ticket code. It has 16 letters and digits." });
        return false;
      }
      try {
        const { outcome, member } = await sendCheckIn(client, eventId, code);
        const words = outcome === "confirmed" ? `${nameOf(member)} is in.` : `${nameOf(member)} is in already.`;
        setVerdict({ kind: outcome, words });
        return true;
      } catch (error) {
        if (isOffline(error)) return queueCheckIn(code);
        setVerdict({ kind: "refused", words: errorMessage(error, "This ticket couldn't be confirmed.") });
        return false;
      }
    },
    [client, eventId, queueCheckIn],
  );

  useFlush(eventId, queue, {
    onSent: (code) => changeQueue((last) => last.filter((queued) => queued.code !== code)),
    onRefused: (words) => setVerdict({ kind: "refused", words }),
  });

  return { check, verdict, waitingCount: queue.length };
}

/** The tickets that wait for the network. Several are checked at once, and each has to know what the others have queued. */
function useQueue(eventId: string) {
  const [queue, setQueue] = useState<QueuedCode[]>(() => readQueue(eventId));
  useEffect(() => writeQueue(eventId, queue), [eventId, queue]);
  const latest = useRef(queue);
  const changeQueue = useCallback((change: (last: QueuedCode[]) => QueuedCode[]) => {
    latest.current = change(latest.current);
    setQueue(latest.current);
  }, []);
  const isQueued = useCallback((code: string) => latest.current.some((queued) => queued.code === code), []);
  return { queue, isQueued, changeQueue };
}

interface FlushEvents {
  onSent: (code: string) => void;
  onRefused: (words: string) => void;
}

/** Sends what waits as soon as the network is back, and every few seconds in case nobody says that it is. */
function useFlush(eventId: string, queue: readonly QueuedCode[], events: FlushEvents): void {
  const client = useQueryClient();
  const sending = useRef(false);
  /** The tickets whose failure was shown: they are sent again every few seconds. */
  const told = useRef(new Set<string>());
  const flush = useEffectEvent(async () => {
    if (sending.current) return;
    sending.current = true;
    for (const { code } of queue) {
      try {
        await sendCheckIn(client, eventId, code);
      } catch (error) {
        if (isForAll(error)) break;
        const isFinal = isRefusal(error);
        if (isFinal || !told.current.has(code)) {
          events.onRefused(errorMessage(error, "A kept ticket couldn't be confirmed."));
        }
        told.current.add(code);
        if (!isFinal) continue;
      }
      events.onSent(code);
    }
    sending.current = false;
  });
  const isWaiting = queue.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const start = () => void flush();
    const timer = setInterval(start, retryMs);
    addEventListener("online", start);
    return () => {
      clearInterval(timer);
      removeEventListener("online", start);
    };
  }, [isWaiting]);
}
