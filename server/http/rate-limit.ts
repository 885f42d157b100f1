import { type HourlyLimit, hourlyLimits } from "#contract/rate-limits.ts";
import type { Pool } from "#server/db/db.ts";
import { AppError } from "#server/lib/app-error.ts";
import { createLimitWindow, type LimitWindow } from "./limit-window.ts";

export interface RateLimiter {
  /**
   * Counts one action of a member (or of an address, by its `toClientKey`) and refuses it beyond the hour's limit.
   *
   * @throws rate.limited with the seconds to wait
   */
  spend(limit: HourlyLimit, who: { key: string; isNew?: boolean }): Promise<void>;
}

const hourSeconds = 3_600;
const newMemberShare = 0.25;

/** Limits counted in the database, so that all processes share them and a restart forgets nothing. */
export function createRateLimiter(pool: Pool, options: { isOn: boolean }): RateLimiter {
  if (!options.isOn) return { spend: () => Promise.resolve() };
  const windows = new Map<string, LimitWindow>();

  function windowOf(limit: HourlyLimit, points: number): LimitWindow {
    const name = `${limit}_${points}`;
    const known = windows.get(name);
    if (known) return known;
    const window = createLimitWindow(pool, limit, { points, seconds: hourSeconds }, { areRefusalsKept: true });
    windows.set(name, window);
    return window;
  }

  return {
    async spend(limit, { key, isNew = false }) {
      const points = Math.max(1, Math.floor(hourlyLimits[limit] * (isNew ? newMemberShare : 1)));
      const { isAllowed, waitSeconds } = await windowOf(limit, points).spend(key);
      if (!isAllowed) throw new AppError("rate.limited", { retryAfterSeconds: waitSeconds });
    },
  };
}
