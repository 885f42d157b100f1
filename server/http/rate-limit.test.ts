import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { AppError } from "#server/lib/app-error.ts";
import { toClientKey } from "#server/lib/client-key.ts";
import { createQueue } from "#server/lib/queue.ts";
import { withResolvers } from "#server/lib/with-resolvers.ts";
import { testDatabase } from "#server/testing/test-app.ts";
import { createRateLimiter, readWithinLimit } from "./rate-limit.ts";

const { pool } = await testDatabase();
const limiters = [createRateLimiter(pool, { isOn: true }), createRateLimiter(pool, { isOn: true })] as const;
const visitor = { viewer: null, clientKey: toClientKey("192.0.2.1") };
const who = { key: visitor.clientKey, isNew: false };
const read = vi.fn<() => Promise<string>>().mockResolvedValue("found");
beforeEach(() => void read.mockClear());

/** Leaves this many actions of the hour. */
async function leave(limit: "reports" | "searches", points: number): Promise<void> {
  const allowed = { reports: 20, searches: 600 }[limit];
  await pool.query(
    `insert into rate_limits (key, points, expire) values ($1, $2, $3)
     on conflict (key) do update set points = excluded.points`,
    [`${limit}:${who.key}`, allowed - points, Date.now() + 3_600_000],
  );
}

test("all processes count together, and a refusal is remembered [S-71]", async () => {
  const [one, other] = limiters;
  await leave("reports", 2);
  await one.spend("reports", who);
  await other.spend("reports", who);
  for (const limiter of limiters) {
    expect(limiter.isUsedUp("reports", who)).toBe(false);
    await expect(limiter.spend("reports", who)).rejects.toMatchObject({ code: "rate.limited" });
    expect(limiter.isUsedUp("reports", who)).toBe(true);
    expect(limiter.isUsedUp("searches", who)).toBe(false);
  }
  await leave("reports", 2);
  await expect(one.spend("reports", who)).rejects.toMatchObject({ code: "rate.limited" });
});

test("what was read while it was refused is not given, and from then on nothing is read [S-71]", async () => {
  const caller = { ...visitor, rateLimiter: limiters[0] };
  await leave("searches", 1);
  expect(await readWithinLimit(caller, "searches", read)).toBe("found");
  await expect(readWithinLimit(caller, "searches", read)).rejects.toMatchObject({ code: "rate.limited" });
  expect(read).toHaveBeenCalledTimes(2);
  await expect(readWithinLimit(caller, "searches", read)).rejects.toMatchObject({ code: "rate.limited" });
  expect(read).toHaveBeenCalledTimes(2);
});

test("what still waits in a queue when it is refused does not begin [S-71]", async () => {
  const caller = { ...visitor, rateLimiter: createRateLimiter(pool, { isOn: true }) };
  const inQueue = createQueue({ atOnce: 1, waitingMax: 100 });
  const earlier = withResolvers<void>();
  const blocking = inQueue(() => earlier.promise);
  await leave("searches", 0);
  const refused = [1, 2, 3].map(() => readWithinLimit(caller, "searches", (signal) => inQueue(read, { signal })));
  for (const outcome of await Promise.allSettled(refused)) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "rate.limited" } });
  }
  earlier.resolve();
  await blocking;
  await inQueue(() => Promise.resolve());
  expect(read).not.toHaveBeenCalled();
});

test("a read that fails at once fails as itself, unless it is refused", async () => {
  const refusing = { isUsedUp: () => false, spend: () => setTimeout(5).then(() => Promise.reject(limited)) };
  const limited = new AppError("rate.limited");
  const broken = () => {
    throw new Error("broken at once");
  };
  const unlimited = createRateLimiter(pool, { isOn: false });
  await expect(readWithinLimit({ ...visitor, rateLimiter: unlimited }, "searches", broken)).rejects.toThrow("broken");
  await expect(readWithinLimit({ ...visitor, rateLimiter: refusing }, "searches", broken)).rejects.toBe(limited);
});
