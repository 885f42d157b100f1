import type { Server as HttpServer } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import type { ClientEvents, LiveSubject, ServerEvents, Subscribed } from "#contract/live.ts";
import { createLiveRelay } from "./live-relay.ts";
import type { Viewer } from "./viewer.ts";

/** Sends events to open tabs of this process or, with Redis, of all processes. Send only after the commit. */
export interface Live {
  emitToMembers<E extends keyof ServerEvents>(
    userIds: string[],
    event: E,
    ...payload: Parameters<ServerEvents[E]>
  ): void;
  /** To the tabs that show an outfit or event. Each server checks at that moment who may (still) receive it. */
  emitToSubscribers<E extends SubscriberEvent>(
    about: LiveTopic,
    event: E,
    ...payload: Parameters<ServerEvents[E]>
  ): void;
  /** Closes the sockets of these sessions at once. */
  endSessions(sessionIds: string[]): void;
  /** Sessions with an open socket in this process. */
  openSessionIds(): string[];
  /** Members with an open socket in this process, for the gauges. */
  connectionCount(): number;
  attach(httpServer: HttpServer, callbacks: LiveCallbacks): void;
  close(): Promise<void>;
}

/**
 * What a live event is about. With an author, members across a block from the author do not receive it; with a thread, those
 * across a block from who replied to this comment get the number of the replies that they see.
 */
type LiveTopic = LiveSubject & { authorId?: string; threadId?: string };
type SubscriberEvent = "comment" | "commentRemoved" | "commentLikes";

/** Callbacks into the modules; wired in app.ts. */
interface LiveCallbacks {
  /** The member and the end of the token's life in ms since 1970; null refuses the socket. */
  readToken: (token: string) => Promise<KnownMember | null>;
  /** The other member of a thread of this member, or null. */
  findPartner: (userId: string, threadId: string) => Promise<string | null>;
  /** The current count of comments of an outfit or event, or null if the member may not open it. */
  countComments: (userId: string, subject: LiveSubject) => Promise<number | null>;
  /** Who of these members may receive an event about this outfit or event right now. */
  listPermitted: (userIds: string[], about: LiveTopic) => Promise<string[]>;
  /** How many replies to a comment each of these members sees; without those who see all. */
  countReplies: (userIds: string[], threadId: string) => Promise<Map<string, number>>;
  log: FastifyBaseLogger;
}

interface KnownMember {
  viewer: Viewer;
  expiresAtMs: number;
}
/** The codes that refuse a socket: a new token helps after the first, waiting after the others. */
type Refusal = "auth.required" | "auth.suspended" | "rate.limited";

interface SocketData {
  viewer: Viewer;
}
type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

/** An event for the sockets of members, or of subscribers to an outfit or event. */
interface Delivery {
  to: { userIds: string[] } | LiveTopic;
  event: string;
  payload: unknown[];
}

const room = {
  member: (userId: string) => `member:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  outfit: (outfitId: string) => `outfit:${outfitId}`,
  event: (eventId: string) => `event:${eventId}`,
};
const roomOf = (subject: LiveSubject) =>
  "outfitId" in subject ? room.outfit(subject.outfitId) : room.event(subject.eventId);

/** The path of the socket. */
export const livePath = "/live";
const messageBytesMax = 4_096;
const subscriptionsMax = 20;
/** Sockets per member and server: enough for a person's tabs and devices. */
const socketsPerMemberMax = 20;
/** A connection without a handshake within this time is closed. */
const handshakeMsMax = 5_000;
/** The token bucket for a socket's events: its size, and tokens per second. */
const eventBurst = 20;
const eventsPerSecond = 5;
/** The same for events beyond that rate, after which the socket is closed: even an event that is refused has to be read. */
const refusalBurst = 100;
const refusalsPerSecond = 1;

/**
 * The socket server, not yet listening.
 *
 * @param options.siteOrigin Only pages of this origin may open a socket.
 * @param options.redisUrl Undefined: this process alone.
 * @see docs/security.md#s-49
 */
export function createLive(options: { siteOrigin: string; redisUrl: string | undefined }): Live {
  const io: LiveServer = new Server({
    path: livePath,
    serveClient: false,
    maxHttpBufferSize: messageBytesMax,
    transports: ["websocket"],
    connectTimeout: handshakeMsMax,
    // No connectionStateRecovery: it restores rooms and missed packets by a secret of the old connection, before the new
    // token is read. Tabs ask for what they missed themselves.
    allowRequest: (request, decide) => decide(null, isSameSite(request.headers, options.siteOrigin)),
  });
  let isAttached = false;
  let deliver: (delivery: Delivery) => void = () => undefined;
  const relay = options.redisUrl === undefined ? undefined : createLiveRelay<Delivery>(options.redisUrl);
  /** To the sockets of this server at once, independent of the other servers. */
  const send = (to: Delivery["to"], event: string, payload: unknown[]): void => {
    deliver({ to, event, payload });
    relay?.publish({ to, event, payload });
  };

  return {
    emitToMembers: (userIds, event, ...payload) => send({ userIds }, event, payload),
    emitToSubscribers: (about, event, ...payload) => send(about, event, payload),
    endSessions(sessionIds) {
      if (sessionIds.length === 0) return;
      const sockets = io.in(sessionIds.map(room.session));
      sockets.emit("sessionEnded");
      sockets.disconnectSockets(true);
    },
    openSessionIds: () => [...io.of("/").sockets.values()].map((socket) => socket.data.viewer.sessionId),
    connectionCount: () => (isAttached ? io.engine.clientsCount : 0),
    attach(httpServer, callbacks) {
      deliver = createDelivery(io, callbacks);
      relay?.open({
        onMessage: (delivery) => deliver(delivery),
        // Tabs reconnect at once and load what they missed.
        onGap: () => io.local.disconnectSockets(),
        onError: (error) => callbacks.log.error({ err: error }, "live: Redis is away"),
      });
      io.attach(httpServer);
      isAttached = true;
      io.use((socket, next) => {
        void admit(io, socket, callbacks).then(
          (refusal) => next(refusal === null ? undefined : new Error(refusal)),
          next,
        );
      });
      io.on("connection", (socket) => listen(socket, callbacks, send));
    },
    async close() {
      // Not io.close(): that would close the HTTP server too, which is the framework's to do.
      io.local.disconnectSockets(true);
      if (isAttached) io.engine.close();
      await io.of("/").adapter.close();
      await relay?.close();
    },
  };
}

/** Sends events to the sockets of this server; those about one outfit or event in sequence, to preserve their order. */
function createDelivery(io: LiveServer, callbacks: LiveCallbacks): (delivery: Delivery) => void {
  const pending = new Map<string, Promise<void>>();
  return ({ to, event, payload }) => {
    if ("userIds" in to) {
      io.to(to.userIds.map(room.member)).emit(event as keyof ServerEvents, ...(payload as never));
      return;
    }
    const subject = roomOf(to);
    const delivery = (pending.get(subject) ?? Promise.resolve())
      .then(() => emitToPermitted(io, callbacks, to, event, payload))
      .catch((error: unknown) => callbacks.log.error({ err: error }, `live: ${event} was not delivered`))
      .finally(() => pending.get(subject) === delivery && pending.delete(subject));
    pending.set(subject, delivery);
  };
}

/** Browsers always send the page's origin; a client without one has no cookie to misuse either. */
function isSameSite(headers: { origin?: string | undefined; host?: string | undefined }, siteOrigin: string): boolean {
  if (headers.origin === undefined || headers.origin === siteOrigin) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

const Handshake = z.object({ token: z.string().min(1).max(8_192) });

/** Sends an event to those sockets of this server in the subject's room whose members may receive it at this moment. */
async function emitToPermitted(
  io: LiveServer,
  callbacks: LiveCallbacks,
  about: LiveTopic,
  event: string,
  payload: unknown[],
): Promise<void> {
  const ids = io.of("/").adapter.rooms.get(roomOf(about)) ?? [];
  const subscribers = [...ids].flatMap((id) => io.of("/").sockets.get(id) ?? []);
  if (subscribers.length === 0) return;
  const userIds = [...new Set(subscribers.map((socket) => socket.data.viewer.userId))];
  const permitted = new Set(await callbacks.listPermitted(userIds, about));
  const counts =
    about.threadId === undefined ? undefined : await callbacks.countReplies([...permitted], about.threadId);
  for (const socket of subscribers) {
    const { userId } = socket.data.viewer;
    if (!permitted.has(userId)) continue;
    const repliesCount = counts?.get(userId);
    const own = repliesCount === undefined ? payload : withRepliesCount(event, payload, repliesCount);
    socket.emit(event as keyof ServerEvents, ...(own as never));
  }
}

/** The payload of a "comment" or "commentRemoved" for a member who does not see all replies of its thread. */
function withRepliesCount(event: string, payload: unknown[], repliesCount: number): unknown[] {
  if (event === "commentRemoved") return [{ ...(payload[0] as object), repliesCount }];
  const [comment, commentsCount] = payload as Parameters<ServerEvents["comment"]>;
  return [comment.parentId === null ? { ...comment, repliesCount } : comment, commentsCount, repliesCount];
}

/** Lets a socket in, or gives the code that refuses it. */
async function admit(io: LiveServer, socket: LiveSocket, callbacks: LiveCallbacks): Promise<Refusal | null> {
  const handshake = Handshake.safeParse(socket.handshake.auth);
  const token = handshake.success ? handshake.data.token : "";
  const known = token === "" ? null : await callbacks.readToken(token);
  if (!isWelcome(known)) return refusalOf(known);
  const { userId, sessionId } = known.viewer;
  if ((io.of("/").adapter.rooms.get(room.member(userId))?.size ?? 0) >= socketsPerMemberMax) return "rate.limited";
  socket.data.viewer = known.viewer;
  await socket.join([room.member(userId), room.session(sessionId)]);
  // A session that ended between the check and the join found no socket to close, so check again.
  const stillKnown = await callbacks.readToken(token);
  if (!isWelcome(stillKnown)) return refusalOf(stillKnown);
  // The tab reconnects with a new token, unless its session has ended.
  const timer = setTimeout(() => socket.disconnect(true), Math.min(known.expiresAtMs - Date.now(), dayMs));
  timer.unref();
  socket.on("disconnect", () => clearTimeout(timer));
  return null;
}

/** No clock skew here, unlike for requests: it would open and close a socket repeatedly. */
const isWelcome = (known: KnownMember | null): known is KnownMember =>
  known !== null && !known.viewer.isSuspended && known.expiresAtMs > Date.now();

const refusalOf = (known: KnownMember | null): Refusal =>
  known?.viewer.isSuspended ? "auth.suspended" : "auth.required";

const ThreadHint = z.strictObject({ threadId: z.uuid() });
const OutfitHint = z.strictObject({ outfitId: z.uuid() });
const EventHint = z.strictObject({ eventId: z.uuid() });

function listen(
  socket: LiveSocket,
  callbacks: LiveCallbacks,
  send: (to: Delivery["to"], event: string, payload: unknown[]) => void,
): void {
  const { userId } = socket.data.viewer;
  limitRate(socket);

  function on<T>(
    event: keyof ClientEvents,
    schema: z.ZodType<T>,
    handle: (payload: T) => Promise<Subscribed | void>,
  ): void {
    socket.on(event, (payload: unknown, acknowledge?: unknown) => {
      const reply = (subscribed: Subscribed) => void (typeof acknowledge === "function" && acknowledge(subscribed));
      const parsed = schema.safeParse(payload);
      if (!parsed.success) return reply(null);
      handle(parsed.data).then(
        (subscribed) => reply(subscribed ?? null),
        (error: unknown) => {
          callbacks.log.error({ err: error }, `live: ${event} failed`);
          reply(null);
        },
      );
    });
  }

  on("typing", ThreadHint, async ({ threadId }) => {
    const partnerId = await callbacks.findPartner(userId, threadId);
    if (partnerId) send({ userIds: [partnerId] }, "typing", [{ threadId, userId }]);
  });
  on("subscribeOutfit", OutfitHint, (subject) => subscribe(socket, callbacks, subject));
  on("unsubscribeOutfit", OutfitHint, async ({ outfitId }) => {
    await socket.leave(room.outfit(outfitId));
  });
  on("subscribeEvent", EventHint, (subject) => subscribe(socket, callbacks, subject));
  on("unsubscribeEvent", EventHint, async ({ eventId }) => {
    await socket.leave(room.event(eventId));
  });
}

/** Refuses the events of a socket beyond its rate, those without a handler included, and closes it if they do not end. */
function limitRate(socket: LiveSocket): void {
  const mayGo = createBucket(eventBurst, eventsPerSecond);
  const mayExceed = createBucket(refusalBurst, refusalsPerSecond);
  socket.use((event, next) => {
    if (mayGo()) return next();
    if (!mayExceed()) return void socket.disconnect(true);
    const acknowledge: unknown = event.at(-1);
    if (typeof acknowledge === "function") acknowledge(null);
  });
}

/**
 * Subscribes a socket to an outfit or event, or refuses. It joins the room before its member is checked and the comments
 * are counted, so that each comment is in the count or sent to it. Nothing leaks in the meantime: every delivery checks its
 * receivers.
 */
async function subscribe(socket: LiveSocket, callbacks: LiveCallbacks, subject: LiveSubject): Promise<Subscribed> {
  if (countSubscriptions(socket) >= subscriptionsMax) return null;
  await socket.join(roomOf(subject));
  let commentsCount: number | null = null;
  try {
    commentsCount = await callbacks.countComments(socket.data.viewer.userId, subject);
  } finally {
    if (commentsCount === null) await socket.leave(roomOf(subject));
  }
  return commentsCount === null ? null : { commentsCount };
}

const countSubscriptions = (socket: LiveSocket) =>
  [...socket.rooms].filter((name) => /^(outfit|event):/.test(name)).length;

/** A token bucket, full at first: whether one more event is allowed. */
function createBucket(burst: number, perSecond: number): () => boolean {
  let left = burst;
  let filledAtMs = performance.now();
  return () => {
    const nowMs = performance.now();
    left = Math.min(burst, left + ((nowMs - filledAtMs) / 1_000) * perSecond);
    filledAtMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
