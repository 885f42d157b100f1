import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { banMember, liftExpiredBans, unbanMember } from "#server/bans/bans.service.ts";
import { transact } from "#server/db/db.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

const clock = movableClock();
const { app, as, db, fastify } = await testApp({ app: { clock } });
const admin = () => buildUser(db, { role: "admin" });

/** What the members' list says about a member who is suspended for these days, one decision after the other. */
async function suspendFor(memberId: string, ...spans: (number | null)[]) {
  const moderator = await admin();
  const path = `/api/admin/members/${memberId}/suspension`;
  let answer = {};
  for (const days of spans) answer = (await as(moderator).put(path, { days, reason: "a test" })).json();
  return answer;
}

/** Appeals against one of the member's decisions, the newest being 0, and decides it. */
async function winAppeal(member: { id: string }, index: number, provedAgo = 0) {
  const { actions } = (await as(member).get("/api/me/account-status")).json();
  await as(member).post("/api/me/appeals", { actionId: actions[index].id, message: "Please" });
  const other = await admin();
  const { items } = (await as(other).get("/api/admin/appeals")).json();
  const appeal = items.find((item: { member: { id: string } }) => item.member.id === member.id);
  const authorization = `Bearer ${await tokenFor(app, other.id)}`;
  await db
    .updateTable("auth.session_methods")
    .set({ used_at: new Date(clock.now().getTime() - provedAgo) })
    .execute();
  const answer = { decision: "granted", answer: "You are right" };
  const url = `/api/admin/appeals/${appeal.id}/decision`;
  return fastify.inject({ method: "PUT", url, headers: { authorization }, payload: answer });
}

const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs);

test("a shorter suspension does not shorten a longer one", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  expect(await suspendFor(mia.id, null, 7)).toMatchObject({ status: "suspended", bannedUntil: null });
  const [shorter, longer] = [inDays(7).toISOString(), inDays(30).toISOString()];
  expect(await suspendFor(leo.id, 30, 7)).toMatchObject({ status: "suspended" });
  const { suspendedUntil } = (await as(leo).get("/api/me/account-status")).json();
  expect([suspendedUntil > shorter, suspendedUntil >= longer]).toEqual([true, true]);
});

test("a member whose suspension an admin lifts is notified", async () => {
  const [member, moderator] = [await buildUser(db), await admin()];
  const lift = () => as(moderator).delete(`/api/admin/members/${member.id}/suspension`, { reason: "A mistake" });
  await suspendFor(member.id, 5);
  await lift();
  await lift();
  const { items } = (await as(member).get("/api/notifications")).json();
  expect(items).toMatchObject([
    { message: "Your suspension has been lifted.", path: "/account-status" },
    { message: "Your account was suspended: a test" },
  ]);
});

test("an appeal that waits is granted when an admin lifts the suspension", async () => {
  const [member, moderator] = [await buildUser(db), await admin()];
  await suspendFor(member.id, 5);
  const status = async () => (await as(member).get("/api/me/account-status")).json().actions[0].appeal;
  const [{ id: actionId }] = (await as(member).get("/api/me/account-status")).json().actions;
  await as(member).post("/api/me/appeals", { actionId, message: "Please" });
  expect(await status()).toMatchObject({ status: "open" });
  await as(moderator).delete(`/api/admin/members/${member.id}/suspension`, { reason: "A mistake" });
  expect(await status()).toMatchObject({ status: "granted", answer: "We took this decision back." });
  const { items } = (await as(moderator).get("/api/admin/appeals")).json();
  expect(items.filter((item: { member: { id: string } }) => item.member.id === member.id)).toEqual([]);
});

test("a granted appeal against one of two suspensions leaves the other in force", async () => {
  const member = await buildUser(db);
  const outfit = await buildOutfit(db, member.id);
  await suspendFor(member.id, null, 7);
  expect((await winAppeal(member, 1)).statusCode).toBe(200);
  const status = (await as(member).get("/api/me/account-status")).json();
  expect(status.isSuspended).toBe(true);
  expect(new Date(status.suspendedUntil) <= inDays(7)).toBe(true);
  expect((await winAppeal(member, 0)).statusCode).toBe(200);
  expect((await as(member).get("/api/me/account-status")).json().isSuspended).toBe(false);
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
});

test("to grant an appeal against a suspension needs a recent sign-in, like to lift it", async () => {
  const member = await buildUser(db);
  await suspendFor(member.id, 7);
  expect((await winAppeal(member, 0, 16 * 60_000)).json().code).toBe("auth.recent_sign_in_required");
  expect((await as(member).get("/api/me/account-status")).json().isSuspended).toBe(true);
});

test("a ban by the service API stays a ban, and the suspension follows it", async () => {
  const [banned, lifted, moderator] = [await buildUser(db), await buildUser(db), await admin()];
  const listed = async (id: string) => (await as(moderator).get(`/api/admin/members/${id}`)).json().status;
  for (const { id } of [banned, lifted]) {
    await transact(db, (tx) => banMember(tx, app, id, inDays(2)));
    expect(await suspendFor(id, 5)).toMatchObject({ status: "banned" });
  }
  await transact(db, (tx) => unbanMember(tx, app, lifted.id));
  expect(await listed(lifted.id)).toBe("suspended");
  clock.advance(3 * 86_400);
  await liftExpiredBans(app);
  expect(await listed(banned.id)).toBe("suspended");
  clock.advance(3 * 86_400);
  await liftExpiredBans(app);
  expect([await listed(banned.id), await listed(lifted.id)]).toEqual(["active", "active"]);
});

test("a suspension that is lifted during a ban by the service API does not follow it", async () => {
  const [member, moderator] = [await buildUser(db), await admin()];
  await transact(db, (tx) => banMember(tx, app, member.id, inDays(2)));
  await suspendFor(member.id, 5);
  const reinstated = await as(moderator).delete(`/api/admin/members/${member.id}/suspension`, { reason: "A mistake" });
  expect(reinstated.json()).toMatchObject({ status: "banned" });
  await transact(db, (tx) => unbanMember(tx, app, member.id));
  expect((await as(moderator).get(`/api/admin/members/${member.id}`)).json().status).toBe("active");
});

test("a permanent suspension that follows a ban by the service API cancels the member's events", async () => {
  const member = await buildUser(db);
  const { id } = await buildEvent(db, member.id);
  const isCancelled = async () =>
    (await db.selectFrom("events").select("cancelled_at").where("id", "=", id).executeTakeFirstOrThrow())
      .cancelled_at !== null;
  await transact(db, (tx) => banMember(tx, app, member.id, inDays(2)));
  await suspendFor(member.id, null);
  expect(await isCancelled()).toBe(false);
  await transact(db, (tx) => unbanMember(tx, app, member.id));
  expect(await isCancelled()).toBe(true);
});

test("suspensions that ended before decisions were revoked do not come back after a ban", async () => {
  const [lifted, suspended] = [await buildUser(db), await buildUser(db)];
  for (const { id } of [lifted, suspended]) await suspendFor(id, 30);
  // As the previous version lifted a suspension.
  await db
    .updateTable("auth.users")
    .set({ banned_until: null, is_suspension: false })
    .where("id", "=", lifted.id)
    .execute();
  await app.pool.query(await readFile(new URL("../db/migrations/0195_ended_suspensions.sql", import.meta.url), "utf8"));
  for (const { id } of [lifted, suspended]) {
    await transact(db, (tx) => banMember(tx, app, id, inDays(2)));
    await transact(db, (tx) => unbanMember(tx, app, id));
  }
  const listed = async ({ id }: { id: string }) =>
    (await as(await admin()).get(`/api/admin/members/${id}`)).json().status;
  expect([await listed(lifted), await listed(suspended)]).toEqual(["active", "suspended"]);
});
