import { beforeEach, describe, expect, test } from "vitest";
import { insertAuditEntry } from "#server/auth/audit/audit.store.ts";
import { buildUser, givePoints } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import type { AbuseFinding } from "#contract/abuse-findings.ts";
import { lookForAbuse } from "./abuse-findings.service.ts";

let now = new Date("2026-06-10T12:00:00Z");
const { app, as, db } = await testApp({ app: { clock: { now: () => now } } });
const admin = await buildUser(db, { role: "admin" });
let day = 10;
beforeEach(() => {
  // Findings accumulate, so each test uses separate days.
  day += 3;
  now = new Date(Date.UTC(2026, 5, day, 12));
});

async function join(ip: string, at = now) {
  const member = await buildUser(db);
  const entry = { event: "account_created", userId: member.id, actor: null, ip, userAgent: "", details: {}, now: at };
  await insertAuditEntry(db, entry);
  return member;
}
const findings = async (status: "open" | "all" = "open") => {
  const { items } = (await as(admin).get(`/api/admin/findings?limit=50&status=${status}`)).json();
  return (items as AbuseFinding[]).filter((finding) => finding.day === now.toISOString().slice(0, 10));
};

describe("many new accounts from one address", () => {
  test("are one finding a day, brought up to date and never twice", async () => {
    for (let n = 0; n < 5; n += 1) await join("203.0.113.7");
    expect(await lookForAbuse(app)).toBe(0);
    expect(await findings()).toEqual([]);
    await join("::ffff:203.0.113.7");
    expect(await lookForAbuse(app)).toBe(1);
    await join("203.0.113.7");
    await join("198.51.100.1");
    expect(await lookForAbuse(app)).toBe(0);
    expect(await findings()).toMatchObject([
      { kind: "many_new_accounts", address: "203.0.113.7", accountsCount: 7, resolvedAt: null },
    ]);
  });

  test("count by network where an address is IPv6, and by day", async () => {
    const yesterday = new Date(now.getTime() - 86_400_000);
    for (let n = 0; n < 4; n += 1) await join(`2001:db8:1:2::${n}`);
    for (let n = 0; n < 4; n += 1) await join("2001:db8:1:2::9", yesterday);
    await lookForAbuse(app);
    expect(await findings()).toEqual([]);
    for (const ip of ["2001:db8:1:2:ffff::1", "2001:db8:1:2::77", "2001:db8:1:3::1"]) await join(ip);
    await lookForAbuse(app);
    expect((await findings()).map(({ address, accountsCount }) => [address, accountsCount])).toEqual([
      ["2001:db8:1:2::/64", 6],
    ]);
  });

  test("show an admin the members and what they earned, and deduct nothing", async () => {
    const members = [];
    for (let n = 0; n < 6; n += 1) members.push(await join("203.0.113.9"));
    const [first] = members;
    await givePoints(db, first?.id ?? "", 70);
    await lookForAbuse(app);
    const [finding] = await findings();
    const id = finding?.id ?? "";
    type Account = { userId: string; earnedPoints: number };
    const accounts: Account[] = (await as(admin).get(`/api/admin/findings/${id}/accounts`)).json().items;
    expect(new Set(accounts.map(({ userId }) => userId))).toEqual(new Set(members.map(({ id }) => id)));
    expect(accounts.reduce((sum, { earnedPoints }) => sum + earnedPoints, 0)).toBe(70);
    const row = await db
      .selectFrom("profiles")
      .select("points")
      .where("id", "=", first?.id ?? "")
      .executeTakeFirst();
    expect(row?.points).toBe(70);

    for (const _twice of [1, 2]) {
      expect((await as(admin).post(`/api/admin/findings/${id}/resolution`)).json().resolvedAt).toBe(now.toISOString());
    }
    expect(await findings()).toEqual([]);
    expect((await findings("all")).map(({ id }) => id)).toEqual([finding?.id]);
    await lookForAbuse(app);
    expect(await findings()).toEqual([]);
    const audited = (await as(admin).get(`/api/admin/audit?targetType=finding&targetId=${finding?.id}`)).json().items;
    expect(audited).toMatchObject([{ action: "finding.resolved", actor: { username: admin.username } }]);
    const unknown = "/api/admin/findings/01930000-0000-7000-8000-00000000dead";
    expect((await as(admin).get(`${unknown}/accounts`)).json().code).toBe("finding.not_found");
    expect((await as(admin).post(`${unknown}/resolution`)).json().code).toBe("finding.not_found");
  });

  test("are to be looked at again once more accounts joined", async () => {
    for (let n = 0; n < 6; n += 1) await join("203.0.113.10");
    await lookForAbuse(app);
    const [finding] = await findings();
    await as(admin).post(`/api/admin/findings/${finding?.id}/resolution`);
    await join("203.0.113.10");
    expect(await lookForAbuse(app)).toBe(0);
    expect(await findings()).toMatchObject([{ id: finding?.id, accountsCount: 7, resolvedAt: null }]);
  });

  test("are forgotten after 90 days; what is no address is passed over", async () => {
    for (let n = 0; n < 7; n += 1) await join("203.0.113.11");
    for (let n = 0; n < 7; n += 1) await join("");
    await lookForAbuse(app);
    const [finding, ...others] = await findings();
    expect(others).toEqual([]);
    const before = now;
    now = new Date(now.getTime() + 91 * 86_400_000);
    await lookForAbuse(app);
    now = before;
    const ids = (await db.selectFrom("abuse_findings").select("id").execute()).map(({ id }) => id);
    expect(ids).not.toContain(finding?.id);
  });
});
