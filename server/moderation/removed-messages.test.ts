import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { transact } from "#server/db/db.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { purgeRemovedContent } from "./purges.service.ts";

const clock = movableClock();
const { app, as, db, fastify } = await testApp({ app: { clock } });
const rudeWords = "Something rude";
const placeholder = "This message was removed by the moderators.";

/** A message that moderators removed, with both members' views of it. */
async function removedMessage(words = rudeWords) {
  const [moderator, sender, reader] = [
    await buildUser(db, { role: "admin" }),
    await buildUser(db),
    await buildUser(db),
  ];
  const { id: thread } = (await as(sender).post("/api/threads", { username: reader.username })).json();
  const message = { content: words, clientId: randomUUID() };
  const { id } = (await as(sender).post(`/api/threads/${thread}/messages`, message)).json();
  await as(reader).post("/api/reports", { targetType: "message", targetId: id, reason: "harassment" });
  const found = db.selectFrom("moderation_cases").select("id").where("target_id", "=", id);
  const { id: caseId } = await found.executeTakeFirstOrThrow();
  const told = recordThreads();
  const decision = { message: "Because of the rules", outcome: "deleted" };
  expect((await as(moderator).put(`/api/admin/cases/${caseId}/decision`, decision)).statusCode).toBe(200);
  /** What a member reads in the conversation and in the list of them. */
  const readBy = async (member: { id: string }) => [
    (await as(member).get(`/api/threads/${thread}/messages`)).json().items[0].content,
    (await as(member).get("/api/threads")).json().items[0].lastMessagePreview,
  ];
  const content = async () => (await as(moderator).get(`/api/admin/cases/${caseId}`)).json();
  const { actions } = (await as(sender).get("/api/me/account-status")).json();
  return { id, thread, sender, reader, readBy, content, action: actions[0], told };
}

/** What open tabs are told about conversations, until the test ends. */
function recordThreads(): unknown[] {
  const told: unknown[] = [];
  const { emitToMembers } = app.live;
  app.live.emitToMembers = (userIds, event, ...payload) => {
    if (event === "thread") told.push([userIds.toSorted(), ...payload]);
  };
  onTestFinished(() => void Object.assign(app.live, { emitToMembers }));
  return told;
}

test("a removed message is gone for both members, and a granted appeal restores it", async () => {
  const { thread, sender, reader, readBy, content, action, told } = await removedMessage();
  expect(action).toMatchObject({ kind: "deleted", excerpt: rudeWords, purgeAt: expect.any(String) });
  expect(told).toEqual([[[sender.id, reader.id].toSorted(), { threadId: thread, isGone: false }]]);
  for (const member of [sender, reader]) expect(await readBy(member)).toEqual([placeholder, placeholder]);
  expect(await content()).toMatchObject({ content: rudeWords, excerpt: rudeWords, isHidden: true });
  await as(sender).post("/api/me/appeals", { actionId: action.id, message: "Please" });
  const other = await buildUser(db, { role: "admin" });
  const [appeal] = (await as(other).get("/api/admin/appeals")).json().items;
  const answer = { decision: "granted", answer: "You are right" };
  expect((await as(other).put(`/api/admin/appeals/${appeal.id}/decision`, answer)).statusCode).toBe(200);
  for (const member of [sender, reader]) expect(await readBy(member)).toEqual([rudeWords, rudeWords]);
  expect(told).toHaveLength(2);
});

test("the words of a removed message are erased after the time for an appeal, and with their sender's account", async () => {
  const [old, erased] = [await removedMessage(), await removedMessage()];
  await transact(db, (tx) => eraseAccount(tx, app, erased.sender.id));
  clock.advance(20 * 86_400 + 60);
  expect(await purgeRemovedContent(app, fastify.log)).toBe(1);
  const rows = await db
    .selectFrom("messages")
    .select("removed_content")
    .where("id", "in", [old.id, erased.id])
    .execute();
  expect(rows.map((row) => row.removed_content)).toEqual(["", ""]);
  expect(await old.readBy(old.reader)).toEqual([placeholder, placeholder]);
  expect(await erased.readBy(erased.reader)).toEqual([placeholder, placeholder]);
});

test("the excerpt of a long message ends with a whole character", async () => {
  const { action } = await removedMessage(`${"a".repeat(199)}🧵`);
  expect(action.excerpt).toBe("a".repeat(199));
});
