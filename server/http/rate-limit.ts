import { dailyLimits, hourlyLimits, fullOnFirstDay, type RateLimit } from "#contract/rate-limits.ts";
import type { Limit } from "#server/config/auth-environment.ts";
import type { Pool } from "#server/db/db.ts";
import { AppError } from "#server/lib/app-error.ts";
import type { ClientKey } from "#server/lib/client-key.ts";
import { createLimitWindow, type LimitWindow } from "./limit-window.ts";
import type { Viewer } from "./viewer.ts";

/** Counts actions by key; see `spendLimit`. */
export interface RateLimiter {
  /** @throws rate.limited with the seconds to wait */
  spend(limit: RateLimit, who: { key: string; isNew: boolean }): Promise<void>;
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

/** Limits counted in the database, so that all processes share them and a restart forgets nothing. */
export function createRateLimiter(pool: Pool, options: { isOn: boolean }): RateLimiter {
  if (!options.isOn) return { spend: () => Promise.resolve() };
  const windows = new Map<string, LimitWindow>();

  function windowOf(limit: RateLimit, isNew: boolean): LimitWindow {
    const allowed = toLimit(limit, isNew);
    const name = `${limit}_${allowed.points}`;
    const known = windows.get(name);
    if (known) return known;
    const window = createLimitWindow(pool, limit, allowed, { areRefusalsKept: true });
    windows.set(name, window);
    return window;
  }

  return {
    async spend(limit, { key, isNew }) {
      const { isAllowed, waitSeconds } = await windowOf(limit, isNew).spend(key);
      if (!isAllowed) throw new AppError("rate.limited", { retryAfterSeconds: waitSeconds });
    },
  };
}

/**
 * Counts one action of the caller, a visitor's by address, and refuses it beyond the limit of the hour or the day. Where every
 * request counts, the endpoint in `contract` names its `limit` and `serve` calls this; a service does only where the count
 * depends on the request, as of a list that may be a search, or where the caller has no request.
 *
 * @throws rate.limited with the seconds to wait
 */
export async function spendLimit(
  { rateLimiter, viewer, clientKey }: { rateLimiter: RateLimiter; viewer: Viewer | null; clientKey: ClientKey },
  limit: RateLimit,
): Promise<void> {
  await rateLimiter.spend(
    limit,
    viewer ? { key: viewer.userId, isNew: viewer.isNew } : { key: clientKey, isNew: false },
  );
}
