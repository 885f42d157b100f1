import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Socket } from "socket.io-client";
import type { ServerEvents } from "#contract/live.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildEvent, buildOutfit, buildRedemption, buildUser } from "#server/testing/factories.ts";
import { connected, type LiveSocket, newSocket } from "#server/testing/live-socket.ts";
import { callAuth, goodPassword, serviceKey } from "#server/testing/auth-api.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

type Member = Awaited<ReturnType<typeof buildUser>>;

const service = await serviceKey();
let site: TestApp;
/** On the same database, with access tokens that live for two seconds. */
let shortLived: TestApp;
let address: string;
const open: LiveSocket[] = [];

beforeAll(async () => {
  site = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting } });
  shortLived = await testApp({ databaseUrl: site.databaseUrl, settings: { AUTH_ACCESS_TOKEN_SECONDS: "2" } });
  await site.fastify.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(site.fastify.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => site.fastify.close());

function openSocket(token: string): LiveSocket {
  const socket = newSocket(address, token);
  open.push(socket);
  return socket;
}

/** A private author with a follower who looks at an outfit of theirs and talks to them, and a second follower. */
async function buildScene() {
  const [author, watcher, other] = await Promise.all([
    buildUser(site.db, { isPrivate: true }),
    buildUser(site.db),
    buildUser(site.db),
  ]);
  for (const follower of [watcher, other]) {
    await site.as(follower).put(`/api/follows/${author.id}`);
    await site.as(author).put(`/api/follow-requests/${follower.id}`);
  }
  const outfit = await buildOutfit(site.db, author.id);
  const event = await buildEvent(site.db, author.id);
  const token = await tokenFor(site.app, watcher.id);
  const thread = (await site.as(author).post("/api/threads", { username: watcher.username })).json().id as string;
  await site.as(watcher).post(`/api/threads/${thread}/accept`);
  return { author, watcher, other, outfit, event, token, thread };
}
type Scene = Awaited<ReturnType<typeof buildScene>>;

let said = 0;
const comment = async ({ outfit }: Scene, by: Member): Promise<string> => {
  said += 1;
  const { statusCode, body } = await site
    .as(by)
    .post(`/api/outfits/${outfit.id}/comments`, { content: `comment ${said}` });
  if (statusCode !== 200) throw new Error(`No comment was made: ${body}`);
  return JSON.parse(body).comment.id;
};

const asAdmin = async () => site.as(await buildUser(site.db, { role: "admin" }));
const setRole = async ({ id }: Member, role: "admin" | "user") =>
  (await asAdmin()).put(`/api/admin/members/${id}/role`, { role, reason: null });

/** Everything that the server sends to the subscriber, each caused by a member who must be able to do so. */
const events = {
  "comment by the author": async (scene: Scene) => void (await comment(scene, scene.author)),
  "comment by another": async (scene: Scene) => void (await comment(scene, scene.other)),
  "removed comment": async (scene: Scene) => {
    const id = await comment(scene, scene.author);
    await site.as(scene.author).delete(`/api/comments/${id}`);
  },
  "liked comment": async (scene: Scene) => {
    const id = await comment(scene, scene.author);
    await site.as(scene.other).put(`/api/comments/${id}/like`);
  },
  "comment on an event": async ({ author, event }: Scene) => {
    said += 1;
    await site.as(author).post(`/api/events/${event.id}/comments`, { content: `at the door ${said}` });
  },
  message: async ({ author, thread }: Scene) => {
    said += 1;
    await site.as(author).post(`/api/threads/${thread}/messages`, { content: `hi ${said}`, clientId: randomUUID() });
  },
  typing: async ({ author, thread }: Scene) => {
    const socket = await connected(openSocket(await tokenFor(site.app, author.id)));
    await (socket as unknown as Socket).timeout(5_000).emitWithAck("typing", { threadId: thread });
  },
  read: async ({ author, watcher, thread }: Scene) => {
    said += 1;
    await site.as(watcher).post(`/api/threads/${thread}/messages`, { content: `yes ${said}`, clientId: randomUUID() });
    await site.as(author).post(`/api/threads/${thread}/read`);
  },
  conversation: async ({ watcher, thread }: Scene) => {
    await site.as(watcher).put(`/api/threads/${thread}/mute`, { isMuted: false });
  },
  badge: async ({ watcher }: Scene) => {
    await site.as(await buildUser(site.db)).put(`/api/follows/${watcher.id}`);
  },
  balance: async ({ watcher }: Scene) => {
    const correction = { id: randomUUID(), points: 5, reason: "A test" };
    await (await asAdmin()).post(`/api/admin/members/${watcher.id}/points`, correction);
  },
  redemption: async ({ watcher }: Scene) => {
    const { id } = await buildRedemption(site.db, watcher.id);
    await (await asAdmin()).post(`/api/admin/redemptions/${id}/reject`, { reason: "A test" });
  },
} satisfies Record<string, (scene: Scene) => Promise<void>>;
type Event = keyof typeof events;

const everything = Object.keys(events) as Event[];
const ofOutfit: Event[] = ["comment by the author", "comment by another", "removed comment", "liked comment"];
const ofThread: Event[] = ["message", "typing", "read", "conversation"];
/** What concerns nobody but the watcher. */
const own: Event[] = ["badge", "balance", "redemption"];
const without = (...left: Event[]) => everything.filter((event) => !left.includes(event));

interface Change {
  name: string;
  apply: (scene: Scene) => Promise<unknown>;
  /** What the watcher still receives afterwards. */
  heard: Event[];
  /** Actions that are no longer possible. */
  impossible?: Event[];
}
const change = (name: string, apply: Change["apply"], heard: Event[], impossible: Event[] = []): Change => ({
  name,
  apply,
  heard,
  impossible,
});

type Person = "author" | "watcher" | "other";
const block = (by: Person, blocked: Person) => (scene: Scene) =>
  site.as(scene[by]).put(`/api/blocks/${scene[blocked].id}`);

/** Changes after which the session continues with fewer events. */
const losses: Change[] = [
  change("nothing happened", () => Promise.resolve(), everything),
  change("the author blocked the watcher", block("author", "watcher"), own, ofThread),
  change("the watcher blocked the author", block("watcher", "author"), own, ofThread),
  change("a commenter blocked the watcher", block("other", "watcher"), without("comment by another")),
  change(
    "the watcher unfollowed the private author",
    ({ author, watcher }) => site.as(watcher).delete(`/api/follows/${author.id}`),
    without(...ofOutfit),
  ),
  change(
    "the private author removed the follower",
    ({ author, watcher }) => site.as(author).delete(`/api/followers/${watcher.id}`),
    without(...ofOutfit),
  ),
  change(
    "the watcher follows no longer, and was an admin until now",
    async ({ author, watcher }) => {
      await setRole(watcher, "admin");
      await site.as(watcher).delete(`/api/follows/${author.id}`);
      await setRole(watcher, "user");
    },
    without(...ofOutfit),
  ),
  change(
    "the outfit was hidden, and the watcher was an admin until now",
    async ({ outfit, watcher }) => {
      await setRole(watcher, "admin");
      await site.db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
      await setRole(watcher, "user");
    },
    without(...ofOutfit),
    ["comment by another"],
  ),
  change(
    "the outfit was hidden",
    ({ outfit }) => site.db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute(),
    without(...ofOutfit),
    ["comment by another"],
  ),
];

/** What ends the session, and so closes the socket and keeps it out. */
const ends: Change[] = [
  change(
    "the watcher was banned",
    ({ watcher }) =>
      callAuth(site, "PUT", `/admin/users/${watcher.id}`, { ban_duration: "24h" }, { token: service.token }),
    [],
    ["badge", "read", "conversation"],
  ),
  change("the watcher signed out", ({ token }) => callAuth(site, "POST", "/logout", undefined, { token }), []),
  change(
    "the watcher changed the password elsewhere",
    async ({ watcher }) =>
      callAuth(site, "PUT", "/user", { password: goodPassword }, { token: await tokenFor(site.app, watcher.id) }),
    [],
  ),
  change(
    "an admin ended the watcher's sessions",
    async ({ watcher }) => (await asAdmin()).delete(`/api/admin/members/${watcher.id}/sessions`, { reason: "A test" }),
    [],
  ),
  change(
    "an admin suspended the watcher",
    async ({ watcher: { id } }) =>
      (await asAdmin()).put(`/api/admin/members/${id}/suspension`, { days: 3, reason: "A test" }),
    [],
    ["badge", "read", "conversation"],
  ),
  change(
    "an admin erased the watcher",
    async ({ watcher: { id, username } }) =>
      (await asAdmin()).delete(`/api/admin/members/${id}`, { username, reason: "A test" }),
    [],
    [...own, ...ofThread],
  ),
  change(
    "the watcher asked for the account's deletion",
    ({ watcher }) => site.as(watcher).post("/api/me/deletion", { username: watcher.username }),
    [],
  ),
  change(
    "the account was deleted",
    ({ watcher }) => callAuth(site, "DELETE", `/admin/users/${watcher.id}`, {}, { token: service.token }),
    [],
    [...own, ...ofThread],
  ),
];

/** The compiler asks for an entry here for each event that the server may send. */
const eventNames: Record<Exclude<keyof ServerEvents, "comment">, Event> = {
  commentRemoved: "removed comment",
  commentLikes: "liked comment",
  thread: "conversation",
  message: "message",
  read: "read",
  typing: "typing",
  notifications: "badge",
  points: "balance",
  redemption: "redemption",
};

const eventOf = (name: string, comments: Map<string, Event>, payload: unknown): Event | undefined => {
  if (name !== "comment") return (eventNames as Record<string, Event>)[name];
  const { author, eventId } = payload as { author: { id: string }; eventId: string | null };
  return eventId === null ? comments.get(author.id) : "comment on an event";
};

/** Collects what a socket receives, by the names above. */
function listenTo(socket: LiveSocket, { author, other }: Scene): Set<Event> {
  const heard = new Set<Event>();
  const comments = new Map<string, Event>([
    [author.id, "comment by the author"],
    [other.id, "comment by another"],
  ]);
  socket.onAny((name: string, payload: { unreadCount?: number }) => {
    if (payload?.unreadCount === -1) return;
    const event = eventOf(name, comments, payload);
    if (event) heard.add(event);
  });
  return heard;
}

/** Lets everything happen that still can, and resolves when all that was sent has arrived. */
async function runAll(scene: Scene, impossible: Event[] = [], socket?: LiveSocket): Promise<void> {
  for (const [name, happen] of Object.entries(events)) {
    const isPossible = !impossible.includes(name as Event);
    if (isPossible) await happen(scene);
    else await happen(scene).catch(() => undefined);
  }
  // Deliveries of one outfit or event are made in turn: the author's own socket receives the last one of each.
  const socketOfAuthor = await watching(await tokenFor(site.app, scene.author.id), scene);
  for (const name of ["comment by the author", "comment on an event"] as const) {
    const last = once(socketOfAuthor as never, "comment");
    await events[name](scene);
    await last;
  }
  if (socket?.connected) await arrived(scene, socket);
}

/** Resolves when all that was sent to the watcher's socket has arrived. */
async function arrived({ watcher }: Scene, socket: LiveSocket): Promise<void> {
  const end = once(socket as never, "notifications");
  site.app.live.emitToMembers([watcher.id], "notifications", { unreadCount: -1 });
  await end;
}

async function watching(token: string, scene: Scene): Promise<LiveSocket> {
  const socket = await connected(openSocket(token));
  await watch(socket, scene);
  return socket;
}

/** Watches the outfit and the event, and waits until the server has answered. */
async function watch(socket: LiveSocket, { outfit, event }: Scene): Promise<void> {
  const asked = (socket as unknown as Socket).timeout(5_000);
  await asked.emitWithAck("subscribeOutfit", { outfitId: outfit.id });
  await asked.emitWithAck("subscribeEvent", { eventId: event.id });
}

/** The network fails under the socket, after an event that a server which restores connections would restore from. */
async function dropped(socket: LiveSocket, scene: Scene, heard: Set<Event>): Promise<void> {
  const arrival = once(socket as never, "message");
  await events.message(scene);
  await arrival;
  heard.clear();
  const gone = once(socket as never, "disconnect");
  socket.io.engine.close();
  await gone;
}
const refusalOf = (socket: LiveSocket) =>
  connected(socket.connect()).then(
    () => null,
    (error: Error) => error.message,
  );

describe.each(losses)("when $name [S-57]", ({ apply, heard: expected, impossible }) => {
  test("the open socket receives exactly what is still in sight", async () => {
    const scene = await buildScene();
    const socket = await watching(scene.token, scene);
    const heard = listenTo(socket, scene);
    await apply(scene);
    if (socket.connected) await arrived(scene, socket);
    heard.clear();
    await runAll(scene, impossible, socket);
    expect([...heard].toSorted()).toEqual(expected.toSorted());
  });

  test("a socket that was away for it receives nothing of what it missed, and then what is still in sight", async () => {
    const scene = await buildScene();
    const socket = await watching(scene.token, scene);
    const heard = listenTo(socket, scene);
    await dropped(socket, scene, heard);
    await apply(scene);
    await runAll(scene, impossible);
    await connected(socket.connect());
    await watch(socket, scene);
    expect([...heard]).toEqual([]);
    await runAll(scene, impossible, socket);
    expect([...heard].toSorted()).toEqual(expected.toSorted());
  });
});

describe.each(ends)("when $name [S-26]", ({ apply, impossible }) => {
  test.each(["is closed", "was away"])("a socket that %s for it cannot reconnect", async (kind) => {
    const scene = await buildScene();
    const socket = await watching(scene.token, scene);
    const heard = listenTo(socket, scene);
    if (kind === "was away") await dropped(socket, scene, heard);
    const closed = once(socket as never, "disconnect");
    await apply(scene);
    if (kind === "is closed") await closed;
    heard.clear();
    await runAll(scene, impossible);
    expect(await refusalOf(socket)).toBe("auth.required");
    expect([...heard]).toEqual([]);
  });
});

test("a socket is closed when its token expires, and reconnects only with another one [S-49]", async () => {
  const scene = await buildScene();
  const token = await tokenFor(shortLived.app, scene.watcher.id);
  const socket = await watching(token, scene);
  const heard = listenTo(socket, scene);
  await once(socket as never, "disconnect");
  await runAll(scene);
  expect(await refusalOf(socket)).toBe("auth.required");
  expect([...heard]).toEqual([]);
});

test.each([
  ["no token", () => Promise.resolve("")],
  ["a token of another member", async () => tokenFor(site.app, (await buildUser(site.db)).id)],
])("a dropped connection that comes back with %s receives nothing of before [S-49]", async (_name, nextToken) => {
  const scene = await buildScene();
  const socket = await watching(scene.token, scene);
  const heard = listenTo(socket, scene);
  await dropped(socket, scene, heard);
  socket.auth = { token: await nextToken() };
  await runAll(scene);
  await refusalOf(socket);
  await runAll(scene);
  expect([...heard]).toEqual([]);
  if (!socket.connected) return;
  await watch(socket, scene);
  await runAll(scene);
  // Everybody may watch a published event.
  expect([...heard]).toEqual(["comment on an event"]);
});
