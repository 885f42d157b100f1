import { beforeEach, describe, expect, test } from "vitest";
import type { LedgerPage, PointsEntry, PointsSummary } from "#contract/points.ts";
import type { Random } from "#server/lib/random.ts";
import { newId } from "#server/lib/ids.ts";
import { insertLedgerEntries, type LedgerEntry } from "#server/points/points.store.ts";
import { awardRules } from "#server/points/points-rules.ts";
import {
  buildEvent,
  buildImage,
  buildOutfit,
  buildUser,
  givePoints,
  buildUsedCode,
} from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";

const lucky: Random = { below: () => 0 };
const start = new Date("2026-06-15T12:00:00Z");
let now = start;
const fash = await testApp({ app: { clock: { now: () => now }, random: lucky } });
const { as, db } = fash;
auditPointsAfterEach(db);

type Member = { id: string; username: string };
let mia: Member;
let leo: Member;
beforeEach(async () => {
  now = start;
  [mia, leo] = [await buildUser(db), await buildUser(db)];
});

const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));
const summaryOf = async (member: Member) => (await as(member).get("/api/me/points")).json() as PointsSummary;
const ledgerOf = async (member: Member, query = "") =>
  (await as(member).get(`/api/me/points/ledger${query}`)).json() as LedgerPage;
const like = (member: Member, outfit: { id: string }) => as(member).put(`/api/outfits/${outfit.id}/like`);
/** One like of a day in the ledger, each a day before the last. */
async function fill(member: Member, count: number) {
  const entries = Array.from({ length: count }, (_, index): LedgerEntry & { at: Date } => {
    const at = new Date(start.getTime() - index * 86_400_000);
    const id = newId(at.getTime());
    return { id, userId: member.id, action: "LIKE", points: 1, subject: id, outfitId: null, dayStart: at, at };
  });
  for (const entry of entries) await insertLedgerEntries(db, [entry], entry.at);
}
async function request(member: Member, status: "awaiting approval" | "approved" | "rejected", points = 1_000) {
  const id = newId();
  const reward = "01930000-0000-7000-8000-000000000201";
  const described = {
    reward_name: "$10 Amazon Gift Card",
    gift_card_type: "Amazon",
    value_cents: 1_000,
    currency: "USD",
  };
  const decision = {
    decided_at: status === "awaiting approval" ? null : now,
    rejection_reason: status === "rejected" ? "No." : null,
  };
  const values = {
    id,
    user_id: member.id,
    reward_id: reward,
    points,
    status,
    created_at: now,
    ...described,
    ...decision,
  };
  await db.insertInto("reward_redemptions").values(values).execute();
  if (status === "approved") await buildUsedCode(db, { id, rewardId: reward });
  if (status !== "rejected") {
    await db
      .updateTable("profiles")
      .set((row) => ({ points: row("points", "-", points) }))
      .where("id", "=", member.id)
      .execute();
  }
  return id;
}

describe("the summary", () => {
  test("of a new member is empty, and has the engine's rules with all of them left", async () => {
    const summary = await summaryOf(mia);
    expect(summary).toMatchObject({
      balance: 0,
      heldPoints: 0,
      owedPoints: 0,
      month: { startsAt: "2026-06-01T00:00:00.000Z", earnedPoints: 0 },
      activity: { tier: "LOW", score: 0, savedScore: 0, savedAt: null, outfitsCount: 0 },
      streak: { currentDays: 0, bestDays: 0, visitBefore: null },
      day: { timeZone: "UTC", startedAt: "2026-06-15T00:00:00.000Z", endsAt: "2026-06-16T00:00:00.000Z" },
    });
    expect(
      summary.rules.map(({ action, remainingToday, availableAt, ...rule }) => [
        action,
        rule,
        remainingToday,
        availableAt,
      ]),
    ).toEqual(Object.entries(awardRules).map(([action, rule]) => [action, rule, rule.perDayMax, null]));
    expect(summary.bonusRules.map(({ tier, scoreMin, chancePercent }) => [tier, scoreMin, chancePercent])).toEqual([
      ["HIGH", 100, 70],
      ["MEDIUM", 30, 40],
      ["LOW", 0, 15],
    ]);
  });

  test("reports what is left today and when a cooldown ends", async () => {
    await like(leo, await buildOutfit(db, mia.id));
    later(10);
    const rule = (await summaryOf(leo)).rules.find(({ action }) => action === "LIKE");
    expect(rule).toMatchObject({ remainingToday: 9, availableAt: "2026-06-15T12:00:30.000Z" });
    later(20);
    expect((await summaryOf(leo)).rules.find(({ action }) => action === "LIKE")?.availableAt).toBeNull();
    later(86_400);
    expect((await summaryOf(leo)).rules.find(({ action }) => action === "LIKE")?.remainingToday).toBe(10);
  });

  test("shows the parts of the activity score, and never rounds it up to the next tier", async () => {
    await db
      .updateTable("profiles")
      .set({ activity_score: 33.33, last_activity_update: new Date("2026-06-14T12:00:00Z") })
      .where("id", "=", mia.id)
      .execute();
    expect((await summaryOf(mia)).activity).toMatchObject({
      tier: "LOW",
      score: 29.9,
      savedScore: 33.3,
      savedAt: "2026-06-14T12:00:00.000Z",
      wholeDays: 1,
      lossPercentPerDay: 10,
      gainPerOutfit: 2,
      scoreMax: 100,
    });
    // Before a day is over, both are the same number.
    await db.updateTable("profiles").set({ activity_score: 6.87, last_activity_update: now }).execute();
    expect((await summaryOf(mia)).activity).toMatchObject({ score: 6.8, savedScore: 6.8, wholeDays: 0 });
  });

  test("takes what was taken back off the month's awards, and counts no corrections", async () => {
    const image = (await buildImage(db, mia.id)).id;
    const styleId = "01930000-0000-7000-8000-000000000001";
    const { outfit } = (await as(mia).post("/api/outfits", { title: "A coat", styleId, imageId: image })).json();
    const correction = { id: newId(), points: 7, reason: "A contest" };
    const admin = await buildUser(db, { role: "admin" });
    await as(admin).post(`/api/admin/members/${mia.id}/points`, correction);
    expect(await summaryOf(mia)).toMatchObject({ balance: 57, month: { earnedPoints: 50 } });
    await as(mia).delete(`/api/outfits/${outfit.id}`);
    expect(await summaryOf(mia)).toMatchObject({ balance: 7, month: { earnedPoints: 0 } });
  });

  test("counts requests awaiting approval as held, and only this month's awards for the month", async () => {
    await givePoints(db, mia.id, 1_500);
    await request(mia, "awaiting approval");
    await like(mia, await buildOutfit(db, leo.id));
    expect(await summaryOf(mia)).toMatchObject({ balance: 501, heldPoints: 1_000, month: { earnedPoints: 1 } });
  });
});

describe("the ledger", () => {
  test("lists awards, reversals and redemptions in one, newest first, and its rows are the balance", async () => {
    await givePoints(db, mia.id, 3_000);
    const image = (await buildImage(db, mia.id)).id;
    const styleId = "01930000-0000-7000-8000-000000000001";
    const { outfit } = (await as(mia).post("/api/outfits", { title: "A coat", styleId, imageId: image })).json();
    later(60);
    const rejected = await request(mia, "rejected");
    later(60);
    const held = await request(mia, "awaiting approval");
    later(60);
    await as(mia).delete(`/api/outfits/${outfit.id}`);
    const { items } = await ledgerOf(mia);
    expect(items.slice(0, 4)).toMatchObject([
      { kind: "REVERSAL", points: -50, title: "A coat", outfitId: null, redemption: null },
      { id: held, kind: "REDEMPTION", points: -1_000, redemption: { cost: 1_000, status: "awaiting approval" } },
      { id: rejected, kind: "REDEMPTION", points: 0, redemption: { cost: 1_000, status: "rejected" } },
      { kind: "POST_OUTFIT", points: 50, title: "A coat", outfitId: null },
    ]);
    const all = await allOf(mia);
    expect(all.reduce((sum, { points }) => sum + points, 0)).toBe((await summaryOf(mia)).balance);
  });

  test("links an outfit while it can be opened, and still shows its title when it is deleted or hidden", async () => {
    const [shown, hidden, gone] = [
      await buildOutfit(db, leo.id, { title: "Shown" }),
      await buildOutfit(db, leo.id, { title: "Hidden" }),
      await buildOutfit(db, leo.id, { title: "Gone" }),
    ];
    for (const outfit of [shown, hidden, gone]) {
      later(60);
      await like(mia, outfit);
    }
    await db.updateTable("outfits").set({ title: "Shown and renamed" }).where("id", "=", shown.id).execute();
    await db
      .updateTable("outfits")
      .set({ is_active: false, title: "A secret name" })
      .where("id", "=", hidden.id)
      .execute();
    await as(leo).delete(`/api/outfits/${gone.id}`);
    expect((await ledgerOf(mia)).items.map(({ title, outfitId }) => [title, outfitId])).toEqual([
      ["Gone", null],
      ["Hidden", null],
      ["Shown and renamed", shown.id],
    ]);
  });

  test("links an event while it can be opened, and still shows its title", async () => {
    const titles = ["Shown", "Hidden", "Withdrawn", "Gone"] as const;
    for (const title of titles) {
      later(60);
      const event = await buildEvent(db, leo.id, { title });
      const attendance = { action: "ATTEND_EVENT", points: 100, subject: event.id, outfitId: null, title } as const;
      await insertLedgerEntries(db, [{ ...attendance, id: newId(), userId: mia.id, dayStart: now }], now);
      const rows = db.updateTable("events").where("id", "=", event.id);
      if (title === "Hidden") await rows.set({ is_hidden: true }).execute();
      if (title === "Withdrawn") await rows.set({ status: "withdrawn" }).execute();
      if (title === "Gone") await db.deleteFrom("events").where("id", "=", event.id).execute();
    }
    const linked = async () =>
      (await ledgerOf(mia)).items.flatMap(({ title, eventId }) => (eventId === null ? [] : [title]));
    expect((await ledgerOf(mia)).items.map(({ title }) => title)).toEqual(titles.toReversed());
    expect(await linked()).toEqual(["Shown"]);
    await as(leo).put(`/api/blocks/${mia.id}`);
    expect(await linked()).toEqual([]);
  });

  test("names a reward as it was requested, also after a rename", async () => {
    await givePoints(db, mia.id, 1_000);
    const { id, name } = await db.selectFrom("rewards").selectAll().orderBy("id").executeTakeFirstOrThrow();
    await request(mia, "awaiting approval");
    await db.updateTable("rewards").set({ name: "Renamed" }).where("id", "=", id).execute();
    const [entry] = (await ledgerOf(mia)).items;
    const { body } = await as(mia).get("/api/me/points/ledger.csv");
    await db.updateTable("rewards").set({ name }).where("id", "=", id).execute();
    expect(entry?.title).toBe(name);
    expect(body).toContain(`REDEMPTION,${name},`);
  });

  async function allOf(member: Member, query = ""): Promise<PointsEntry[]> {
    const entries: PointsEntry[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: LedgerPage = await ledgerOf(member, `?limit=7${query}${cursor && `&cursor=${cursor}`}`);
      entries.push(...page.items);
      cursor = page.nextCursor;
    }
    return entries;
  }

  test("has pages of fifty, without gaps or repetitions", async () => {
    await fill(mia, 60);
    await request(mia, "rejected", 5);
    const first = await ledgerOf(mia);
    expect(first.items).toHaveLength(50);
    const second = await ledgerOf(mia, `?cursor=${first.nextCursor}`);
    expect([second.items.length, second.nextCursor]).toEqual([11, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(61);
    expect(await allOf(mia)).toEqual([...first.items, ...second.items]);
    expect((await as(mia).get("/api/me/points/ledger?limit=51")).statusCode).toBe(422);
    expect((await as(mia).get("/api/me/points/ledger?cursor=zz")).json().issues[0].path).toBe("cursor");
  });

  test("can be narrowed to one kind, with the months' sums of it", async () => {
    await fill(mia, 20);
    await givePoints(db, mia.id, 100);
    await request(mia, "approved", 30);
    expect((await ledgerOf(mia, "?kind=LIKE")).months).toEqual([
      { month: "2026-06", earnedPoints: 15, spentPoints: 0 },
      { month: "2026-05", earnedPoints: 5, spentPoints: 0 },
    ]);
    expect(await ledgerOf(mia, "?kind=REDEMPTION")).toMatchObject({
      items: [{ kind: "REDEMPTION", points: -30 }],
      months: [{ month: "2026-06", earnedPoints: 0, spentPoints: 30 }],
    });
    expect((await ledgerOf(mia, "?kind=REVERSAL")).items).toEqual([]);
    expect((await allOf(mia, "&kind=LIKE")).map(({ kind }) => kind)).toEqual(Array.from({ length: 20 }, () => "LIKE"));
    expect((await as(mia).get("/api/me/points/ledger?kind=ALL")).statusCode).toBe(422);
  });

  test("puts a row into the month that the member's clocks show", async () => {
    await as(mia).post("/api/points/awards", { source: "DAILY_LOGIN", timeZone: "Pacific/Kiritimati" });
    now = new Date("2026-06-30T12:00:00Z");
    await like(mia, await buildOutfit(db, leo.id));
    expect((await ledgerOf(mia)).months.map(({ month }) => month)).toEqual(["2026-07", "2026-06"]);
  });
});

test("twelve weeks begin on Monday, the oldest first, each with what was earned and spent", async () => {
  await fill(mia, 15);
  await request(mia, "approved", 10);
  const { weeks } = (await as(mia).get("/api/me/points/weeks")).json();
  expect(weeks).toHaveLength(12);
  // 15 June 2026 is a Monday.
  expect(weeks.slice(-3)).toEqual([
    { startsAt: "2026-06-01T00:00:00.000Z", earnedPoints: 7, spentPoints: 0 },
    { startsAt: "2026-06-08T00:00:00.000Z", earnedPoints: 7, spentPoints: 0 },
    { startsAt: "2026-06-15T00:00:00.000Z", earnedPoints: 1, spentPoints: 10 },
  ]);
});

describe("the file", () => {
  test("has every row with the member's own date, and no title that a spreadsheet would run", async () => {
    await as(mia).post("/api/points/awards", { source: "DAILY_LOGIN", timeZone: "Asia/Kolkata" });
    later(7 * 3_600);
    await like(mia, await buildOutfit(db, leo.id, { title: '=HYPERLINK("https://evil.example","x"), coat' }));
    await request(mia, "rejected", 5);
    const answer = await as(mia).get("/api/me/points/ledger.csv");
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="fash-points.csv"',
      "cache-control": "private, no-store",
    });
    expect(answer.body.split("\r\n")).toEqual([
      "\uFEFFDate,Time,Kind,Title,Points,Cost,Status",
      "2026-06-16,00:30:00,REDEMPTION,$10 Amazon Gift Card,0,5,rejected",
      `2026-06-16,00:30:00,LIKE,"'=HYPERLINK(""https://evil.example"",""x""), coat",1,,`,
      "2026-06-15,17:30:00,DAILY_LOGIN,,5,,",
      "",
    ]);
  });
});

describe("points are their owner's", () => {
  /** Every request that anyone but the owner can make about a member. */
  const addresses = (member: Member, outfitId: string) => [
    `/api/profiles/${member.username}`,
    `/api/profiles/${member.username}/outfits`,
    `/api/outfits/${outfitId}`,
    `/api/outfits/${outfitId}/comments`,
    `/api/outfits/${outfitId}/likes`,
    "/api/outfits",
    "/api/trending",
    `/api/search?search=${member.username}`,
    `/api/stylists?search=${member.username}`,
    "/api/notifications",
    "/api/me",
    "/api/me/points",
    "/api/me/points/ledger",
    "/api/me/points/weeks",
  ];

  test("never affect a response to others: not its body, order or length", async () => {
    const outfit = await buildOutfit(db, mia.id, { title: "Looked at" });
    await buildOutfit(db, (await buildUser(db)).id, { title: "Another" });
    await as(leo).put(`/api/outfits/${outfit.id}/like`);
    const admin = await buildUser(db, { role: "admin" });
    const lookers = [leo, admin];
    const look = async () => {
      const seen: Record<string, string> = {};
      for (const looker of lookers) {
        for (const address of addresses(mia, outfit.id)) {
          const answer = await as(looker).get(address);
          seen[`${looker.id} ${address}`] = `${answer.statusCode} ${answer.body} ${answer.headers.etag ?? ""}`;
        }
      }
      seen["visitor"] = (await as(null).get(`/api/outfits/${outfit.id}`)).body;
      return seen;
    };
    const before = await look();
    await givePoints(db, mia.id, 5_000);
    await request(mia, "awaiting approval");
    await db.updateTable("profiles").set({ activity_score: 90 }).where("id", "=", mia.id).execute();
    expect(await look()).toEqual(before);
    expect(
      Object.values(before).some(
        (text) =>
          /activityScore|activity_score|"tier":/.test(text.replace(/"membershipTier"/g, "")) &&
          !text.includes('"perPairPerDayMax"'),
      ),
    ).toBe(false);
  });
});
