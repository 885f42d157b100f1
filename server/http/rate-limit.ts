import { RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from "rate-limiter-flexible";
import type { Pool } from "#server/db/db.ts";
import { AppError } from "#server/lib/app-error.ts";

/** Deeds a member and hour; a quarter of it in an account's first day. See security.md row 71. */
const hourlyLimits = {
  posts: 20,
  comments: 60,
  likes: 300,
  swipes: 2_000,
  messages: 120,
  threads: 20,
  searches: 600,
  suggestions: 600,
  uploads: 60,
  detections: 20,
  follows: 120,
  boards: 300,
  silences: 120,
  reports: 20,
  redemptions: 20,
} as const;
type LimitedDeed = keyof typeof hourlyLimits;

export interface RateLimiter {
  /**
   * Counts one deed of a member (or of an address) and refuses it beyond the hour's limit.
   *
   * @throws rate.limited with the seconds to wait
   */
  spend(deed: LimitedDeed, who: { key: string; isNew?: boolean }): Promise<void>;
}

const hourSeconds = 3_600;
const newMemberShare = 0.25;

/** Limits counted in the database, so that all processes share them and a restart forgets nothing. */
export function createRateLimiter(pool: Pool, options: { isOn: boolean }): RateLimiter {
  if (!options.isOn) return { spend: () => Promise.resolve() };
  const limiters = new Map<string, RateLimiterAbstract>();

  function limiterFor(deed: LimitedDeed, points: number): RateLimiterAbstract {
    const name = `${deed}_${points}`;
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: deed,
      points,
      duration: hourSeconds,
      // Once refused, a caller is turned away without asking the database again.
      inMemoryBlockOnConsumed: points + 1,
    });
    limiters.set(name, limiter);
    return limiter;
  }

  return {
    async spend(deed, { key, isNew = false }) {
      const points = Math.max(1, Math.floor(hourlyLimits[deed] * (isNew ? newMemberShare : 1)));
      try {
        await limiterFor(deed, points).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError("rate.limited", { retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1_000) });
      }
    },
  };
}
