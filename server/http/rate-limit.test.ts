import { beforeEach, expect, test, vi } from "vitest";
import { AppError } from "#server/lib/app-error.ts";
import { toClientKey } from "#server/lib/client-key.ts";
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

test("a read that fails at once fails as itself, and a refusal at the same time is no unhandled rejection", async () => {
  const refusing = { isUsedUp: () => false, spend: () => Promise.reject(new AppError("rate.limited")) };
  for (const rateLimiter of [createRateLimiter(pool, { isOn: false }), refusing]) {
    const failing = readWithinLimit({ ...visitor, rateLimiter }, "searches", () => {
      throw new Error("broken at once");
    });
    await expect(failing).rejects.toThrow(rateLimiter === refusing ? AppError : "broken at once");
  }
});
