import type { QueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import { call } from "#web/api/call.ts";
import { getSession, onSessionChange } from "#web/api/session.ts";
import { showAwards } from "./points-cache.ts";

const storageKey = "fash.daily-login";

/** When this device asked last, and from when on there may be something to earn. */
interface Asked {
  userId: string;
  date: string;
  nextLoginAt: string | null;
}

/** The date on this device's clock. */
function localDate(): string {
  const now = new Date();
  return `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;
}

function readAsked(): Asked | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "null") as Asked | null;
  } catch {
    return null;
  }
}

function remember(asked: Asked): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(asked));
  } catch {
    // Without storage each visit asks again; the server pays once.
  }
}

/** Once a day, and again when what came too early today has become due. */
function isDue(userId: string): boolean {
  const asked = readAsked();
  if (asked?.userId !== userId || asked.date !== localDate()) return true;
  return asked.nextLoginAt !== null && Date.parse(asked.nextLoginAt) <= Date.now();
}

/**
 * Asks for the daily login about two seconds after a sign-in and the first visit of a day, also in a tab that stays open
 * over night, until the returned function is called. What fails is tried again when the tab is looked at next.
 */
export function startDailyLogin(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = () => {
    clearTimeout(timer);
    const session = getSession();
    if (session.status !== "signed-in" || document.visibilityState === "hidden" || !isDue(session.userId)) return;
    timer = setTimeout(() => void ask(client, session.userId), limits.dailyLoginDelayMs);
  };
  const unfollow = onSessionChange(schedule);
  document.addEventListener("visibilitychange", schedule);
  addEventListener("online", schedule);
  schedule();
  return () => {
    clearTimeout(timer);
    unfollow();
    document.removeEventListener("visibilitychange", schedule);
    removeEventListener("online", schedule);
  };
}

async function ask(client: QueryClient, userId: string): Promise<void> {
  const session = getSession();
  // Another tab may have asked in the meantime.
  if (session.status !== "signed-in" || session.userId !== userId || !isDue(userId)) return;
  const date = localDate();
  try {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const { bonus, nextLoginAt, ...award } = await call("POST /api/points/awards", {
      body: { source: "DAILY_LOGIN", ...(timeZone ? { timeZone } : {}) },
    });
    remember({ userId, date, nextLoginAt });
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
