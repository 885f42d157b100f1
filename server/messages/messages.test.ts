import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import type { Message, Thread } from "#contract/messages.ts";
import { buildUser } from "#server/testing/factories.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

type Member = Awaited<ReturnType<typeof buildUser>>;
let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

async function start(from: Member, to: Member): Promise<Thread> {
  return (await it.as(from).post("/api/threads", { username: to.username })).json();
}
async function send(from: Member, threadId: string, content: string, clientId = randomUUID()): Promise<Message> {
  return (await it.as(from).post(`/api/threads/${threadId}/messages`, { content, clientId })).json();
}
async function threadsOf(member: Member): Promise<Thread[]> {
  return (await it.as(member).get("/api/threads")).json().items;
}
const follow = (follower: Member, followed: Member) =>
  it.db.insertInto("follows").values({ follower_id: follower.id, following_id: followed.id }).execute();
const pair = async () => [await buildUser(it.db), await buildUser(it.db)] as const;

test("two members share one thread, no matter who starts it and under concurrent requests [S-66]", async () => {
  const [mia, noa] = await pair();
  const threads = await Promise.all([start(mia, noa), start(noa, mia), start(mia, noa), start(noa, mia)]);
  expect(new Set(threads.map((thread) => thread.id)).size).toBe(1);
});

test("a message appears in both lists, raises the recipient's unread count and is marked read once", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  await follow(noa, mia);
  await send(mia, id, "  where is the coat from?  ");
  const [hers] = await threadsOf(noa);
  expect(hers).toMatchObject({
    lastMessagePreview: "where is the coat from?",
    isLastMessageMine: false,
    unreadCount: 1,
  });
  expect((await threadsOf(mia))[0]).toMatchObject({ isLastMessageMine: true, unreadCount: 0 });
  expect((await it.as(noa).get("/api/me")).json()).toMatchObject({ unreadMessagesCount: 1 });
  await it.as(noa).post(`/api/threads/${id}/read`);
  expect((await threadsOf(noa))[0]).toMatchObject({ unreadCount: 0 });
  expect((await threadsOf(mia))[0]?.otherReadAt).toBe(hers?.lastMessageAt);
});

test("the list shows the first 120 characters of a message, none of them in part", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  const shown = `${"a".repeat(119)}🧵`;
  await send(mia, id, `${shown} and more`);
  expect((await threadsOf(mia))[0]).toMatchObject({ lastMessagePreview: shown });
});

test("a thread without messages is in no list", async () => {
  const [mia, noa] = await pair();
  await start(mia, noa);
  expect([...(await threadsOf(mia)), ...(await threadsOf(noa))]).toEqual([]);
});

test("the same client id sends once, even concurrently", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  const clientId = randomUUID();
  const copies = await Promise.all([1, 2, 3].map(() => send(mia, id, "hello", clientId)));
  expect(new Set(copies.map((copy) => copy.id)).size).toBe(1);
  expect((await it.as(noa).get(`/api/threads/${id}/messages`)).json().items).toHaveLength(1);
  expect((await threadsOf(noa))[0]?.unreadCount).toBe(1);
});

test("a repeat of a message sends its event again for five minutes", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  const clientId = randomUUID();
  await send(mia, id, "hello", clientId);
  const emit = vi.spyOn(it.app.live, "emitToMembers");
  const messageEvents = () => emit.mock.calls.filter(([, event]) => event === "message");
  const first = await send(mia, id, "hello", clientId);
  expect(messageEvents()).toHaveLength(1);
  await it.db
    .updateTable("messages")
    .set({ created_at: new Date(Date.now() - 6 * 60_000) })
    .where("id", "=", first.id)
    .execute();
  expect((await send(mia, id, "hello", clientId)).id).toBe(first.id);
  expect(messageEvents()).toHaveLength(1);
  emit.mockRestore();
});

test("timestamps increase strictly under concurrent sends, and `after` misses none", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  const first = await send(mia, id, "first");
  const list = (await it.as(noa).get(`/api/threads/${id}/messages`)).json();
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, n) => send(n % 2 === 0 ? mia : noa, id, `message ${n}`)),
  );
  expect(new Set(sent.map((message) => message.createdAt)).size).toBe(12);
  const later: Message[] = [];
  let after: string | null = list.latestCursor;
  for (let page; after; after = page.nextCursor) {
    page = (await it.as(noa).get(`/api/threads/${id}/messages?limit=5&after=${after}`)).json();
    later.push(...page.items);
  }
  expect(later.map((message) => message.id).sort()).toEqual(sent.map((message) => message.id).sort());
  expect(later.map((message) => message.createdAt)).toEqual(later.map((message) => message.createdAt).sort());
  expect(later.map((message) => message.id)).not.toContain(first.id);
});

test("older messages are paged by cursor, newest first, each once", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  await follow(noa, mia);
  for (let n = 0; n < 7; n += 1) await send(mia, id, `message ${n}`);
  const pageOne = (await it.as(mia).get(`/api/threads/${id}/messages?limit=4`)).json();
  const pageTwo = (await it.as(mia).get(`/api/threads/${id}/messages?limit=4&cursor=${pageOne.nextCursor}`)).json();
  const texts = [...pageOne.items, ...pageTwo.items].map((message: Message) => message.content);
  expect(texts).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `message ${n}`));
  expect(pageTwo.nextCursor).toBeNull();
});

test("only the two members can read, write, mark or accept", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  await send(mia, id, "between us");
  const stranger = it.as(await buildUser(it.db));
  const body = { content: "hi", clientId: randomUUID() };
  const answers = await Promise.all([
    stranger.get(`/api/threads/${id}`),
    stranger.get(`/api/threads/${id}/messages`),
    stranger.post(`/api/threads/${id}/messages`, body),
    stranger.post(`/api/threads/${id}/read`),
    stranger.post(`/api/threads/${id}/accept`),
  ]);
  for (const answer of answers) expect(answer.json()).toMatchObject({ status: 404, code: "thread.not_found" });
  for (const visit of [it.as(null).get("/api/threads"), it.as(null).post(`/api/threads/${id}/messages`, body)]) {
    expect((await visit).json()).toMatchObject({ code: "auth.required" });
  }
  expect((await it.as(mia).get(`/api/threads/${id}/messages`)).json().items).toHaveLength(1);
});

test("a first message from a member one does not follow is a request until accepted or answered", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  await send(mia, id, "hello");
  expect((await threadsOf(noa))[0]?.isRequest).toBe(true);
  expect((await threadsOf(mia))[0]?.isRequest).toBe(false);
  await send(mia, id, "are you there?");
  expect((await threadsOf(noa))[0]?.isRequest).toBe(true);
  await send(noa, id, "hi!");
  expect((await threadsOf(noa))[0]?.isRequest).toBe(false);

  const [lea, ada] = await pair();
  const other = await start(lea, ada);
  await send(lea, other.id, "hello");
  expect((await it.as(ada).post(`/api/threads/${other.id}/accept`)).json().isRequest).toBe(false);
});

test("the sender of a request sees no read receipt until it is accepted or answered", async () => {
  const readAtFor = async (member: Member, id: string): Promise<string[]> => [
    (await it.as(member).get(`/api/threads/${id}`)).json().otherReadAt,
    ...(await threadsOf(member)).map((thread) => thread.otherReadAt),
  ];
  const never = new Date(0).toISOString();
  const accept = (noa: Member, id: string) => it.as(noa).post(`/api/threads/${id}/accept`);
  for (const agree of [accept, (noa: Member, id: string) => send(noa, id, "hi!")]) {
    const [mia, noa] = await pair();
    const { id } = await start(mia, noa);
    const { createdAt } = await send(mia, id, "hello");
    await it.as(noa).post(`/api/threads/${id}/read`);
    expect(await readAtFor(mia, id)).toEqual([never, never]);
    expect(await readAtFor(noa, id)).toEqual([createdAt, createdAt]);
    await agree(noa, id);
    const seen = await readAtFor(mia, id);
    expect(seen.every((readAt) => readAt >= createdAt)).toBe(true);
  }
});

test("a message to a follower is not a request", async () => {
  const [mia, noa] = await pair();
  await follow(noa, mia);
  const { id } = await start(mia, noa);
  await send(mia, id, "thanks for following");
  expect((await threadsOf(noa))[0]?.isRequest).toBe(false);
});

test("the first message decides on a request, not who opened the conversation or followed whom at that time", async () => {
  const requestTo = async (member: Member) => (await threadsOf(member))[0]?.isRequest;
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  await send(noa, id, "you looked at me?");
  expect(await requestTo(mia)).toBe(true);

  const [lea, ada] = await pair();
  await follow(ada, lea);
  const unfollowed = await start(lea, ada);
  await it.db.deleteFrom("follows").where("follower_id", "=", ada.id).execute();
  await send(lea, unfollowed.id, "hello");
  expect(await requestTo(ada)).toBe(true);

  const [eve, kim] = await pair();
  const followed = await start(eve, kim);
  await follow(kim, eve);
  await send(eve, followed.id, "hello");
  expect(await requestTo(kim)).toBe(false);
});

test("a conversation in which nothing was ever written is no request, and can't be declined", async () => {
  const [mia, noa] = await pair();
  await start(mia, noa);
  const { id, isRequest } = await start(noa, mia);
  expect(isRequest).toBe(false);
  expect((await it.as(noa).post(`/api/threads/${id}/decline`)).json().code).toBe("thread.not_found");
  await send(mia, id, "hello");
  expect((await threadsOf(noa))[0]).toMatchObject({ isRequest: true, lastMessagePreview: "hello" });
});

test("a message after both have deleted a conversation is no request", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  await send(mia, id, "hello");
  await send(noa, id, "hi!");
  for (const member of [mia, noa]) await it.as(member).delete(`/api/threads/${id}`);
  await send(mia, id, "hello again");
  expect((await threadsOf(noa))[0]?.isRequest).toBe(false);
});

test("of two first messages at once the later answers the earlier", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  await Promise.all([send(mia, id, "hello"), send(noa, id, "hi!")]);
  expect([...(await threadsOf(mia)), ...(await threadsOf(noa))].map(({ isRequest }) => isRequest)).toEqual([
    false,
    false,
  ]);
});

test("a block hides the thread from both and stops messages", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  await send(mia, id, "hello");
  await it.db.insertInto("blocks").values({ blocker_id: noa.id, blocked_id: mia.id }).execute();
  for (const member of [mia, noa]) {
    expect(await threadsOf(member)).toEqual([]);
    const answer = await it.as(member).post(`/api/threads/${id}/messages`, { content: "x", clientId: randomUUID() });
    expect(answer.json()).toMatchObject({ code: "thread.not_found" });
  }
  expect((await it.as(mia).post("/api/threads", { username: noa.username })).json().code).toBe("profile.not_found");
});

test("threads are found by the other's username and the latest message, with wildcards as plain text", async () => {
  const mia = await buildUser(it.db);
  const noa = await buildUser(it.db, { username: "noa_linen" });
  const lea = await buildUser(it.db, { username: "lea.wool" });
  await send(mia, (await start(mia, noa)).id, "100% silk?");
  await send(mia, (await start(mia, lea)).id, "see you @eight");
  const search = async (text: string) =>
    (await it.as(mia).get(`/api/threads?search=${encodeURIComponent(text)}`))
      .json()
      .items.map((thread: Thread) => thread.other.username);
  expect(await search("LINEN")).toEqual(["noa_linen"]);
  expect(await search("@noa_linen")).toEqual(["noa_linen"]);
  expect(await search("100%")).toEqual(["noa_linen"]);
  expect(await search("@eight")).toEqual(["lea.wool"]);
  expect(await search("a_w")).toEqual([]);
});

test.each([
  [{ content: "   ", clientId: randomUUID() }, "content"],
  [{ content: "x".repeat(4_001), clientId: randomUUID() }, "content"],
  [{ content: 5, clientId: randomUUID() }, "content"],
  [{ content: "hi" }, "clientId"],
  [{ content: "hi", clientId: "1" }, "clientId"],
  [{ content: "hi", clientId: randomUUID(), senderId: randomUUID() }, "senderId"],
])("the message %# is rejected with its field", async (body, path) => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  const answer = await it.as(mia).post(`/api/threads/${id}/messages`, body);
  expect(answer.json()).toMatchObject({ status: 422, issues: [expect.objectContaining({ path })] });
});

test("a thread with oneself or an unknown member is rejected", async () => {
  const mia = await buildUser(it.db);
  expect((await it.as(mia).post("/api/threads", { username: mia.username })).json().code).toBe("thread.with_self");
  expect((await it.as(mia).post("/api/threads", { username: "nobody.here" })).json().code).toBe("profile.not_found");
});

test("nothing is sent to an account that was deleted, and the conversation says so", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  const say = () => it.as(mia).post(`/api/threads/${id}/messages`, { content: "hello", clientId: randomUUID() });
  expect((await say()).statusCode).toBe(200);
  expect((await it.as(mia).get(`/api/threads/${id}`)).json().isOtherDeleted).toBe(false);
  await it.db.updateTable("profiles").set({ deleted_at: new Date() }).where("id", "=", noa.id).execute();
  expect((await it.as(mia).get(`/api/threads/${id}`)).json().isOtherDeleted).toBe(true);
  expect((await say()).json()).toMatchObject({ status: 409, code: "thread.member_deleted" });
});

test("a request's last message that two tabs send at once is refused to neither", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  for (const words of ["one", "two"]) await send(mia, id, words);
  const clientId = randomUUID();
  const copies = await Promise.all([1, 2, 3].map(() => send(mia, id, "three", clientId)));
  expect(copies.map(({ content }) => content)).toEqual(["three", "three", "three"]);
  expect(new Set(copies.map((copy) => copy.id)).size).toBe(1);
});

test("a request holds three messages until it is accepted, however many are sent at once", async () => {
  const [mia, noa] = await pair();
  const { id } = await start(mia, noa);
  const say = (n: number) =>
    it.as(mia).post(`/api/threads/${id}/messages`, { content: `please ${n}`, clientId: randomUUID() });
  const statuses = (await Promise.all([1, 2, 3, 4, 5, 6].map(say))).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200).length).toBe(3);
  expect((await say(7)).json()).toMatchObject({ status: 409, code: "thread.not_accepted" });
  await it.as(noa).post(`/api/threads/${id}/accept`);
  expect((await say(8)).statusCode).toBe(200);
});
