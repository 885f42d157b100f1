import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { findDrift } from "#server/counts/recount.service.ts";
import { transact } from "#server/db/db.ts";
import { buildArticle, buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { purgeRemovedContent } from "./purges.service.ts";
import { openScreeningCase } from "./screening.service.ts";

const { app, as, db, fastify } = await testApp();

async function report(targetType: string, targetId: string): Promise<string> {
  await as(await buildUser(db)).post("/api/reports", { targetType, targetId, reason: "spam" });
  const found = db.selectFrom("moderation_cases").select("id").where("target_id", "=", targetId);
  return (await found.executeTakeFirstOrThrow()).id;
}

const decide = (by: { id: string }, caseId: string, outcome: string) =>
  as(by).put(`/api/admin/cases/${caseId}/decision`, { message: "Because of the rules", outcome });

/** Appeals against the only decision about the member, which another admin grants. */
async function winAppeal(owner: { id: string }) {
  const [{ id: actionId }] = (await as(owner).get("/api/me/account-status")).json().actions;
  await as(owner).post("/api/me/appeals", { actionId, message: "Please" });
  const other = await buildUser(db, { role: "admin" });
  const { items } = (await as(other).get("/api/admin/appeals")).json();
  const appeal = items.find((item: { member: { id: string } }) => item.member.id === owner.id);
  const answer = { decision: "granted", answer: "You are right" };
  expect((await as(other).put(`/api/admin/appeals/${appeal.id}/decision`, answer)).statusCode).toBe(200);
}

test("a comment that is hidden by a decision leaves open screens, and comes back with a granted appeal", async () => {
  const [admin, writer] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const outfit = await buildOutfit(db, (await buildUser(db)).id);
  const { comment } = (await as(writer).post(`/api/outfits/${outfit.id}/comments`, { content: "Rude" })).json();
  const caseId = await report("comment", comment.id);
  const emitted = vi.spyOn(app.live, "emitToSubscribers");
  onTestFinished(() => emitted.mockRestore());
  await decide(admin, caseId, "hidden");
  const removed = { commentId: comment.id, commentsCount: 0 };
  await expect.poll(() => emitted.mock.calls).toMatchObject([[{ outfitId: outfit.id }, "commentRemoved", removed]]);
  await winAppeal(writer);
  await expect
    .poll(() => emitted.mock.calls.slice(1))
    .toMatchObject([[{ outfitId: outfit.id }, "comment", { id: comment.id }, 1, 0]]);
});

test("a hidden article is in no list, search, feed or sitemap until an appeal is granted", async () => {
  const [admin, author] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const { id, content } = await buildArticle(db, author.id);
  const caseId = await report("article", id);
  const places = [
    "/api/articles",
    `/api/articles?search=${encodeURIComponent(content.title)}`,
    `/api/articles?tag=${encodeURIComponent(content.tags[0] ?? "")}`,
  ];
  const shownIn = async () =>
    (await Promise.all(places.map((place) => as(null).get(place)))).filter(({ body }) => body.includes(id)).length;
  expect(await shownIn()).toBe(3);
  expect((await decide(admin, caseId, "hidden")).statusCode).toBe(200);
  expect(await shownIn()).toBe(0);
  expect((await as(null).get(`/api/articles/${id}`)).statusCode).toBe(404);
  expect((await as(author).get(`/api/articles/${id}`)).statusCode).toBe(200);
  expect((await as(admin).get(`/api/admin/cases/${caseId}`)).json()).toMatchObject({
    isHidden: true,
    articleId: id,
    picture: { url: expect.stringContaining("/media/") },
  });
  // Its author cannot bring it back by publishing it again.
  await db.updateTable("user_roles").set({ role: "business" }).where("user_id", "=", author.id).execute();
  await as(author).post(`/api/articles/${id}/unpublish`);
  expect((await as(author).post(`/api/articles/${id}/submit`, { revision: 1 })).json().status).toBe("published");
  expect(await shownIn()).toBe(0);
  await winAppeal(author);
  expect(await shownIn()).toBe(3);
});

test("a hidden event is in no list, calendar or preview until an appeal is granted", async () => {
  const [admin, organiser] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const event = await buildEvent(db, organiser.id, { title: "Denim swap" });
  const caseId = await report("event", event.id);
  const places = [
    "/api/events",
    "/api/events?search=denim",
    "/calendars/events.ics",
    `/calendars/events/${event.id}.ics`,
  ];
  const shownIn = async () =>
    (await Promise.all(places.map((place) => as(null).get(place)))).filter(({ body }) => body.includes("Denim swap"))
      .length;
  expect(await shownIn()).toBe(4);
  expect((await decide(admin, caseId, "hidden")).statusCode).toBe(200);
  expect(await shownIn()).toBe(0);
  expect((await as(await buildUser(db)).get(`/api/events/${event.id}`)).statusCode).toBe(404);
  expect((await as(organiser).get(`/api/events/${event.id}`)).statusCode).toBe(200);
  await winAppeal(organiser);
  expect(await shownIn()).toBe(4);
});

test("the owner of an outfit or event cannot show a comment that moderators hid", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const [owner, writer] = [await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, owner.id);
  const event = await buildEvent(db, owner.id);
  for (const subject of [`/api/outfits/${outfit.id}`, `/api/events/${event.id}`]) {
    const content = `Nice ${subject}`;
    const { comment } = (await as(writer).post(`${subject}/comments`, { content })).json();
    const caseId = await report("comment", comment.id);
    const detail = (await as(admin).get(`/api/admin/cases/${caseId}`)).json();
    const [outfitId, eventId] = subject.includes("outfits") ? [outfit.id, null] : [null, event.id];
    expect(detail).toMatchObject({ content, outfitId, eventId, context: expect.any(String) });
    const { items } = (await as(admin).get("/api/admin/comments")).json();
    expect(items.find(({ id }: { id: string }) => id === comment.id)).toMatchObject({ outfitId, eventId });
    expect((await decide(admin, caseId, "hidden")).statusCode).toBe(200);
    expect((await as(null).get(`${subject}/comments`)).body).not.toContain(comment.id);
    const show = () => as(owner).put(`/api/comments/${comment.id}/hidden`, { isHidden: false });
    expect((await show()).json().code).toBe("auth.forbidden");
    expect((await as(admin).put(`/api/comments/${comment.id}/hidden`, { isHidden: false })).statusCode).toBe(200);
    expect((await as(null).get(`${subject}/comments`)).body).toContain(comment.id);
  }
  expect(await findDrift(db)).toEqual([]);
});

test("what an admin hides on the page has a reason and an appeal, and only an admin shows it again", async () => {
  const [admin, owner, writer] = [await buildUser(db, { role: "admin" }), await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, owner.id);
  const event = await buildEvent(db, owner.id);
  for (const subject of [`/api/outfits/${outfit.id}`, `/api/events/${event.id}`]) {
    const author = subject.includes("outfits") ? writer : await buildUser(db);
    const { comment } = (await as(author).post(`${subject}/comments`, { content: `Rude ${subject}` })).json();
    const setHidden = async (by: { id: string }, isHidden: boolean) =>
      (await as(by).put(`/api/comments/${comment.id}/hidden`, { isHidden })).statusCode;
    const actions = async () => (await as(author).get("/api/me/account-status")).json().actions;
    const isShown = async () => (await as(null).get(`${subject}/comments`)).body.includes(comment.id);
    expect(await setHidden(admin, true)).toBe(200);
    expect(await setHidden(admin, true)).toBe(200);
    expect(await actions()).toMatchObject([{ kind: "hidden", reason: expect.stringContaining("rules") }]);
    expect((await as(author).get("/api/notifications")).json().items).toMatchObject([{ type: "moderation" }]);
    expect(await setHidden(owner, false)).toBe(403);
    await winAppeal(author);
    expect(await isShown()).toBe(true);
    expect(await setHidden(admin, true)).toBe(200);
    expect(await setHidden(admin, false)).toBe(200);
    expect(await isShown()).toBe(true);
    // The decision is taken back, so the owner decides again.
    for (const isHidden of [true, false]) expect(await setHidden(owner, isHidden)).toBe(200);
    expect(await isShown()).toBe(true);
  }
  expect(await findDrift(db)).toEqual([]);
});

test("the author reads the reason that an admin gives on the page for hiding or deleting a comment", async () => {
  const admin = await buildUser(db, { role: "admin" });
  const subject = `/api/outfits/${(await buildOutfit(db, (await buildUser(db)).id)).id}`;
  const reason = "You name a private address";
  const decisions = [
    (path: string) => as(admin).put(`${path}/hidden`, { isHidden: true, reason }),
    (path: string) => as(admin).delete(path, { reason }),
  ];
  for (const decideOn of decisions) {
    const writer = await buildUser(db);
    const { comment } = (await as(writer).post(`${subject}/comments`, { content: `Hm ${writer.id}` })).json();
    expect((await decideOn(`/api/comments/${comment.id}`)).statusCode).toBe(200);
    expect((await as(writer).get("/api/me/account-status")).json().actions).toMatchObject([{ reason }]);
    const entries = db.selectFrom("audit_log").select("reason").where("target_id", "=", comment.id);
    expect(await entries.execute()).toEqual([{ reason }]);
  }
});

test("an admin who shows an own outfit's comment that moderators hid takes the decision back", async () => {
  const [admin, owner] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
  const writer = await buildUser(db);
  const subject = `/api/outfits/${(await buildOutfit(db, owner.id)).id}`;
  const { comment } = (await as(writer).post(`${subject}/comments`, { content: "Hm" })).json();
  await as(admin).put(`/api/comments/${comment.id}/hidden`, { isHidden: true });
  const revoked = async () => (await as(writer).get("/api/me/account-status")).json().actions[0].revokedAt !== null;
  expect(await revoked()).toBe(false);
  expect((await as(owner).put(`/api/comments/${comment.id}/hidden`, { isHidden: false })).statusCode).toBe(200);
  expect(await revoked()).toBe(true);
  const [news] = (await as(writer).get("/api/notifications")).json().items;
  expect(news).toMatchObject({
    message: "We looked at your comment, and everybody can see it now.",
    path: "/account-status",
  });
});

test("an appeal does not show a comment that its outfit's owner had hidden before moderators did", async () => {
  const [admin, owner, writer] = [await buildUser(db, { role: "admin" }), await buildUser(db), await buildUser(db)];
  const subject = `/api/outfits/${(await buildOutfit(db, owner.id)).id}`;
  const { comment } = (await as(writer).post(`${subject}/comments`, { content: "Not for everybody" })).json();
  const isShown = async () => (await as(null).get(`${subject}/comments`)).body.includes(comment.id);
  const caseId = await report("comment", comment.id);
  expect((await as(owner).put(`/api/comments/${comment.id}/hidden`, { isHidden: true })).statusCode).toBe(200);
  expect((await decide(admin, caseId, "hidden")).statusCode).toBe(200);
  await winAppeal(writer);
  expect(await isShown()).toBe(false);
  expect((await as(owner).put(`/api/comments/${comment.id}/hidden`, { isHidden: false })).statusCode).toBe(200);
  expect(await isShown()).toBe(true);
  expect(await findDrift(db)).toEqual([]);
});

test("an admin whom another one overruled neither shows the thing again nor decides on the own appeal", async () => {
  const [admin, writer] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
  const outfit = await buildOutfit(db, writer.id);
  const subject = `/api/outfits/${outfit.id}`;
  // Nobody else is there to decide.
  await db
    .updateTable("auth.users")
    .set({ banned_until: new Date(Date.now() + 3_600_000) })
    .where("id", "not in", [admin.id, writer.id])
    .execute();
  const { comment } = (await as(writer).post(`${subject}/comments`, { content: "Against the rules" })).json();
  const ids = { ids: [outfit.id] };
  await as(admin).post("/api/admin/outfits/state", { ...ids, state: "hidden", reason: "Spam" });
  expect((await as(writer).post("/api/admin/outfits/state", { ...ids, state: "active" })).json().code).toBe(
    "content.own_hidden",
  );
  expect((await as(admin).post("/api/admin/outfits/state", { ...ids, state: "active" })).statusCode).toBe(200);
  await as(admin).post("/api/admin/comments/delete", { ids: [comment.id], reason: "Spam" });
  const show = (by: { id: string }) => as(by).put(`/api/comments/${comment.id}/hidden`, { isHidden: false });
  expect((await show(writer)).json().code).toBe("content.own_hidden");
  const [{ id: actionId }] = (await as(writer).get("/api/me/account-status")).json().actions;
  await as(writer).post("/api/me/appeals", { actionId, message: "Please" });
  const { items } = (await as(writer).get("/api/admin/appeals")).json();
  const own = items.find((item: { member: { id: string } }) => item.member.id === writer.id);
  expect(own).toMatchObject({ isOwnDecision: true });
  const answer = { decision: "granted", answer: "I am right" };
  expect((await as(writer).put(`/api/admin/appeals/${own.id}/decision`, answer)).json().code).toBe(
    "appeal.own_decision",
  );
  // A third admin goes before the one who decided; without one, the appellant's case is not left open for ever.
  const third = await buildUser(db, { role: "admin" });
  const decideAppeal = () =>
    as(admin).put(`/api/admin/appeals/${own.id}/decision`, { decision: "upheld", answer: "It stays" });
  const isOwn = async () => (await as(admin).get("/api/admin/appeals")).json().items.at(-1).isOwnDecision;
  expect(await isOwn()).toBe(true);
  expect((await decideAppeal()).json().code).toBe("appeal.own_decision");
  await db.deleteFrom("user_roles").where("user_id", "=", third.id).execute();
  expect(await isOwn()).toBe(false);
  expect((await decideAppeal()).statusCode).toBe(200);
  expect((await show(admin)).statusCode).toBe(200);
});

test("an own comment or outfit stays hidden from its admin's hand when the account of who decided is gone", async () => {
  const [gone, writer] = [await buildUser(db, { role: "admin" }), await buildUser(db, { role: "admin" })];
  const outfit = await buildOutfit(db, writer.id);
  const { comment } = (await as(writer).post(`/api/outfits/${outfit.id}/comments`, { content: "Spam" })).json();
  await as(gone).post("/api/admin/comments/delete", { ids: [comment.id], reason: "Spam" });
  await as(gone).post("/api/admin/outfits/state", { ids: [outfit.id], state: "hidden", reason: "Spam" });
  await db.deleteFrom("auth.users").where("id", "=", gone.id).execute();
  const replies = [
    await as(writer).put(`/api/comments/${comment.id}/hidden`, { isHidden: false }),
    await as(writer).post("/api/admin/outfits/state", { ids: [outfit.id], state: "active" }),
  ];
  expect(replies.map((reply) => reply.json().code)).toEqual(["content.own_hidden", "content.own_hidden"]);
});

test("a comment that an admin deletes is hidden, restored by an appeal, and otherwise erased after 20 days", async () => {
  const [admin, owner] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const subject = `/api/outfits/${(await buildOutfit(db, owner.id)).id}`;
  const deletions = [
    (id: string) => as(admin).delete(`/api/comments/${id}`),
    (id: string) => as(admin).post("/api/admin/comments/delete", { ids: [id], reason: "Against the rules" }),
  ];
  for (const remove of deletions) {
    const writer = await buildUser(db);
    const { comment } = (await as(writer).post(`${subject}/comments`, { content: `Rude ${writer.id}` })).json();
    const isShown = async () => (await as(null).get(`${subject}/comments`)).body.includes(comment.id);
    const isListed = async () => (await as(admin).get("/api/admin/comments")).body.includes(comment.id);
    const deleted = { kind: "deleted", excerpt: `Rude ${writer.id}`, reason: expect.stringContaining("rules") };
    expect((await remove(comment.id)).statusCode).toBe(200);
    expect([await isShown(), await isListed()]).toEqual([false, false]);
    const { actions } = (await as(writer).get("/api/me/account-status")).json();
    expect(actions).toMatchObject([{ ...deleted, purgeAt: expect.any(String), appealUntil: expect.any(String) }]);
    await winAppeal(writer);
    expect([await isShown(), await isListed()]).toEqual([true, true]);
    expect((await remove(comment.id)).statusCode).toBe(200);
    await db
      .updateTable("moderation_actions")
      .set({ purge_at: new Date() })
      .where("target_id", "=", comment.id)
      .where("revoked_at", "is", null)
      .execute();
    expect(await purgeRemovedContent(app, fastify.log)).toBe(1);
    expect(await db.selectFrom("comments").select("id").where("id", "=", comment.id).execute()).toEqual([]);
  }
  expect(await findDrift(db)).toEqual([]);
});

test("the likes of a hidden outfit are in no count until it is shown again", async () => {
  const [admin, owner, fan] = [await buildUser(db, { role: "admin" }), await buildUser(db), await buildUser(db)];
  const [kept, hidden] = [await buildOutfit(db, owner.id), await buildOutfit(db, owner.id)];
  for (const { id } of [kept, hidden]) await as(fan).put(`/api/outfits/${id}/like`);
  const setState = (state: string) =>
    as(admin).post("/api/admin/outfits/state", { ids: [hidden.id], state, reason: "Because of the rules" });
  const likes = async () => (await as(fan).get(`/api/profiles/${owner.username}`)).json().likesCount;
  expect(await likes()).toBe(2);
  await setState("hidden");
  expect(await likes()).toBe(1);
  // Its owner and admins still see it.
  for (const { id } of [owner, admin]) await as({ id }).put(`/api/outfits/${hidden.id}/like`);
  await as(owner).delete(`/api/outfits/${hidden.id}/like`);
  expect(await likes()).toBe(1);
  expect(await findDrift(db)).toEqual([]);
  await setState("active");
  expect(await likes()).toBe(3);
  await setState("hidden");
  await as(owner).delete(`/api/outfits/${hidden.id}`);
  expect(await likes()).toBe(1);
  expect(await findDrift(db)).toEqual([]);
});

test("of two decisions to hide, an appeal against one leaves the other in force", async () => {
  const [admin, writer] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const { id } = await buildOutfit(db, writer.id);
  await decide(admin, await report("outfit", id), "hidden");
  const finding = { percent: 99, matchedImageId: null, imageId: randomUUID(), profilePicture: null, isHeld: true };
  const target = { type: "outfit", id } as const;
  const caseId = await transact(db, (tx) => openScreeningCase(tx, app, { ...finding, target, memberId: writer.id }));
  await decide(admin, caseId, "hidden");
  const isShown = async () => (await as(null).get(`/api/outfits/${id}`)).statusCode === 200;
  await winAppeal(writer);
  expect(await isShown()).toBe(false);
  const [, first] = (await as(writer).get("/api/me/account-status")).json().actions;
  await as(writer).post("/api/me/appeals", { actionId: first.id, message: "Please" });
  const other = await buildUser(db, { role: "admin" });
  const { items } = (await as(other).get("/api/admin/appeals")).json();
  const appeal = items.find((item: { member: { id: string } }) => item.member.id === writer.id);
  await as(other).put(`/api/admin/appeals/${appeal.id}/decision`, { decision: "granted", answer: "Right" });
  expect(await isShown()).toBe(true);
  expect(await findDrift(db)).toEqual([]);
});

test("a comment is reported only by who sees it: not a hidden one, except by whose outfit it is under, nor across a block", async () => {
  const [owner, writer, reader] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, owner.id);
  const { comment } = (await as(writer).post(`/api/outfits/${outfit.id}/comments`, { content: "Rude words" })).json();
  const report = async (by: { id: string }) =>
    (await as(by).post("/api/reports", { targetType: "comment", targetId: comment.id, reason: "spam" })).statusCode;
  await as(reader).put(`/api/blocks/${writer.id}`);
  expect(await report(reader)).toBe(404);
  await as(reader).delete(`/api/blocks/${writer.id}`);
  expect(await report(reader)).toBe(200);
  await as(owner).put(`/api/comments/${comment.id}/hidden`, { isHidden: true });
  expect(await report(await buildUser(db))).toBe(404);
  expect(await report(owner)).toBe(200);
});
