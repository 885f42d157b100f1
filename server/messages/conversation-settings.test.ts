import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message, Thread } from "#contract/messages.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db, app } = await testApp();
type Member = Awaited<ReturnType<typeof buildUser>>;
const pair = async () => [await buildUser(db), await buildUser(db)] as const;
const start = async (from: Member, to: Member): Promise<string> =>
  (await as(from).post("/api/threads", { username: to.username })).json().id;
const send = async (from: Member, id: string, content: string): Promise<Message> =>
  (await as(from).post(`/api/threads/${id}/messages`, { content, clientId: randomUUID() })).json();
const threadsOf = async (member: Member): Promise<Thread[]> => (await as(member).get("/api/threads")).json().items;
const wordsOf = async (member: Member, id: string): Promise<string[]> =>
  (await as(member).get(`/api/threads/${id}/messages`)).json().items.map(({ content }: Message) => content);
const unreadOf = async (member: Member): Promise<number> =>
  (await as(member).get("/api/me")).json().unreadMessagesCount;
const notificationsOf = async (member: Member): Promise<number> =>
  (await as(member).get("/api/notifications/unread-count")).json().unreadCount;
/** The "thread" events to members while something is done. */
const threadEventsDuring = async (act: () => Promise<unknown>): Promise<unknown[]> => {
  const events: unknown[] = [];
  const original = app.live.emitToMembers;
  app.live.emitToMembers = (...event) => void (event[1] === "thread" && events.push(event));
  await act();
  app.live.emitToMembers = original;
  return events;
};
/** A thread in which both have written. */
const talk = async () => {
  const [mia, noa] = await pair();
  const id = await start(mia, noa);
  await send(mia, id, "hello");
  await send(noa, id, "hi");
  return { mia, noa, id };
};

test("a muted conversation neither notifies nor counts, and the other member learns nothing", async () => {
  const { mia, noa, id } = await talk();
  await as(noa).post(`/api/threads/${id}/read`);
  await as(noa).post("/api/notifications/read");
  const before = (await threadsOf(mia))[0];
  expect((await as(noa).put(`/api/threads/${id}/mute`, { isMuted: true })).json()).toMatchObject({ isMuted: true });
  await send(mia, id, "are you there?");
  expect([await unreadOf(noa), await notificationsOf(noa)]).toEqual([0, 0]);
  expect((await threadsOf(noa))[0]).toMatchObject({ unreadCount: 1, isMuted: true });
  expect((await threadsOf(mia))[0]).toMatchObject({ isMuted: false, otherReadAt: before?.otherReadAt });
  await as(noa).put(`/api/threads/${id}/mute`, { isMuted: false });
  expect(await unreadOf(noa)).toBe(1);
  await send(mia, id, "hello again");
  expect(await notificationsOf(noa)).toBe(1);
});

test("a deleted conversation is gone for its member alone; a new message brings it back without the old ones", async () => {
  const { mia, noa, id } = await talk();
  await send(mia, id, "read this");
  const readBefore = (await threadsOf(mia))[0]?.otherReadAt;
  expect((await as(noa).delete(`/api/threads/${id}`)).statusCode).toBe(200);
  expect([await threadsOf(noa), await wordsOf(noa, id), await unreadOf(noa)]).toEqual([[], [], 0]);
  expect(await notificationsOf(noa)).toBe(0);
  expect(await wordsOf(mia, id)).toEqual(["read this", "hi", "hello"]);
  // Deleting is not reading.
  expect((await threadsOf(mia))[0]).toMatchObject({ otherReadAt: readBefore });
  expect((await as(noa).delete(`/api/threads/${id}`)).statusCode).toBe(200);
  await send(mia, id, "one more");
  expect((await threadsOf(noa))[0]).toMatchObject({ lastMessagePreview: "one more", unreadCount: 1 });
  expect(await wordsOf(noa, id)).toEqual(["one more"]);
  expect((await as(noa).get("/api/threads?search=read this")).json().items).toEqual([]);
  expect(await findDrift(db)).toEqual([]);
});

test("a message that came after the one that the member saw last survives the deletion", async () => {
  const { mia, noa, id } = await talk();
  const seen = (await threadsOf(noa))[0]?.lastMessageAt ?? "";
  await send(mia, id, "just now");
  const events = await threadEventsDuring(() => as(noa).delete(`/api/threads/${id}?until=${seen}`));
  expect(events).toEqual([[[noa.id], "thread", { threadId: id, isGone: false }]]);
  expect(await wordsOf(noa, id)).toEqual(["just now"]);
  expect((await threadsOf(noa))[0]).toMatchObject({ lastMessagePreview: "just now", unreadCount: 1 });
  expect(await notificationsOf(noa)).toBe(1);
  await as(noa).delete(`/api/threads/${id}`);
  expect(await notificationsOf(noa)).toBe(0);
  expect(await findDrift(db)).toEqual([]);
});

test("an earlier deletion that arrives late brings no deleted messages back", async () => {
  const { mia, noa, id } = await talk();
  const earlier = (await threadsOf(noa))[0]?.lastMessageAt ?? "";
  await send(mia, id, "second");
  await as(noa).delete(`/api/threads/${id}`);
  await send(mia, id, "third");
  for (const until of [earlier, "1970-01-01T00:00:00.000Z"]) {
    expect((await as(noa).delete(`/api/threads/${id}?until=${until}`)).statusCode).toBe(200);
    expect(await wordsOf(noa, id)).toEqual(["third"]);
    expect((await threadsOf(noa))[0]).toMatchObject({ lastMessagePreview: "third", unreadCount: 1 });
    expect(await findDrift(db)).toEqual([]);
  }
});

test("messages that both have deleted are deleted for good, but for reported ones", async () => {
  const { mia, noa, id } = await talk();
  const rude = await send(mia, id, "something rude");
  await as(noa).post("/api/reports", { targetType: "message", targetId: rude.id, reason: "harassment" });
  await as(noa).delete(`/api/threads/${id}`);
  const kept = () => db.selectFrom("messages").select("content").where("thread_id", "=", id).execute();
  expect(await kept()).toHaveLength(3);
  await as(mia).delete(`/api/threads/${id}`);
  expect(await kept()).toEqual([{ content: "something rude" }]);
  expect([await wordsOf(mia, id), await wordsOf(noa, id)]).toEqual([[], []]);
});

test("a declined request goes, and its sender no longer reaches the member and learns nothing", async () => {
  const [mia, noa] = await pair();
  const id = await start(mia, noa);
  await send(mia, id, "hello");
  const before = (await threadsOf(mia))[0];
  expect((await as(noa).post(`/api/threads/${id}/decline`)).statusCode).toBe(200);
  expect([await threadsOf(noa), await unreadOf(noa), await notificationsOf(noa)]).toEqual([[], 0, 0]);
  const received: unknown[] = [];
  const original = app.live.emitToMembers;
  app.live.emitToMembers = (userIds, ...[event]) => void (event === "message" && received.push(...userIds));
  await send(mia, id, "please");
  app.live.emitToMembers = original;
  expect(received).toEqual([mia.id]);
  expect([await threadsOf(noa), await unreadOf(noa), await notificationsOf(noa)]).toEqual([[], 0, 0]);
  expect((await threadsOf(mia))[0]).toMatchObject({ otherReadAt: before?.otherReadAt, isRequest: false });
  expect(await findDrift(db)).toEqual([]);
  await send(noa, id, "all right");
  await send(mia, id, "thank you");
  expect((await threadsOf(noa))[0]).toMatchObject({
    lastMessagePreview: "thank you",
    unreadCount: 1,
    isRequest: false,
  });
  expect(await wordsOf(noa, id)).toEqual(["thank you", "all right", "please"]);
  expect(await findDrift(db)).toEqual([]);
});

test("a declined request that is accepted later is listed with what came since", async () => {
  const [mia, noa] = await pair();
  const id = await start(mia, noa);
  await send(mia, id, "hello");
  await as(noa).post(`/api/threads/${id}/decline`);
  await send(mia, id, "please");
  expect((await as(noa).post(`/api/threads/${id}/accept`)).json()).toMatchObject({ lastMessagePreview: "please" });
  expect(await threadsOf(noa)).toMatchObject([{ id, lastMessagePreview: "please", unreadCount: 1 }]);
  expect((await as(noa).get("/api/threads?search=please")).json().items).toHaveLength(1);
  expect(await wordsOf(noa, id)).toEqual(["please"]);
  expect(await findDrift(db)).toEqual([]);
});

test("a declined request that is deleted in another tab counts nothing, also what came since", async () => {
  const [mia, noa] = await pair();
  const id = await start(mia, noa);
  const { createdAt } = await send(mia, id, "hello");
  await as(noa).post(`/api/threads/${id}/decline`);
  await send(mia, id, "please");
  await as(noa).delete(`/api/threads/${id}?until=${createdAt}`);
  expect(await unreadOf(noa)).toBe(0);
  expect(await findDrift(db)).toEqual([]);
});

test("deleting a request on both sides makes no room for further messages", async () => {
  const [mia, noa] = await pair();
  const id = await start(mia, noa);
  for (const words of ["one", "two", "three"]) await send(mia, id, words);
  await as(mia).delete(`/api/threads/${id}`);
  await as(noa).delete(`/api/threads/${id}`);
  expect(await send(mia, id, "four")).toMatchObject({ code: "thread.not_accepted" });
  // Once it is a conversation, the next deletion covers them.
  await send(noa, id, "hello");
  for (const member of [mia, noa]) await as(member).delete(`/api/threads/${id}`);
  expect(await db.selectFrom("messages").select("id").where("thread_id", "=", id).execute()).toEqual([]);
});

test("only a request to oneself can be declined, once", async () => {
  const [mia, noa] = await pair();
  const id = await start(mia, noa);
  await send(mia, id, "hello");
  expect((await as(mia).post(`/api/threads/${id}/decline`)).json().code).toBe("thread.not_found");
  const answers = await Promise.all([1, 2].map(() => as(noa).post(`/api/threads/${id}/decline`)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await as(noa).post(`/api/threads/${id}/accept`);
  expect((await as(noa).post(`/api/threads/${id}/decline`)).json().code).toBe("thread.not_found");
  await send(mia, id, "again");
  expect((await threadsOf(noa))[0]).toMatchObject({ lastMessagePreview: "again", unreadCount: 1 });
});

test("a member's other tabs learn of each of these, and the other member of none", async () => {
  const { mia, noa, id } = await talk();
  const ada = await buildUser(db);
  const asked = await start(mia, ada);
  const events = await threadEventsDuring(async () => {
    await as(noa).put(`/api/threads/${id}/mute`, { isMuted: true });
    await as(noa).delete(`/api/threads/${id}`);
    await send(mia, asked, "hello");
    for (let times = 0; times < 2; times += 1) await as(ada).post(`/api/threads/${asked}/accept`);
  });
  expect(events).toEqual([
    [[noa.id], "thread", { threadId: id, isGone: false }],
    [[noa.id], "thread", { threadId: id, isGone: true }],
    [[ada.id], "thread", { threadId: asked, isGone: false }],
  ]);
});

test("unread counts equal rows after any concurrent messages, deletions and readings", async () => {
  const { mia, noa, id } = await talk();
  const kind = fc.constantFrom("send", "send", "delete", "read", "mute");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(kind, fc.boolean()), { minLength: 4, maxLength: 16 }), async (actions) => {
      const answers = await Promise.all(
        actions.map(([action, isMia], index) => {
          const by = isMia ? mia : noa;
          const url = `/api/threads/${id}`;
          if (action === "delete") return as(by).delete(url);
          if (action === "read") return as(by).post(`${url}/read`);
          if (action === "mute") return as(by).put(`${url}/mute`, { isMuted: index % 2 === 0 });
          return as(by).post(`${url}/messages`, { content: `${index} ${randomUUID()}`, clientId: randomUUID() });
        }),
      );
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([]);
      expect(await findDrift(db)).toEqual([]);
    }),
    { numRuns: 12, seed: 5 },
  );
});
