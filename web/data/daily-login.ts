import type { QueryClient } from "@tanstack/react-query";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { AwardOutcome, Streak } from "#contract/points.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { getSession, onSessionChange } from "#web/api/session.ts";
import { isoDay } from "#web/lib/iso-day.ts";
import { readJson, writeItem } from "#web/lib/storage.ts";
import { refreshPoints, showAwards } from "./points-cache.ts";

const storageKey = "fash.daily-login";

/** When this device asked last, and from when on there may be something to earn, or another day. */
interface Asked {
  userId: string;
  date: string;
  nextLoginAt: string | null;
}

/** The date on this device's clock. */
const localDate = () => isoDay(new Date());

/** From when on to ask, in milliseconds: once a day, and again when what came too early today has become due. */
function dueAtMs(userId: string): number {
  const asked = readJson("local", storageKey) as Asked | null;
  if (asked?.userId !== userId || asked.date !== localDate()) return 0;
  const midnight = new Date().setHours(24, 0, 0, 0);
  return asked.nextLoginAt === null ? midnight : Math.min(midnight, Date.parse(asked.nextLoginAt));
}

const isDue = (userId: string) => dueAtMs(userId) <= Date.now();

/**
 * Asks for the daily login about two seconds after a sign-in and the first visit of a day, also in a tab that stays open
 * over night, until the returned function is called. What fails is tried again when the tab is looked at next.
 */
export function startDailyLogin(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const schedule = () => {
    clearTimeout(timer);
    const session = getSession();
    if (isStopped || session.status !== "signed-in" || document.visibilityState === "hidden") return;
    const { userId } = session;
    const waitMs = dueAtMs(userId) - Date.now();
    // Not longer than an hour: the timers of a device that sleeps stand still.
    if (waitMs > 0) timer = setTimeout(schedule, Math.min(waitMs, hourMs));
    else timer = setTimeout(() => void askOnce(userId), limits.dailyLoginDelayMs);
  };
  const askOnce = async (userId: string) => {
    await ask(client, userId);
    // What is still due failed, or could not be remembered.
    if (!isDue(userId)) schedule();
  };
  const unfollow = onSessionChange(schedule);
  document.addEventListener("visibilitychange", schedule);
  addEventListener("online", schedule);
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unfollow();
    document.removeEventListener("visibilitychange", schedule);
    removeEventListener("online", schedule);
  };
}

/**
 * From when on to ask again if the server counted the visit for another day than this device, whose clock may be fast and its
 * midnight too early; null if it is the same day.
 */
function nextDayAt(streak: Streak | null): string | null {
  if (!streak?.visitBefore) return null;
  // The end of the day after the one that was counted.
  const visitBefore = Date.parse(streak.visitBefore);
  const now = new Date();
  if (visitBefore > new Date(now).setHours(36, 0, 0, 0)) return null;
  const retryMs = now.getHours() === 0 ? 5 * minuteMs : hourMs;
  return new Date(Math.max(visitBefore - dayMs, now.getTime() + retryMs)).toISOString();
}

/** Claims the daily login with this device's time zone, or without it if the server does not know that one. */
async function claim(): Promise<AwardOutcome> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const body = { source: "DAILY_LOGIN" } as const;
  try {
    return await call("POST /api/points/awards", { body: { ...body, ...(timeZone ? { timeZone } : {}) } });
  } catch (error) {
    if (!(error instanceof ApiError && error.issueFor("timeZone"))) throw error;
    return call("POST /api/points/awards", { body });
  }
}

async function ask(client: QueryClient, userId: string): Promise<void> {
  const session = getSession();
  // Another tab may have asked in the meantime.
  if (session.status !== "signed-in" || session.userId !== userId || !isDue(userId)) return;
  const date = localDate();
  try {
    const { bonus, streak, nextLoginAt, ...award } = await claim();
    // Without storage each visit asks again; the server pays once.
    const asked: Asked = { userId, date, nextLoginAt: nextDayAt(streak) ?? nextLoginAt };
    writeItem("local", storageKey, JSON.stringify(asked));
    // A visit that is too early to earn counts for the streak all the same.
    refreshPoints(client);
    showAwards(client, [
      { award, source: "DAILY_LOGIN" },
      { award: bonus, source: "STREAK_BONUS" },
    ]);
  } catch (error) {
    // Not caused by the user, so failures are silent.
    // oxlint-disable-next-line no-console -- the only trace of an automatic request
    console.warn("The daily login could not be asked for", error);
  }
}
