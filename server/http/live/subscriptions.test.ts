import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Socket } from "socket.io-client";
import type { LiveSubject } from "#contract/live.ts";
import { buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { connected, type LiveSocket, newSocket } from "#server/testing/live-socket.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { createLive } from "./live.ts";

let it: TestApp;
let address: string;
const open: LiveSocket[] = [];

beforeAll(async () => {
  it = await testApp();
  await it.fastify.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(it.fastify.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => it.fastify.close());

function openSocket(at: string, token: string): Promise<LiveSocket> {
  const socket = newSocket(at, token);
  open.push(socket);
  return connected(socket);
}
const openAs = async ({ id }: { id: string }) => openSocket(address, await tokenFor(it.app, id));

/** Asks with any payload and resolves with the server's reply. */
const ask = (socket: LiveSocket, event: "subscribeOutfit" | "subscribeEvent", payload: unknown): Promise<unknown> =>
  (socket as unknown as Socket).timeout(5_000).emitWithAck(event, payload);

describe("a subscription", () => {
  test("is acknowledged with the current count of comments", async () => {
    const [author, reader] = [await buildUser(it.db), await buildUser(it.db)];
    const [outfit, event] = [await buildOutfit(it.db, author.id), await buildEvent(it.db, author.id)];
    const socket = await openAs(reader);
    expect(await ask(socket, "subscribeOutfit", { outfitId: outfit.id })).toEqual({ commentsCount: 0 });
    for (const content of ["One", "Two"]) await it.as(author).post(`/api/outfits/${outfit.id}/comments`, { content });
    await it.as(reader).post(`/api/events/${event.id}/comments`, { content: "At the door" });
    expect(await ask(socket, "subscribeOutfit", { outfitId: outfit.id })).toEqual({ commentsCount: 2 });
    expect(await ask(socket, "subscribeEvent", { eventId: event.id })).toEqual({ commentsCount: 1 });
  });

  test("that is refused or invalid has the same reply, whatever the reason [S-49]", async () => {
    const [author, blocker, reader] = await Promise.all([
      buildUser(it.db, { isPrivate: true }),
      buildUser(it.db),
      buildUser(it.db),
    ]);
    await it.as(blocker).put(`/api/blocks/${reader.id}`);
    const unseen = await Promise.all([
      buildOutfit(it.db, author.id),
      buildOutfit(it.db, blocker.id),
      buildOutfit(it.db, (await buildUser(it.db)).id, { isActive: false }),
    ]);
    const draft = await buildEvent(it.db, author.id, { status: "draft" });
    const socket = await openAs(reader);
    const refused = [
      ...[...unseen.map(({ id }) => id), randomUUID(), "1", null].map((outfitId) =>
        ask(socket, "subscribeOutfit", { outfitId }),
      ),
      ...[draft.id, randomUUID()].map((eventId) => ask(socket, "subscribeEvent", { eventId })),
      ...[null, "x", {}].map((payload) => ask(socket, "subscribeOutfit", payload)),
    ];
    expect(await Promise.all(refused)).toEqual(refused.map(() => null));
  });

  test("counts no replies across a block", async () => {
    const [author, blocked, third, reader] = await Promise.all([
      buildUser(it.db),
      buildUser(it.db),
      buildUser(it.db),
      buildUser(it.db),
    ]);
    const outfit = await buildOutfit(it.db, author.id);
    const say = async (by: { id: string }, url: string) =>
      (await it.as(by).post(url, { content: `Hello ${randomUUID()}` })).json().comment.id as string;
    const first = await say(author, `/api/outfits/${outfit.id}/comments`);
    const hidden = await say(blocked, `/api/comments/${first}/replies`);
    await it.as(blocked).put(`/api/blocks/${reader.id}`);
    const [own, others] = [await openAs(reader), await openAs(third)];
    const heardBy = (socket: LiveSocket) => {
      const heard: unknown[] = [];
      socket.on("comment", (_comment, _commentsCount, repliesCount) => void heard.push(repliesCount));
      socket.on("commentRemoved", ({ repliesCount }) => void heard.push(repliesCount));
      return heard;
    };
    const [ownHeard, othersHeard] = [heardBy(own), heardBy(others)];
    for (const socket of [own, others]) await ask(socket, "subscribeOutfit", { outfitId: outfit.id });
    const changes = [
      () => say(third, `/api/comments/${first}/replies`),
      () => say(blocked, `/api/comments/${first}/replies`),
      () => it.as(blocked).delete(`/api/comments/${hidden}`),
      () => it.as(author).put(`/api/comments/${first}/hidden`, { isHidden: true }),
      () => it.as(author).put(`/api/comments/${first}/hidden`, { isHidden: false }),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      // A count is read when it is sent, which may be after the next change.
      await expect.poll(() => othersHeard).toHaveLength(index + 1);
    }
    expect(othersHeard).toEqual([2, 3, 2, 2, 2]);
    await expect.poll(() => ownHeard).toEqual([1, 1, 1, 1]);
    const { items } = (await it.as(reader).get(`/api/outfits/${outfit.id}/comments`)).json();
    expect(items).toMatchObject([{ id: first, repliesCount: 1 }]);
  });

  test("over the limit of a socket or its rate is acknowledged without a count [S-49]", async () => {
    const author = await buildUser(it.db);
    const outfits = await Promise.all(Array.from({ length: 21 }, () => buildOutfit(it.db, author.id)));
    const socket = await openAs(author);
    const replies = [];
    for (const { id } of outfits.slice(0, 20)) replies.push(await ask(socket, "subscribeOutfit", { outfitId: id }));
    expect(replies).toEqual(replies.map(() => ({ commentsCount: 0 })));
    const more = Array.from({ length: 20 }, () => ask(socket, "subscribeOutfit", { outfitId: outfits[20]?.id }));
    expect(await Promise.all(more)).toEqual(more.map(() => null));
  });
});

describe("while the comments are counted", () => {
  const outfitId = randomUUID();
  const likes = { outfitId, eventId: null, parentId: null, commentId: randomUUID(), likesCount: 1 };

  /** A socket server of its own that counts as the test says. */
  async function openServer(count: (subject: LiveSubject) => Promise<number | null>) {
    const live = createLive({ siteOrigin: "http://localhost", redisUrl: undefined });
    const http = createServer();
    const viewer = { userId: randomUUID(), sessionId: randomUUID(), isSuspended: false };
    live.attach(http, {
      readToken: () => Promise.resolve({ viewer, expiresAtMs: Date.now() + 60_000 }),
      findPartner: () => Promise.resolve(null),
      countComments: (_userId, subject) => count(subject),
      listPermitted: (userIds) => Promise.resolve(userIds),
      countReplies: () => Promise.resolve(new Map()),
      log: it.fastify.log,
    });
    await once(http.listen(0, "127.0.0.1"), "listening");
    const socket = await openSocket(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, "token");
    const heard: string[] = [];
    socket.onAny((event: string) => void heard.push(event));
    const close = async () => {
      await live.close();
      http.close();
    };
    /** Sends a like to the subscribers, then an event that arrives after it. */
    async function like(): Promise<void> {
      live.emitToSubscribers({ outfitId }, "commentLikes", likes);
      // Deliveries about an outfit are made in sequence and without waiting for a database here.
      await new Promise((resolve) => setImmediate(resolve));
      const end = once(socket as never, "points");
      live.emitToMembers([viewer.userId], "points", { balance: 1 });
      await end;
    }
    return { socket, heard, like, close };
  }

  test("events already arrive, so none is missed between the count and the subscription", async () => {
    const server: Awaited<ReturnType<typeof openServer>> = await openServer(async () => {
      await server.like();
      return 3;
    });
    expect(await ask(server.socket, "subscribeOutfit", { outfitId })).toEqual({ commentsCount: 3 });
    expect(server.heard).toEqual(["commentLikes", "points"]);
    await server.close();
  });

  test.each([
    ["the member may not open the outfit", () => Promise.resolve(null)],
    ["the database fails", () => Promise.reject(new Error("A test"))],
  ])("and %s, the socket is not subscribed and gets no count", async (_case, count) => {
    const server = await openServer(count);
    expect(await ask(server.socket, "subscribeOutfit", { outfitId })).toBeNull();
    await server.like();
    expect(server.heard).toEqual(["points"]);
    await server.close();
  });

  test("a tab that leaves meanwhile stays unsubscribed", async () => {
    const server: Awaited<ReturnType<typeof openServer>> = await openServer(async () => {
      await (server.socket as unknown as Socket).timeout(5_000).emitWithAck("unsubscribeOutfit", { outfitId });
      return 3;
    });
    await ask(server.socket, "subscribeOutfit", { outfitId });
    await server.like();
    expect(server.heard).toEqual(["points"]);
    await server.close();
  });
});
