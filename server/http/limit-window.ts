import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Limit } from "#server/config/auth-environment.ts";
import type { Pool } from "#server/db/db.ts";

/** What is left of a limit after an attempt. */
export interface Spent {
  isAllowed: boolean;
  /** Attempts in this window, this one included. */
  points: number;
  /** Until the next attempt can pass; 0 when this one did. */
  waitSeconds: number;
}

/** A limit for each of many keys, counted in the database: shared by all processes, and a restart forgets nothing. */
export interface LimitWindow {
  spend(key: string, points?: number): Promise<Spent>;
  /** What was counted, without counting. */
  read(key: string): Promise<{ points: number; waitSeconds: number }>;
  giveBack(key: string, points?: number): Promise<void>;
  /** Lets nothing pass for so long. */
  block(key: string, seconds: number): Promise<void>;
}

/** One limit in table `rate_limits`; `name` sets its keys apart from those of others. */
export function createLimitWindow(pool: Pool, name: string, limit: Limit): LimitWindow {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points: limit.points,
    duration: limit.seconds,
  });
  return {
    async spend(key, points = 1) {
      try {
        const { consumedPoints } = await limiter.consume(key, points);
        return { isAllowed: true, points: consumedPoints, waitSeconds: 0 };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return {
          isAllowed: false,
          points: refusal.consumedPoints,
          waitSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
        };
      }
    },
    async read(key) {
      const counted = await limiter.get(key);
      const waitMs = Math.max(0, counted?.msBeforeNext ?? 0);
      return { points: counted?.consumedPoints ?? 0, waitSeconds: Math.ceil(waitMs / 1_000) };
    },
    giveBack: async (key, points = 1) => void (await limiter.reward(key, points)),
    block: async (key, seconds) => void (await limiter.block(key, seconds)),
  };
}
