import { type DailyLimit, dailyLimits, type HourlyLimit, hourlyLimits } from "#contract/rate-limits.ts";
import type { Limit } from "#server/config/auth-environment.ts";
import type { Pool } from "#server/db/db.ts";
import { AppError } from "#server/lib/app-error.ts";
import { createLimitWindow, type LimitWindow } from "./limit-window.ts";

export interface RateLimiter {
  /**
   * Counts one action of a member (or of an address, by its `toClientKey`) and refuses it beyond the limit of the hour or the day.
   *
   * @throws rate.limited with the seconds to wait
   */
  spend(limit: HourlyLimit | DailyLimit, who: { key: string; isNew?: boolean }): Promise<void>;
}

const [hourSeconds, daySeconds] = [3_600, 86_400];
const newMemberShare = 0.25;

function fullLimit(limit: HourlyLimit | DailyLimit): Limit {
  if (limit in dailyLimits) return { points: dailyLimits[limit as DailyLimit], seconds: daySeconds };
  return { points: hourlyLimits[limit as HourlyLimit], seconds: hourSeconds };
}

/** Limits counted in the database, so that all processes share them and a restart forgets nothing. */
export function createRateLimiter(pool: Pool, options: { isOn: boolean }): RateLimiter {
  if (!options.isOn) return { spend: () => Promise.resolve() };
  const windows = new Map<string, LimitWindow>();

  function windowOf(limit: HourlyLimit | DailyLimit, { points, seconds }: Limit): LimitWindow {
    const name = `${limit}_${points}`;
    const known = windows.get(name);
    if (known) return known;
    const window = createLimitWindow(pool, limit, { points, seconds }, { areRefusalsKept: true });
    windows.set(name, window);
    return window;
  }

  return {
    async spend(limit, { key, isNew = false }) {
      const full = fullLimit(limit);
      const points = Math.max(1, Math.floor(full.points * (isNew ? newMemberShare : 1)));
      const { isAllowed, waitSeconds } = await windowOf(limit, { points, seconds: full.seconds }).spend(key);
      if (!isAllowed) throw new AppError("rate.limited", { retryAfterSeconds: waitSeconds });
    },
  };
}
