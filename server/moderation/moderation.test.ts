import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { transact } from "#server/db/db.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { purgeRemovedContent } from "./purges.service.ts";
import { openScreeningCase } from "./screening.service.ts";

const clock = movableClock();
const site = await testApp({ app: { clock } });
const { app, as, db, fastify } = site;
const admin = () => buildUser(db, { role: "admin" });
const report = (by: { id: string }, targetId: string, reason = "spam", targetType = "outfit") =>
  as(by).post("/api/reports", { targetType, targetId, reason });
const caseOf = async (targetId: string) =>
  (await db.selectFrom("moderation_cases").selectAll().where("target_id", "=", targetId).executeTakeFirstOrThrow()).id;
const decide = (by: { id: string }, caseId: string, body: object) =>
  as(by).put(`/api/admin/cases/${caseId}/decision`, { message: "Because of the rules", ...body });

async function reportedOutfit(by?: { id: string }) {
  const [owner, reporter] = [await buildUser(db), by ?? (await buildUser(db))];
  const outfit = await buildOutfit(db, owner.id, { title: "A coat" });
  await report(reporter, outfit.id);
  return { owner, reporter, outfit, caseId: await caseOf(outfit.id) };
}

test("reports about one target share a case; serious kinds and reliable reporters come first", async () => {
  const [moderator, owner, trusted, unknown] = [
    await admin(),
    await buildUser(db),
    await buildUser(db),
    await buildUser(db),
  ];
  await db.insertInto("reporter_records").values({ user_id: trusted.id, upheld: 8, dismissed: 0 }).execute();
  const [minor, serious] = [await buildOutfit(db, owner.id), await buildOutfit(db, owner.id)];
  await report(unknown, minor.id, "other");
  await report(trusted, serious.id, "hate");
  await report(unknown, serious.id, "hate");
  await report(unknown, serious.id, "hate");
  const { items } = (await as(moderator).get("/api/admin/cases")).json();
  expect(items.map((item: { targetId: string }) => item.targetId)).toEqual([serious.id, minor.id]);
  expect(items[0]).toMatchObject({ reportsCount: 2, reasons: [{ reason: "hate", count: 2 }] });
  const detail = (await as(moderator).get(`/api/admin/cases/${items[0].id}`)).json();
  expect(detail.reports.map((one: { upheld: number }) => one.upheld).toSorted()).toEqual([0, 8]);
});

test("a report of an erased account makes its case no more urgent", async () => {
  const [moderator, leaving, owner] = [await admin(), await buildUser(db), await buildUser(db)];
  const [spared, screened, minor] = [
    await buildOutfit(db, owner.id),
    await buildOutfit(db, owner.id),
    await buildOutfit(db, owner.id),
  ];
  const finding = {
    memberId: owner.id,
    imageId: randomUUID(),
    matchedImageId: null,
    profilePicture: null,
    isHeld: false,
  };
  const target = { type: "outfit", id: screened.id } as const;
  await transact(db, (tx) => openScreeningCase(tx, app, { ...finding, target, percent: 75 }));
  for (const { id } of [spared, screened]) await report(leaving, id, "violence");
  await report(await buildUser(db), spared.id, "other");
  await report(await buildUser(db), minor.id, "spam");
  const shown = [spared, screened, minor].map(({ id }) => id);
  const queue = async () => {
    const { items } = (await as(moderator).get("/api/admin/cases")).json() as { items: { targetId: string }[] };
    return items.map(({ targetId }) => targetId).filter((id) => shown.includes(id));
  };
  expect(await queue()).toEqual([screened.id, spared.id, minor.id]);
  await transact(db, (tx) => eraseAccount(tx, app, leaving.id));
  expect(await queue()).toEqual([screened.id, minor.id, spared.id]);
  const cases = db.selectFrom("moderation_cases").select("weight").where("target_id", "in", shown);
  expect(await cases.orderBy("urgency", "desc").execute()).toEqual([{ weight: 3 }, { weight: 2 }, { weight: 1 }]);
});

test("a locked case is rejected for others until the lock ends or is released", async () => {
  const [first, second] = [await admin(), await admin()];
  const { caseId } = await reportedOutfit();
  expect((await as(first).put(`/api/admin/cases/${caseId}/lock`)).statusCode).toBe(200);
  expect((await as(second).put(`/api/admin/cases/${caseId}/lock`)).json().code).toBe("case.locked");
  expect((await decide(second, caseId, { outcome: "dismissed" })).json().code).toBe("case.locked");
  clock.advance(601);
  expect((await as(second).put(`/api/admin/cases/${caseId}/lock`)).statusCode).toBe(200);
  // The first one's lock has ended: nothing of theirs reaches the case any more.
  expect((await decide(first, caseId, { outcome: "hidden" })).json().code).toBe("case.locked");
  expect((await as(first).delete(`/api/admin/cases/${caseId}/lock`)).statusCode).toBe(200);
  expect((await as(first).put(`/api/admin/cases/${caseId}/lock`)).json().code).toBe("case.locked");
  expect((await as(second).delete(`/api/admin/cases/${caseId}/lock`)).statusCode).toBe(200);
  expect((await as(first).put(`/api/admin/cases/${caseId}/lock`)).statusCode).toBe(200);
});

test("hiding notifies the owner of the reason and the reporter of the outcome; another admin grants the appeal", async () => {
  const [first, second] = [await admin(), await admin()];
  const { owner, reporter, outfit, caseId } = await reportedOutfit();
  expect((await decide(first, caseId, { outcome: "hidden" })).statusCode).toBe(200);
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  const status = (await as(owner).get("/api/me/account-status")).json();
  expect(status.actions).toMatchObject([{ kind: "hidden", reason: "Because of the rules", excerpt: "A coat" }]);
  const notifications = (await as(reporter).get("/api/notifications")).json().items;
  expect(notifications[0].message).toContain("took action");
  const actionId = status.actions[0].id;
  expect((await as(reporter).post("/api/me/appeals", { actionId, message: "mine" })).json().code).toBe(
    "action.not_found",
  );
  expect((await as(owner).post("/api/me/appeals", { actionId, message: "Please" })).statusCode).toBe(200);
  expect((await as(owner).post("/api/me/appeals", { actionId, message: "Again" })).json().code).toBe(
    "appeal.already_made",
  );
  const [appeal] = (await as(first).get("/api/admin/appeals")).json().items;
  expect(appeal).toMatchObject({ message: "Please", isOwnDecision: true });
  const answer = (by: { id: string }) =>
    as(by).put(`/api/admin/appeals/${appeal.id}/decision`, { decision: "granted", answer: "You are right" });
  expect((await answer(first)).json().code).toBe("appeal.own_decision");
  expect((await answer(second)).statusCode).toBe(200);
  expect((await answer(second)).json().code).toBe("appeal.decided");
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
  const nobody = "0199a000-0000-7000-8000-000000000001";
  expect(
    (await as(second).put(`/api/admin/appeals/${nobody}/decision`, { decision: "upheld", answer: "x" })).json().code,
  ).toBe("appeal.not_found");
  expect((await as(second).get(`/api/admin/cases/${nobody}`)).json().code).toBe("case.not_found");
  expect(
    (await as(second).get("/api/admin/templates")).statusCode === 200 &&
      (await as(second).patch(`/api/admin/templates/${nobody}`, { message: "x" })).json().code,
  ).toBe("template.not_found");
  expect(await findDrift(db)).toEqual([]);
});

test("removed content is hidden at once and deleted after 20 days, when an appeal is too late", async () => {
  const moderator = await admin();
  const { owner, outfit, caseId } = await reportedOutfit();
  await decide(moderator, caseId, { outcome: "deleted" });
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  expect(await purgeRemovedContent(app, fastify.log)).toBe(0);
  clock.advance(20 * 86_400 + 60);
  expect(await purgeRemovedContent(app, fastify.log)).toBe(1);
  expect((await as(owner).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  const [action] = (await as(owner).get("/api/me/account-status")).json().actions;
  expect(action).toMatchObject({ kind: "deleted", appealUntil: null });
  expect((await as(owner).post("/api/me/appeals", { actionId: action.id, message: "late" })).json().code).toBe(
    "appeal.too_late",
  );
  expect(await findDrift(db)).toEqual([]);
});

test("what is restored while a purge runs stays, and one that cannot be deleted stops no other", async () => {
  const moderator = await admin();
  const [restored, stuck, other] = [await reportedOutfit(), await reportedOutfit(), await reportedOutfit()];
  for (const { caseId } of [restored, stuck, other]) await decide(moderator, caseId, { outcome: "deleted" });
  clock.advance(20 * 86_400 + 60);
  const isThere = async ({ owner, outfit }: typeof restored) =>
    (await as(owner).get(`/api/outfits/${outfit.id}`)).statusCode === 200;
  await app.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await app.pool.query(`create trigger refuse before delete on outfits for each row
    when (old.id = '${stuck.outfit.id}') execute function refuse()`);
  const purged = await transact(db, async (tx) => {
    const ofRestored = tx.updateTable("moderation_actions").where("target_id", "=", restored.outfit.id);
    await ofRestored.set({ revoked_at: clock.now(), purge_at: null }).execute();
    const running = purgeRemovedContent(app, fastify.log);
    await expect.poll(() => listLockWaits(db)).toHaveLength(1);
    return { running };
  });
  expect(await purged.running).toBe(1);
  expect(await Promise.all([restored, stuck, other].map(isThere))).toEqual([true, true, false]);
  await app.pool.query("drop function refuse cascade");
  expect(await purgeRemovedContent(app, fastify.log)).toBe(1);
  expect(await isThere(stuck)).toBe(false);
});

test("a suspended member can sign in to the account status page and nothing else, until the suspension ends", async () => {
  const moderator = await admin();
  const { owner, outfit, caseId } = await reportedOutfit();
  const before = await tokenFor(app, owner.id);
  expect((await decide(moderator, caseId, { outcome: "suspended", suspensionDays: 3 })).statusCode).toBe(200);
  const headers = { authorization: `Bearer ${before}` };
  expect((await fastify.inject({ url: "/api/me", headers })).json().code).toBe("auth.session_ended");
  expect((await as(null).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(404);
  for (const url of ["/api/me", "/api/outfits", "/api/notifications"]) {
    expect((await as(owner).get(url)).json().code).toBe("auth.suspended");
  }
  const status = (await as(owner).get("/api/me/account-status")).json();
  expect(status).toMatchObject({ isSuspended: true, actions: [{ kind: "suspended" }] });
  clock.advance(3 * 86_400 + 60);
  expect((await as(owner).get("/api/me")).statusCode).toBe(200);
});

test.each([
  [0, "At least one day"],
  [1.5, "Enter a whole number"],
  [366, "At most 365 days"],
])("a suspension for %d days is rejected, with what is wrong", async (days, message) => {
  const [moderator, { owner, caseId }] = [await admin(), await reportedOutfit()];
  const ofCase = await decide(moderator, caseId, { outcome: "suspended", suspensionDays: days });
  expect(ofCase.json()).toMatchObject({ status: 422, issues: [{ path: "suspensionDays", message }] });
  const ofMember = await as(moderator).put(`/api/admin/members/${owner.id}/suspension`, { days, reason: "Rude" });
  expect(ofMember.json()).toMatchObject({ status: 422, issues: [{ path: "days", message }] });
});

test("an impossible outcome is rejected, and so is one against an admin; a case about oneself is for another admin", async () => {
  const [moderator, other, reporter] = [await admin(), await admin(), await buildUser(db)];
  await report(reporter, other.id, "spam", "profile");
  await report(reporter, moderator.id, "spam", "profile");
  const [ofOther, own] = [await caseOf(other.id), await caseOf(moderator.id)];
  expect((await decide(moderator, ofOther, { outcome: "deleted" })).json().code).toBe("case.outcome_not_possible");
  expect((await decide(moderator, ofOther, { outcome: "suspended" })).json().code).toBe("member.is_admin");
  const seen = async (by: { id: string }) => (await as(by).get(`/api/admin/cases/${own}`)).body.includes(reporter.id);
  expect([await seen(moderator), await seen(other)]).toEqual([false, true]);
  const listed = async (by: { id: string }) =>
    (await as(by).get(`/api/admin/members/${moderator.id}/reports?side=against`)).json().items;
  expect([await listed(moderator), await listed(other)]).toMatchObject([
    [{ other: null }],
    [{ other: { id: reporter.id } }],
  ]);
  expect((await as(moderator).put(`/api/admin/cases/${own}/lock`)).json().code).toBe("decision.own");
  expect((await decide(moderator, own, { outcome: "dismissed" })).json().code).toBe("decision.own");
  // Nobody else is there to decide.
  await db.deleteFrom("user_roles").where("user_id", "<>", moderator.id).execute();
  expect((await decide(moderator, own, { outcome: "warned" })).json().code).toBe("member.is_self");
  expect((await decide(moderator, own, { outcome: "dismissed" })).statusCode).toBe(200);
  expect((await decide(moderator, own, { outcome: "dismissed" })).json().code).toBe("case.decided");
});

test("no case is decided twice, however many moderators decide at once", async () => {
  const moderators = await Promise.all([admin(), admin(), admin()]);
  const outcomes = fc.array(
    fc.record({ by: fc.nat(2), outcome: fc.constantFrom("dismissed", "hidden", "deleted", "warned") }),
    { minLength: 2, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(outcomes, async (attempts) => {
      const { owner, caseId } = await reportedOutfit();
      const answers = await Promise.all(
        attempts.map(({ by, outcome }) => decide(moderators[by] ?? { id: "" }, caseId, { outcome })),
      );
      const done = answers.filter(({ statusCode }) => statusCode === 200);
      expect(done).toHaveLength(1);
      const refusals = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code);
      expect(new Set(refusals)).toEqual(new Set(refusals.length > 0 ? ["case.decided"] : []));
      const { length } = await db
        .selectFrom("moderation_actions")
        .select("id")
        .where("member_id", "=", owner.id)
        .execute();
      expect(length).toBeLessThanOrEqual(1);
      const entries = await db.selectFrom("audit_log").select("id").where("target_id", "=", caseId).execute();
      expect(entries).toHaveLength(1);
    }),
    { numRuns: 8 },
  );
});

test("hiding needs a reason, showing revokes the decision, and deleting comments skips deleted ones", async () => {
  const [moderator, owner, writer] = [await admin(), await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, owner.id);
  const comment = (await as(writer).post(`/api/outfits/${outfit.id}/comments`, { content: "Nice" })).json().comment;
  const set = (body: object) => as(moderator).post("/api/admin/outfits/state", { ids: [outfit.id], ...body });
  expect((await set({ state: "hidden" })).json().issues).toEqual([{ path: "reason", message: "Please give a reason" }]);
  expect((await set({ state: "hidden", reason: "Spam" })).json()).toEqual({ changed: [outfit.id] });
  expect((await set({ state: "hidden", reason: "Spam" })).json()).toEqual({ changed: [] });
  expect((await as(moderator).get("/api/admin/outfits?state=hidden")).body).toContain(outfit.id);
  expect((await set({ state: "active" })).json()).toEqual({ changed: [outfit.id] });
  const [action] = (await as(owner).get("/api/me/account-status")).json().actions;
  expect(action.revokedAt).not.toBeNull();
  const [news] = (await as(owner).get("/api/notifications")).json().items;
  expect(news.message).toBe("We looked at your outfit, and everybody can see it now.");
  expect((await as(moderator).get("/api/admin/comments?search=nice")).body).toContain(comment.id);
  const remove = () => as(moderator).post("/api/admin/comments/delete", { ids: [comment.id], reason: "Spam" });
  expect((await remove()).json()).toEqual({ deleted: [comment.id] });
  expect((await remove()).json()).toEqual({ deleted: [] });
  expect(await findDrift(db)).toEqual([]);
});

test("an admin gets no notification of what they did to something of their own, or about their own report", async () => {
  const moderator = await admin();
  const outfit = await buildOutfit(db, moderator.id);
  const comment = (await as(moderator).post(`/api/outfits/${outfit.id}/comments`, { content: "Mine" })).json().comment;
  const removal = { ids: [comment.id], reason: "A typo" };
  expect((await as(moderator).post("/api/admin/comments/delete", removal)).json()).toEqual({ deleted: [comment.id] });
  const { caseId } = await reportedOutfit(moderator);
  expect((await decide(moderator, caseId, { outcome: "dismissed" })).statusCode).toBe(200);
  expect((await as(moderator).get("/api/notifications")).json().items).toEqual([]);
});

test("what moderators write to reporters is kept in full in the list", async () => {
  const [moderator, reporter] = [await admin(), await buildUser(db)];
  const { caseId } = await reportedOutfit(reporter);
  const message = "We looked at it. ".repeat(60).trim();
  expect((await decide(moderator, caseId, { outcome: "dismissed", message })).json()).toEqual({ ok: true });
  expect((await as(reporter).get("/api/notifications")).json().items).toMatchObject([{ message }]);
});

test("what an admin does to a comment is in the audit log once, wherever they do it; what its writer and the outfit's owner do is not [S-74]", async () => {
  const [moderator, owner, writer] = [await admin(), await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, owner.id);
  const say = async (content: string): Promise<string> =>
    (await as(writer).post(`/api/outfits/${outfit.id}/comments`, { content })).json().comment.id;
  const entriesOf = async (commentId: string) => {
    const entries = db.selectFrom("audit_log").select(["action", "actor_id", "member_id", "reason"]);
    return entries.where("target_type", "=", "comment").where("target_id", "=", commentId).orderBy("id").execute();
  };
  const entry = (action: string, reason: string | null = null) => ({
    action,
    actor_id: moderator.id,
    member_id: writer.id,
    reason,
  });
  const hide = (by: { id: string }, id: string, isHidden: boolean) =>
    as(by).put(`/api/comments/${id}/hidden`, { isHidden });

  const [first, second, third, fourth] = [await say("One"), await say("Two"), await say("Three"), await say("Four")];
  expect((await as(moderator).delete(`/api/comments/${first}`)).statusCode).toBe(200);
  expect((await as(moderator).delete(`/api/comments/${first}`)).statusCode).toBe(200);
  expect(await entriesOf(first)).toEqual([entry("comment.deleted", expect.stringContaining("rules"))]);
  const list = { ids: [second], reason: "Spam" };
  await as(moderator).post("/api/admin/comments/delete", list);
  await as(moderator).post("/api/admin/comments/delete", list);
  expect(await entriesOf(second)).toEqual([entry("comment.deleted", "Spam")]);
  for (const isHidden of [true, true, false]) {
    expect((await hide(moderator, third, isHidden)).statusCode).toBe(200);
  }
  expect(await entriesOf(third)).toEqual([
    entry("comment.hidden", expect.stringContaining("rules")),
    entry("comment.shown"),
  ]);
  await hide(owner, fourth, true);
  expect((await as(writer).delete(`/api/comments/${fourth}`)).statusCode).toBe(200);
  expect(await entriesOf(fourth)).toEqual([]);
});

test("no template promises what nobody does after an edit", async () => {
  const { items } = (await as(await buildUser(db, { role: "admin" })).get("/api/admin/templates")).json();
  const nudity = items.find(({ name }: { name: string }) => name === "Nudity");
  expect(nudity.message).toBe("We hid this because it shows nudity, which is not allowed on Fash. You can appeal.");
});

test("what two admins change of one template stays, each change recorded alone", async () => {
  const [one, other] = [as(await admin()), as(await admin())];
  const [template] = (await one.get("/api/admin/templates")).json().items;
  const path = `/api/admin/templates/${template.id}`;
  await one.patch(path, { name: "Renamed" });
  clock.advance(1);
  const reply = await other.patch(path, { message: "Reworded" });
  expect(reply.json()).toEqual({ ...template, name: "Renamed", message: "Reworded" });
  expect((await one.patch(path, { name: " " })).statusCode).toBe(422);
  const { items } = (await one.get("/api/admin/audit?action=template.changed")).json();
  expect(items.map(({ before, after }: { before: object; after: object }) => ({ before, after }))).toEqual([
    { before: { message: template.message }, after: { message: "Reworded" } },
    { before: { name: template.name }, after: { name: "Renamed" } },
  ]);
});
