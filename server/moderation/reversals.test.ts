import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findDrift } from "#server/counts/recount.service.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildArticle, buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { patternedPicture } from "#server/testing/pictures.ts";
import { testApp } from "#server/testing/test-app.ts";
import { purgeRemovedContent } from "./purges.service.ts";

const clock = movableClock();
const { app, as, db, fastify } = await testApp({ app: { clock } });
type User = Awaited<ReturnType<typeof buildUser>>;
const buildAdmin = () => buildUser(db, { role: "admin" });

/** Something of a member's that is reported, and whether others see it. */
interface Reported {
  owner: User;
  type: string;
  id: string;
  isShown: () => Promise<boolean>;
}

async function decidedCase(by: User, { owner: _owner, type, id }: Reported, outcome: string, reporter?: User) {
  const report = { targetType: type, targetId: id, reason: "spam" };
  expect((await as(reporter ?? (await buildUser(db))).post("/api/reports", report)).statusCode).toBe(200);
  const found = db.selectFrom("moderation_cases").select("id").where("target_id", "=", id).where("status", "=", "open");
  const { id: caseId } = await found.executeTakeFirstOrThrow();
  const decision = { outcome, message: "Because of the rules" };
  expect((await as(by).put(`/api/admin/cases/${caseId}/decision`, decision)).statusCode).toBe(200);
  return caseId;
}

const restore = (by: User, caseId: string) =>
  as(by).delete(`/api/admin/cases/${caseId}/decision`, { reason: "It was a mistake" });
/** What a case says of its decision, on its own and in the list of decided ones. */
async function decisionOf(by: User, caseId: string) {
  const { decision } = (await as(by).get(`/api/admin/cases/${caseId}`)).json();
  const { items } = (await as(by).get("/api/admin/cases?state=decided&limit=50")).json();
  expect(items.find(({ id }: { id: string }) => id === caseId)?.decision).toBe(decision);
  return decision;
}
const shows = (path: string) => async () => (await as(null).get(path)).statusCode === 200;

async function outfitOf(owner: User): Promise<Reported> {
  const { id } = await buildOutfit(db, owner.id);
  return { owner, type: "outfit", id, isShown: shows(`/api/outfits/${id}`) };
}

async function profileOf(owner: User): Promise<Reported> {
  const { id: avatarImageId } = (await as(owner).upload("/api/uploads/avatar", await patternedPicture(1))).json();
  await as(owner).patch("/api/me", { avatarImageId });
  const isShown = async () => (await as(owner).get("/api/me")).json().avatarUrl !== null;
  return { owner, type: "profile", id: owner.id, isShown };
}

/** A message, with who may report it. */
async function messageOf(owner: User): Promise<Reported & { reader: User }> {
  const reader = await buildUser(db);
  const { id: thread } = (await as(owner).post("/api/threads", { username: reader.username })).json();
  const message = { content: "Some words", clientId: randomUUID() };
  const { id } = (await as(owner).post(`/api/threads/${thread}/messages`, message)).json();
  const isShown = async () => (await as(reader).get(`/api/threads/${thread}/messages`)).body.includes("Some words");
  return { owner, type: "message", id, isShown, reader };
}

test("an admin takes the removal of anything back by hand, once; the owner is told why, and the audit log keeps it [S-74]", async () => {
  const [admin, owner] = [await buildAdmin(), await buildUser(db)];
  const article = await buildArticle(db, owner.id);
  const event = await buildEvent(db, owner.id);
  const message = await messageOf(owner);
  const removals: [Reported, string, User?][] = [
    [await outfitOf(owner), "hidden"],
    [await outfitOf(owner), "deleted"],
    [{ owner, type: "article", id: article.id, isShown: shows(`/api/articles/${article.id}`) }, "hidden"],
    [{ owner, type: "event", id: event.id, isShown: shows(`/api/events/${event.id}`) }, "hidden"],
    [await profileOf(owner), "hidden"],
    [message, "deleted", message.reader],
  ];
  for (const [reported, outcome, reporter] of removals) {
    const caseId = await decidedCase(admin, reported, outcome, reporter);
    expect([reported.type, await reported.isShown(), await decisionOf(admin, caseId)]).toEqual([
      reported.type,
      false,
      "in_force",
    ]);
    expect((await restore(admin, caseId)).statusCode).toBe(200);
    expect([reported.type, await reported.isShown(), await decisionOf(admin, caseId)]).toEqual([
      reported.type,
      true,
      "taken_back",
    ]);
    const [news] = (await as(owner).get("/api/notifications")).json().items;
    expect(news.message).toBe("We took our decision back: It was a mistake");
    expect((await restore(admin, caseId)).json().code).toBe("action.not_found");
    const entries = db.selectFrom("audit_log").select(["action", "actor_id", "member_id", "reason"]);
    expect(await entries.where("target_id", "=", caseId).orderBy("id").execute()).toEqual([
      { action: "case.decided", actor_id: admin.id, member_id: owner.id, reason: "Because of the rules" },
      { action: "case.taken_back", actor_id: admin.id, member_id: owner.id, reason: "It was a mistake" },
    ]);
  }
  expect(await findDrift(db)).toEqual([]);
});

test("taking a decision back grants the appeal that waits, and leaves another decision in force", async () => {
  const [admin, owner] = [await buildAdmin(), await buildUser(db)];
  const outfit = await outfitOf(owner);
  const [first, second] = [
    await decidedCase(admin, outfit, "hidden", await buildAdmin()),
    await decidedCase(admin, outfit, "deleted", await buildAdmin()),
  ];
  const actions = async () => (await as(owner).get("/api/me/account-status")).json().actions;
  const [{ id: actionId }] = await actions();
  await as(owner).post("/api/me/appeals", { actionId, message: "Please" });
  expect((await restore(admin, second)).statusCode).toBe(200);
  expect((await actions())[0]).toMatchObject({ id: actionId, appeal: { status: "granted" } });
  expect(await outfit.isShown()).toBe(false);
  expect((await restore(admin, first)).statusCode).toBe(200);
  expect(await outfit.isShown()).toBe(true);
});

test.each(["warned", "suspended"])(
  "a granted appeal takes the decision back that the member was %s",
  async (outcome) => {
    const [admin, owner] = [await buildAdmin(), await buildUser(db)];
    const caseId = await decidedCase(admin, await outfitOf(owner), outcome);
    expect(await decisionOf(admin, caseId)).toBe("in_force");
    const { actions } = (await as(owner).get("/api/me/account-status")).json();
    await as(owner).post("/api/me/appeals", { actionId: actions[0].id, message: "Please" });
    const { items } = (await as(admin).get("/api/admin/appeals")).json();
    const appeal = items.find(({ member }: { member: { id: string } }) => member.id === owner.id);
    const answer = { decision: "granted", answer: "You are right" };
    expect((await as(await buildAdmin()).put(`/api/admin/appeals/${appeal.id}/decision`, answer)).statusCode).toBe(200);
    expect(await decisionOf(admin, caseId)).toBe("taken_back");
  },
);

test("nothing is taken back of what its owner deleted, and the owner is told nothing", async () => {
  const [admin, owner] = [await buildAdmin(), await buildUser(db)];
  const outfit = await outfitOf(owner);
  const caseId = await decidedCase(admin, outfit, "hidden");
  expect((await as(owner).delete(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
  expect(await decisionOf(admin, caseId)).toBe("erased");
  expect((await restore(admin, caseId)).json().code).toBe("action.not_found");
  expect((await as(owner).get("/api/notifications")).body).not.toContain("We took our decision back");
});

test("nor of a comment that its author deleted and whose replies keep its place", async () => {
  const [admin, owner, writer] = [await buildAdmin(), await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, owner.id);
  const write = async (by: User, body: object) =>
    (await as(by).post(`/api/outfits/${outfit.id}/comments`, body)).json().comment;
  const { id } = await write(writer, { content: `Rude ${writer.id}` });
  await write(owner, { content: "Why?", parentId: id });
  const comment: Reported = { owner: writer, type: "comment", id, isShown: () => Promise.resolve(false) };
  const caseId = await decidedCase(admin, comment, "hidden");
  expect((await as(writer).delete(`/api/comments/${id}`)).statusCode).toBe(200);
  expect(await decisionOf(admin, caseId)).toBe("erased");
  expect((await restore(admin, caseId)).json().code).toBe("action.not_found");
});

test("nothing is taken back of a case without a removal, of what was erased, or of the admin's own", async () => {
  const [admin, other] = [await buildAdmin(), await buildAdmin()];
  const warned = await decidedCase(admin, await outfitOf(await buildUser(db)), "warned");
  const dismissed = await decidedCase(admin, await outfitOf(await buildUser(db)), "dismissed");
  const erased = await decidedCase(admin, await outfitOf(await buildUser(db)), "deleted");
  const own = await outfitOf(other);
  const ofOther = await decidedCase(admin, own, "hidden");
  clock.advance(20 * 86_400 + 60);
  await purgeRemovedContent(app, fastify.log);
  expect(await Promise.all([warned, dismissed, erased, ofOther].map((caseId) => decisionOf(admin, caseId)))).toEqual([
    "in_force",
    null,
    "erased",
    "in_force",
  ]);
  for (const caseId of [warned, dismissed, erased])
    expect((await restore(admin, caseId)).json().code).toBe("action.not_found");
  expect((await restore(other, ofOther)).json().code).toBe("content.own_hidden");
  expect(await own.isShown()).toBe(false);
  expect((await restore(admin, randomUUID())).json().code).toBe("case.not_found");
});
