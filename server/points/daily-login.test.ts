import { beforeEach, describe, expect, test } from "vitest";
import fc from "fast-check";
import type { Random } from "#server/lib/random.ts";
import { buildImage, buildStyle, buildUser } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";

/** A draw that is always the minimum. */
const lucky: Random = { below: () => 0 };
/** A draw without a bonus; the daily login itself is certain. */
const plain: Random = { below: (bound) => bound - 1 };
const start = new Date("2026-06-01T12:00:00Z");
let now = start;
let random = lucky;
const clock = { now: () => now };
const fash = await testApp({ app: { clock, random: { below: (bound) => random.below(bound) } } });
/** A second server on the same database. */
const duplicate = await testApp({ databaseUrl: fash.databaseUrl, app: { clock, random: lucky } });
const { db } = fash;
auditPointsAfterEach(db);

const at = (time: string) => (now = new Date(time));
const visit = async (member: { id: string }, timeZone?: string, app = fash) => {
  const answer = await app
    .as(member)
    .post("/api/points/awards", { source: "DAILY_LOGIN", ...(timeZone && { timeZone }) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const balanceOf = async (member: { id: string }) =>
  (await fash.as(member).get("/api/me/points")).json().balance as number;
const loginsOf = (member: { id: string }) =>
  db
    .selectFrom("points_ledger")
    .selectAll()
    .where("user_id", "=", member.id)
    .where("action", "=", "DAILY_LOGIN")
    .execute();

let mia: { id: string };
beforeEach(async () => {
  now = start;
  random = lucky;
  mia = await buildUser(db);
});

describe("the daily login", () => {
  test.each([13, 1_000])("settles a debt of %i points from the award and from its bonus", async (owed) => {
    random = { below: (bound) => (bound === 16 ? 7 : bound === 4 ? 3 : 0) };
    await db.updateTable("profiles").set({ points_owed: owed }).where("id", "=", mia.id).execute();
    expect(await visit(mia)).toMatchObject({ pointsAwarded: 12, bonus: { pointsAwarded: 3 } });
    expect((await fash.as(mia).get("/api/me/points")).json()).toMatchObject({
      balance: Math.max(0, 15 - owed),
      owedPoints: Math.max(0, owed - 15),
    });
  });

  test("awards only the first visit of a day, with the bonus of the member's tier", async () => {
    random = { below: (bound) => (bound === 16 ? 7 : bound === 4 ? 3 : 0) };
    expect(await visit(mia, "Europe/Berlin")).toEqual({
      success: true,
      pointsAwarded: 12,
      reason: null,
      bonus: { success: true, pointsAwarded: 3, reason: null },
      streak: { currentDays: 1, bestDays: 1, isTodayCounted: true, visitBefore: "2026-06-02T22:00:00.000Z" },
      nextLoginAt: "2026-06-02T08:00:00.000Z",
    });
    expect(await visit(mia)).toMatchObject({ success: false, pointsAwarded: 0, reason: "daily_limit", bonus: null });
    expect(await balanceOf(mia)).toBe(15);
  });

  test("comes with the bonus of HIGH in the day in which the score reached 100, and of MEDIUM a day later", async () => {
    const activity = { activity_score: 98, last_activity_update: start };
    await db.updateTable("profiles").set(activity).where("id", "=", mia.id).execute();
    at("2026-06-01T14:00:00Z");
    const imageId = (await buildImage(db, mia.id)).id;
    const post = { title: "Coat", styleId: (await buildStyle(db)).id, imageId, items: [] };
    expect((await fash.as(mia).post("/api/outfits", post)).statusCode).toBe(200);
    const tierAt = async (time: string) => {
      at(time);
      const { bonus } = await visit(mia);
      const { tier, score } = (await fash.as(mia).get("/api/me/points")).json().activity;
      return { bonus: bonus?.pointsAwarded, tier, score };
    };
    expect(await tierAt("2026-06-01T14:00:01Z")).toEqual({ bonus: 5, tier: "HIGH", score: 100 });
    expect(await tierAt("2026-06-02T11:59:59Z")).toEqual({ bonus: 5, tier: "HIGH", score: 100 });
    expect(await tierAt("2026-06-03T11:59:59Z")).toEqual({ bonus: 2, tier: "MEDIUM", score: 90 });
  });

  test("awards once, even with concurrent requests from many tabs, devices, servers and time zones", async () => {
    const zones = ["Europe/Berlin", "Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kolkata", "UTC"];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => visit(mia, zones[n % zones.length], n % 2 === 0 ? fash : duplicate)),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(await loginsOf(mia)).toHaveLength(1);
  });

  test("pays again the next day, once 20 hours have passed", async () => {
    at("2026-06-01T21:30:00Z");
    await visit(mia, "UTC");
    at("2026-06-02T08:00:00Z");
    expect(await visit(mia)).toMatchObject({
      reason: "cooldown",
      nextLoginAt: "2026-06-02T17:30:00.000Z",
      streak: { currentDays: 2 },
    });
    at("2026-06-02T17:29:59.999Z");
    expect((await visit(mia)).reason).toBe("cooldown");
    at("2026-06-02T17:30:00Z");
    expect((await visit(mia)).success).toBe(true);
    expect(await loginsOf(mia)).toHaveLength(2);
  });

  test("begins a new day at the member's own midnight", async () => {
    at("2026-06-01T10:00:00Z");
    await visit(mia, "Asia/Tokyo");
    at("2026-06-02T14:59:59Z");
    expect((await visit(mia, "Asia/Tokyo")).success).toBe(true);
    at("2026-06-02T15:00:00Z");
    expect(await visit(mia, "Asia/Tokyo")).toMatchObject({ reason: "cooldown", streak: { currentDays: 3 } });
  });

  test("pays a date that a flight across the date line repeats once more, 20 hours later and once", async () => {
    random = { below: (bound) => (bound === 4 ? 3 : 0) };
    at("2026-06-10T14:00:00Z");
    await visit(mia, "Pacific/Kiritimati");
    // In Honolulu it is the 11th, too, as it was in Kiritimati a day before.
    at("2026-06-11T14:00:00Z");
    const answers = await Promise.all([1, 2, 3].map(() => visit(mia, "Pacific/Honolulu")));
    expect(answers.filter(({ success }) => success)).toMatchObject([{ nextLoginAt: "2026-06-12T10:00:00.000Z" }]);
    expect(new Set(answers.map(({ nextLoginAt }) => nextLoginAt))).toEqual(new Set(["2026-06-12T10:00:00.000Z"]));
    expect(await loginsOf(mia)).toHaveLength(2);
    const bonus = await fash.as(mia).post("/api/points/awards", { source: "STREAK_BONUS" });
    expect(bonus.json()).toMatchObject({ success: true, pointsAwarded: 3 });
    expect(await balanceOf(mia)).toBe(16);
  });

  test("remembers the time zone on the profile, in the spelling of the database of zones", async () => {
    await visit(mia, "europe/BERLIN");
    await visit(mia);
    expect((await fash.as(mia).get("/api/me/points")).json().day).toEqual({
      timeZone: "Europe/Berlin",
      startedAt: "2026-05-31T22:00:00.000Z",
      endsAt: "2026-06-01T22:00:00.000Z",
    });
  });

  test.each(["Mars/Olympus", "+14:00", "", "a".repeat(65), 7])("refuses the time zone %j by name", async (timeZone) => {
    const answer = await fash.as(mia).post("/api/points/awards", { source: "DAILY_LOGIN", timeZone });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().issues[0].path).toBe("timeZone");
  });

  test("never awards twice within 20 hours or more often than once a day, for any reported time zones", async () => {
    const zones = fc.constantFrom("UTC", "Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin", "Asia/Kathmandu");
    const visits = fc.array(fc.record({ zone: zones, hours: fc.double({ min: 0.1, max: 14, noNaN: true }) }), {
      minLength: 10,
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(visits, async (plan) => {
        now = start;
        const member = await buildUser(db);
        for (const { zone, hours } of plan) {
          now = new Date(now.getTime() + hours * 3_600_000);
          await visit(member, zone);
        }
        const times = (await loginsOf(member)).map((row) => row.created_at.getTime()).toSorted((a, b) => a - b);
        for (const [index, time] of times.entries()) {
          if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(20 * 3_600_000);
        }
        const days = (now.getTime() - start.getTime()) / 86_400_000;
        expect(times.length).toBeLessThanOrEqual(1 + Math.floor((days * 24) / 20));
      }),
      { numRuns: 12 },
    );
  });

  test("is for members only and contains no amount and no other member", async () => {
    expect((await fash.as(null).post("/api/points/awards", { source: "DAILY_LOGIN" })).json().code).toBe(
      "auth.required",
    );
    for (const extra of [{ points: 500 }, { userId: mia.id }, { pointsAwarded: 9 }, { metadata: { points: 5 } }]) {
      const answer = await fash.as(mia).post("/api/points/awards", { source: "DAILY_LOGIN", ...extra });
      expect(answer.statusCode).toBe(422);
    }
    expect(await balanceOf(mia)).toBe(0);
  });
});

describe("a streak", () => {
  const streakOf = async () => (await fash.as(mia).get("/api/me/points")).json().streak;

  test("grows by a visit a day, is lost with a missed day, and the best one stays", async () => {
    random = plain;
    for (const [time, currentDays, bestDays] of [
      ["2026-06-01T12:00:00Z", 1, 1],
      ["2026-06-01T23:00:00Z", 1, 1],
      ["2026-06-02T00:10:00Z", 2, 2],
      ["2026-06-03T23:50:00Z", 3, 3],
      ["2026-06-05T00:10:00Z", 1, 3],
      ["2026-06-06T09:00:00Z", 2, 3],
    ] as const) {
      at(time);
      expect((await visit(mia, "UTC")).streak).toMatchObject({ currentDays, bestDays, isTodayCounted: true });
    }
  });

  test("reports until when a visit continues it, and ends after that", async () => {
    expect(await streakOf()).toEqual({ currentDays: 0, bestDays: 0, isTodayCounted: false, visitBefore: null });
    await visit(mia, "UTC");
    at("2026-06-02T13:00:00Z");
    const waiting = { currentDays: 1, bestDays: 1, isTodayCounted: false, visitBefore: "2026-06-03T00:00:00.000Z" };
    expect(await streakOf()).toEqual(waiting);
    at("2026-06-03T00:00:00Z");
    expect(await streakOf()).toEqual({ currentDays: 0, bestDays: 1, isTodayCounted: false, visitBefore: null });
  });

  test("survives a flight across the date line", async () => {
    at("2026-06-10T18:00:00Z");
    await visit(mia, "America/Los_Angeles");
    // In Auckland it is the 12th: the 11th was skipped.
    at("2026-06-11T20:00:00Z");
    expect((await visit(mia, "Pacific/Auckland")).streak.currentDays).toBe(2);
    // And back, where it is the 12th once more, which is no new day; the next midnight begins one.
    at("2026-06-12T20:00:00Z");
    expect((await visit(mia, "America/Los_Angeles")).streak.currentDays).toBe(2);
    at("2026-06-13T08:00:00Z");
    expect((await visit(mia, "America/Los_Angeles")).streak.currentDays).toBe(3);
  });

  test.each([
    ["Europe/London", "2026-06-22T08:00:00Z", "2026-06-23T20:00:00Z", "2026-06-24T08:00:00Z"],
    ["Asia/Tokyo", "2026-06-21T23:00:00Z", "2026-06-23T14:00:00Z", "2026-06-23T23:00:00Z"],
  ])("survives a flight east to %s, where the day goes on under the next date", async (zone, first, second, third) => {
    at("2026-06-20T13:00:00Z");
    await visit(mia, "America/New_York");
    at("2026-06-21T13:00:00Z");
    await visit(mia, "America/New_York");
    at(first);
    expect((await visit(mia, zone)).streak.currentDays).toBe(2);
    at(second);
    expect((await visit(mia, zone)).streak.currentDays).toBe(3);
    at(third);
    expect((await visit(mia, zone)).streak.currentDays).toBe(4);
  });

  test("survives two flights east within its time, and ends with a day missed after one", async () => {
    at("2026-06-21T13:00:00Z");
    await visit(mia, "America/New_York");
    at("2026-06-22T08:00:00Z");
    expect((await visit(mia, "Europe/London")).streak.visitBefore).toBe("2026-06-23T23:00:00.000Z");
    at("2026-06-23T20:00:00Z");
    expect((await visit(mia, "Asia/Tokyo")).streak.currentDays).toBe(2);
    at("2026-06-25T15:00:00Z");
    expect((await visit(mia, "Asia/Tokyo")).streak.currentDays).toBe(1);
  });

  test("promises no more than a visit keeps, where the day of the departure ends late at the destination", async () => {
    at("2026-06-21T13:00:00Z");
    await visit(mia, "America/New_York");
    at("2026-06-21T21:30:00Z");
    const { visitBefore } = (await visit(mia, "Europe/London")).streak;
    expect(visitBefore).toBe("2026-06-22T23:00:00.000Z");
    at("2026-06-22T22:30:00Z");
    expect((await visit(mia, "Europe/London")).streak.visitBefore).toBe("2026-06-23T23:00:00.000Z");
    at("2026-06-23T22:30:00Z");
    expect((await visit(mia, "Europe/London")).streak.currentDays).toBe(2);
  });

  test("survives a flight west in a day that began by earning, before any visit", async () => {
    at("2026-06-21T10:00:00Z");
    await visit(mia, "Europe/Berlin");
    // What attendance confirmed after midnight leaves behind.
    const points_day_start = new Date("2026-06-21T22:00:00Z");
    await db.updateTable("profiles").set({ points_day_start }).where("id", "=", mia.id).execute();
    at("2026-06-22T20:00:00Z");
    expect((await visit(mia, "America/New_York")).streak.currentDays).toBe(2);
    at("2026-06-23T20:00:00Z");
    expect((await visit(mia, "America/New_York")).streak.currentDays).toBe(3);
  });
});
