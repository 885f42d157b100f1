import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { ClientEvents, ServerEvents } from "#contract/live.ts";
import { buildUser } from "#server/testing/factories.ts";
import { connected, newSocket } from "#server/testing/live-socket.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";
import { createLive } from "./live.ts";

type Member = Awaited<ReturnType<typeof buildUser>>;
type LiveSocket = Socket<ServerEvents, ClientEvents>;

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

function connect(token: string, origin?: string): Promise<LiveSocket> {
  const socket: LiveSocket = io(address, {
    path: "/live",
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: { token },
    ...(origin === undefined ? {} : { extraHeaders: { origin } }),
  });
  open.push(socket);
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", reject);
  });
}
const connectAs = async (member: Member) => connect(await tokenFor(it.app, member.id));

type Payload<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>[0];
const next = <E extends keyof ServerEvents>(socket: LiveSocket, event: E) =>
  new Promise<Payload<E>>(
    (resolve) => void (socket as Socket).once(event as string, (payload: Payload<E>) => resolve(payload)),
  );

/** Waits for a later event, after which all earlier ones have arrived. */
async function collect(socket: LiveSocket, memberId: string, act: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  socket.onAny((event: string, payload: { unreadCount?: number }) => {
    if (payload.unreadCount !== -1) heard.push(event);
  });
  await act();
  const end = next(socket, "notifications");
  it.app.live.emitToMembers([memberId], "notifications", { unreadCount: -1 });
  await end;
  return heard;
}

async function askForThread(from: Member, to: Member): Promise<string> {
  return (await it.as(from).post("/api/threads", { username: to.username })).json().id;
}
/** A conversation with a follower. */
async function startThread(from: Member, to: Member): Promise<string> {
  await it.db.insertInto("follows").values({ follower_id: to.id, following_id: from.id }).execute();
  return askForThread(from, to);
}
const sendTo = (from: Member, threadId: string, content: string) =>
  it.as(from).post(`/api/threads/${threadId}/messages`, { content, clientId: randomUUID() });

test("a message arrives only in both members' tabs", async () => {
  const [mia, noa, eve] = [await buildUser(it.db), await buildUser(it.db), await buildUser(it.db)];
  const [hers, his, theirs] = await Promise.all([mia, noa, eve].map(connectAs));
  if (!hers || !his || !theirs) throw new Error("no socket");
  const threadId = await startThread(mia, noa);
  const receivedByEve = await collect(theirs, eve.id, async () => {
    const arrivals = Promise.all([next(hers, "message"), next(his, "message")]);
    const sent = (await sendTo(mia, threadId, "live from the fitting room")).json();
    expect(await arrivals).toEqual([sent, sent]);
  });
  expect(receivedByEve).toEqual([]);
});

test("sending a message again repeats its event, but not to who has deleted it", async () => {
  const [mia, noa] = [await buildUser(it.db), await buildUser(it.db)];
  const his = await connectAs(noa);
  const threadId = await startThread(mia, noa);
  const message = { content: "still there?", clientId: randomUUID() };
  const send = () => it.as(mia).post(`/api/threads/${threadId}/messages`, message);
  const sent = (await send()).json();
  const heard = next(his, "message");
  await send();
  expect(await heard).toEqual(sent);
  await it.as(noa).delete(`/api/threads/${threadId}?until=${sent.createdAt}`);
  expect(await collect(his, noa.id, send)).not.toContain("message");
});

test("reading is sent to both, typing only to the other", async () => {
  const [mia, noa] = [await buildUser(it.db), await buildUser(it.db)];
  const [hers, his] = [await connectAs(mia), await connectAs(noa)];
  const threadId = await startThread(mia, noa);
  await sendTo(mia, threadId, "hello");
  const marks = Promise.all([next(hers, "read"), next(his, "read")]);
  await it.as(noa).post(`/api/threads/${threadId}/read`);
  expect((await marks)[0]).toMatchObject({ threadId, userId: noa.id });
  const receivedByNoa = await collect(his, noa.id, async () => {
    const hint = next(hers, "typing");
    his.emit("typing", { threadId });
    expect(await hint).toEqual({ threadId, userId: noa.id });
  });
  expect(receivedByNoa).toEqual([]);
});

test("the sender of a request gets no typing or read events until it is accepted", async () => {
  const [mia, noa, eve] = [await buildUser(it.db), await buildUser(it.db), await buildUser(it.db)];
  const [hers, his, theirs] = [await connectAs(mia), await connectAs(noa), await connectAs(eve)];
  const threadId = await askForThread(mia, noa);
  await sendTo(mia, threadId, "hello");
  const otherId = await startThread(noa, eve);
  const heard = await collect(hers, mia.id, async () => {
    const ownMark = next(his, "read");
    await it.as(noa).post(`/api/threads/${threadId}/read`);
    await ownMark;
    his.emit("typing", { threadId });
    // An event of the same socket that is answered proves that the one before was handled.
    const hint = next(theirs, "typing");
    his.emit("typing", { threadId: otherId });
    await hint;
  });
  expect(heard.filter((event) => event === "read" || event === "typing")).toEqual([]);
  const mark = next(hers, "read");
  await it.as(noa).post(`/api/threads/${threadId}/accept`);
  expect(await mark).toMatchObject({ threadId, userId: noa.id });
});

test("the sender of a declined request reaches nobody by typing", async () => {
  const [mia, noa, eve] = [await buildUser(it.db), await buildUser(it.db), await buildUser(it.db)];
  const [hers, his, theirs] = [await connectAs(mia), await connectAs(noa), await connectAs(eve)];
  const threadId = await askForThread(mia, noa);
  await sendTo(mia, threadId, "hello");
  await it.as(noa).post(`/api/threads/${threadId}/decline`);
  const otherId = await startThread(mia, eve);
  const heard = await collect(his, noa.id, async () => {
    hers.emit("typing", { threadId });
    // An event of the same socket that is answered proves that the one before was handled.
    const hint = next(theirs, "typing");
    hers.emit("typing", { threadId: otherId });
    await hint;
  });
  expect(heard.filter((event) => event === "typing")).toEqual([]);
});

test("typing in another member's thread reaches no one", async () => {
  const [mia, noa, eve] = [await buildUser(it.db), await buildUser(it.db), await buildUser(it.db)];
  const [hers, theirs] = [await connectAs(mia), await connectAs(eve)];
  const threadId = await startThread(mia, noa);
  const heard = await collect(hers, mia.id, async () => {
    theirs.emit("typing", { threadId });
    // An event of the same socket that is answered proves that the one before was handled.
    theirs.emit("typing", { threadId: await startThread(eve, mia) });
    await next(hers, "typing");
  });
  // Read marks of the threads that were just started may come in between.
  expect(heard.filter((name) => name !== "read")).toEqual(["typing"]);
});

test.each([
  ["no token", ""],
  ["a made-up token", "x.y.z"],
])("a socket with %s is refused", async (_name, token) => {
  await expect(connect(token)).rejects.toThrow("auth.required");
});

test("a page of another site cannot open a socket [S-49]", async () => {
  const mia = await buildUser(it.db);
  const token = await tokenFor(it.app, mia.id);
  await expect(connect(token, "https://evil.example")).rejects.toThrow("websocket error");
  await expect(connect(token, "http://localhost:3000")).resolves.toBeDefined();
});

test("signing out closes the socket at once", async () => {
  const mia = await buildUser(it.db);
  const token = await tokenFor(it.app, mia.id);
  const socket = await connect(token);
  const ended = new Promise((resolve) => socket.once("disconnect", resolve));
  const answer = await it.fastify.inject({
    method: "POST",
    url: "/auth/v1/logout?scope=global",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(204);
  expect(await ended).toBe("io server disconnect");
});

/** A server whose checks of a session answer as given. */
async function connectWith(readToken: (live: ReturnType<typeof createLive>) => Promise<{ sessionId: string } | null>) {
  const live = createLive({ siteOrigin: "http://localhost", redisUrl: undefined });
  const server = createServer();
  live.attach(server, {
    async readToken() {
      const known = await readToken(live);
      return (
        known && { viewer: { ...known, userId: randomUUID(), isSuspended: false }, expiresAtMs: Date.now() + 60_000 }
      );
    },
    findPartner: () => Promise.resolve(null),
    countComments: () => Promise.resolve(null),
    listPermitted: () => Promise.resolve([]),
    countReplies: () => Promise.resolve(new Map()),
    log: it.fastify.log,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    await live.close();
    server.close();
  });
  const socket = newSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "token");
  open.push(socket);
  return socket;
}

test.each([1, 2])("a session that ends during check %i of a new socket takes the socket along [S-26]", async (last) => {
  const sessionId = randomUUID();
  let checks = 0;
  const socket = await connectWith(async (live) => {
    checks += 1;
    if (checks > last) return null;
    // The database has already answered.
    if (checks === last) live.endSessions([sessionId]);
    return { sessionId };
  });
  const closed = once(socket as never, "disconnect", { signal: AbortSignal.timeout(5_000) });
  await expect(closed).resolves.toContain("io server disconnect");
});

test("a new socket stays while the database is away, until a check finds that its session has ended [S-26]", async () => {
  let checks = 0;
  const socket = await connectWith(async () => {
    checks += 1;
    if (checks === 2) throw new Error("The database is away");
    return checks === 1 ? { sessionId: randomUUID() } : null;
  });
  await expect.poll(() => [checks, socket.connected]).toEqual([2, true]);
  const closed = once(socket as never, "disconnect", { signal: AbortSignal.timeout(5_000) });
  await expect(closed).resolves.toContain("io server disconnect");
});

test("a socket that could not be checked is refused without the database's words", async () => {
  const socket = await connectWith(() => Promise.reject(new Error("The database is away")));
  await expect(connected(socket)).rejects.toThrow("server.unavailable");
});

test("a suspended member who signs in gets no socket until the suspension ends [S-49]", async () => {
  const [admin, member] = [await buildUser(it.db, { role: "admin" }), await buildUser(it.db)];
  const suspension = `/api/admin/members/${member.id}/suspension`;
  expect((await it.as(admin).put(suspension, { days: 3, reason: "A test" })).statusCode).toBe(200);
  const token = await tokenFor(it.app, member.id);
  await expect(connect(token)).rejects.toThrow("auth.suspended");
  expect((await it.as(admin).delete(suspension, { reason: "A test" })).statusCode).toBe(200);
  await expect(connect(token)).resolves.toBeDefined();
});

test("the number of a member's sockets per server is limited [S-49]", async () => {
  const member = await buildUser(it.db);
  const token = await tokenFor(it.app, member.id);
  for (let n = 0; n < 20; n += 1) await connect(token);
  await expect(connect(token)).rejects.toThrow("rate.limited");
  await expect(connectAs(await buildUser(it.db))).resolves.toBeDefined();
});

test("a socket that goes on beyond its rate is closed, whatever the events are called [S-49]", async () => {
  const socket = await connectAs(await buildUser(it.db));
  const reason = new Promise((resolve) => void socket.once("disconnect", resolve));
  for (let n = 0; n < 200; n += 1) (socket as unknown as Socket).emit("nothing", n);
  expect(await reason).toBe("io server disconnect");
});

test("malformed and too many events do no harm [S-49]", async () => {
  const [mia, noa] = [await buildUser(it.db), await buildUser(it.db)];
  const [hers, his] = [await connectAs(mia), await connectAs(noa)];
  const threadId = await startThread(mia, noa);
  const raw = his as unknown as Socket;
  const heard = await collect(hers, mia.id, async () => {
    for (const payload of [null, "x", {}, { threadId: "1" }, { threadId, more: 1 }]) raw.emit("typing", payload);
    for (let n = 0; n < 100; n += 1) his.emit("typing", { threadId });
    const arrival = next(hers, "message");
    await sendTo(noa, threadId, "still here");
    await arrival;
  });
  const hints = heard.filter((event) => event === "typing").length;
  expect(hints).toBeGreaterThan(0);
  expect(hints).toBeLessThanOrEqual(30);
});
