import { dailyLimits, hourlyLimits, fullOnFirstDay, type RateLimit } from "#contract/rate-limits.ts";
import type { Limit } from "#server/config/auth-environment.ts";
import type { Pool } from "#server/db/db.ts";
import { AppError } from "#server/lib/app-error.ts";
import type { ClientKey } from "#server/lib/client-key.ts";
import { createLru } from "#server/lib/lru.ts";
import { createLimitWindow, type LimitWindow } from "./limit-window.ts";
import type { Viewer } from "./viewer.ts";

type Counted = { key: string; isNew: boolean };

/** Counts actions by key; see `spendLimit`. */
export interface RateLimiter {
  /** @throws rate.limited with the seconds to wait */
  spend(limit: RateLimit, who: Counted): Promise<void>;
  /** Whether this process knows already that the next action will be refused. */
  isUsedUp(limit: RateLimit, who: Counted): boolean;
}

const [hourSeconds, daySeconds] = [3_600, 86_400];
const newMemberShare = 0.25;

/** What a member may do, in the first day of their account or later. */
function toLimit(limit: RateLimit, isNew: boolean): Limit {
  const share = isNew && !fullOnFirstDay.has(limit) ? newMemberShare : 1;
  const [points, seconds] =
    limit in dailyLimits
      ? [dailyLimits[limit as keyof typeof dailyLimits], daySeconds]
      : [hourlyLimits[limit as keyof typeof hourlyLimits], hourSeconds];
  return { points: Math.max(1, Math.floor(points * share)), seconds };
}

const refusalsMax = 10_000;

/**
 * Limits counted in the database, so that all processes share them and a restart forgets nothing. Whoever was refused is
 * refused again without asking the database.
 */
export function createRateLimiter(pool: Pool, options: { isOn: boolean }): RateLimiter {
  if (!options.isOn) return { spend: () => Promise.resolve(), isUsedUp: () => false };
  const windows = new Map<string, LimitWindow>();
  /** When a refusal ends, in the milliseconds of `performance.now()`. */
  const refusals = createLru<number>(refusalsMax);

  const nameOf = (limit: RateLimit, isNew: boolean) => `${limit}_${toLimit(limit, isNew).points}`;

  function windowOf(limit: RateLimit, isNew: boolean): LimitWindow {
    const name = nameOf(limit, isNew);
    const known = windows.get(name);
    if (known) return known;
    const window = createLimitWindow(pool, limit, toLimit(limit, isNew));
    windows.set(name, window);
    return window;
  }

  const refusalKey = (limit: RateLimit, { key, isNew }: Counted) => `${nameOf(limit, isNew)} ${key}`;
  const knownWaitMs = (limit: RateLimit, who: Counted) =>
    (refusals.get(refusalKey(limit, who)) ?? 0) - performance.now();

  return {
    async spend(limit, who) {
      const waitMs = knownWaitMs(limit, who);
      if (waitMs > 0) throw new AppError("rate.limited", { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      const { isAllowed, waitSeconds } = await windowOf(limit, who.isNew).spend(who.key);
      if (isAllowed) return;
      refusals.set(refusalKey(limit, who), performance.now() + waitSeconds * 1_000);
      throw new AppError("rate.limited", { retryAfterSeconds: waitSeconds });
    },
    isUsedUp: (limit, who) => knownWaitMs(limit, who) > 0,
  };
}

type Caller = { rateLimiter: RateLimiter; viewer: Viewer | null; clientKey: ClientKey };

const toCounted = ({ viewer, clientKey }: Caller): Counted =>
  viewer ? { key: viewer.userId, isNew: viewer.isNew } : { key: clientKey, isNew: false };

/**
 * Counts one action of the caller, a visitor's by address, and refuses it beyond the limit of the hour or the day. Where every
 * request counts, the endpoint in `contract` names its `limit` and `serve` calls this; a service does only where the count
 * depends on the request, as of a list that may be a search, or where the caller has no request.
 *
 * @throws rate.limited with the seconds to wait
 */
export async function spendLimit(caller: Caller, limit: RateLimit): Promise<void> {
  await caller.rateLimiter.spend(limit, toCounted(caller));
}

/**
 * A read that counts against a limit: it runs while it is counted, and beyond the limit its result is discarded. For who is
 * known to be beyond the limit, nothing is read.
 *
 * @param read Its signal is aborted when the count refuses it: what waits in a queue need not begin any more.
 * @throws rate.limited with the seconds to wait, whatever becomes of the read
 */
export async function readWithinLimit<T>(
  caller: Caller,
  limit: RateLimit,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const counting = spendLimit(caller, limit);
  if (caller.rateLimiter.isUsedUp(limit, toCounted(caller))) await counting;
  const refused = new AbortController();
  const reading = Promise.resolve(refused.signal).then(read);
  reading.catch(() => undefined);
  await counting.catch((error: unknown) => {
    refused.abort(error);
    throw error;
  });
  return reading;
}
