import type { Server as HttpServer } from "node:http";
import { createAdapter } from "@socket.io/redis-streams-adapter";
import type { FastifyBaseLogger } from "fastify";
import { createClient } from "redis";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import { z } from "zod";
import type { ClientEvents, ServerEvents } from "#contract/live.ts";
import type { Viewer } from "./call.ts";

/** Tells open tabs what happened, in this process or, with Redis, in all of them. Told only after the commit. */
export interface Live {
  tellMembers<E extends keyof ServerEvents>(userIds: string[], event: E, ...payload: Parameters<ServerEvents[E]>): void;
  /** To those who look at an outfit, without members (`but`) who must not hear of it. */
  tellWatchers<E extends keyof ServerEvents>(
    to: { outfitId: string; but?: string[] },
    event: E,
    ...payload: Parameters<ServerEvents[E]>
  ): void;
  /** Ends all watching of these outfits and asks the tabs to watch again: those who no longer may are left out then. */
  recheckWatchers(outfitIds: string[]): void;
  /** Closes the sockets of these sessions at once. */
  endSessions(sessionIds: string[]): void;
  /** Members with an open socket in this process, for the gauges. */
  connectionCount(): number;
  attach(httpServer: HttpServer, doors: LiveDoors): Promise<void>;
  close(): Promise<void>;
}

/** What the socket asks the nouns; wired in app.ts. */
interface LiveDoors {
  /** The member and the end of the token's life in ms since 1970; null refuses the socket. */
  readToken: (token: string) => Promise<{ viewer: Viewer; expiresAtMs: number } | null>;
  /** The other member of a thread of this member, or null. */
  findPartner: (userId: string, threadId: string) => Promise<string | null>;
  canSeeOutfit: (userId: string, outfitId: string) => Promise<boolean>;
  log: FastifyBaseLogger;
}

interface SocketData {
  viewer: Viewer;
}
type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

const room = {
  member: (userId: string) => `member:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  outfit: (outfitId: string) => `outfit:${outfitId}`,
};

const messageBytesMax = 4_096;
const watchedOutfitsMax = 20;
/** Tokens of the bucket that a socket's events draw on: a burst, and so many a second. */
const eventBurst = 20;
const eventsPerSecond = 5;

/**
 * The socket server, not yet listening.
 *
 * @param options.siteOrigin Only pages of this origin may open a socket.
 * @param options.redisUrl Undefined: this process alone.
 * @see security.md row 49
 */
export function createLive(options: { siteOrigin: string; redisUrl: string | undefined }): Live {
  const io: LiveServer = new Server({
    path: "/live",
    serveClient: false,
    maxHttpBufferSize: messageBytesMax,
    transports: ["websocket"],
    connectionStateRecovery: { maxDisconnectionDuration: 120_000, skipMiddlewares: false },
    allowRequest: (request, decide) => decide(null, isSameSite(request.headers, options.siteOrigin)),
  });
  let isAttached = false;
  const redis = options.redisUrl === undefined ? undefined : createClient({ url: options.redisUrl });

  return {
    tellMembers: (userIds, event, ...payload) => void io.to(userIds.map(room.member)).emit(event, ...payload),
    tellWatchers: ({ outfitId, but = [] }, event, ...payload) =>
      void io
        .to(room.outfit(outfitId))
        .except(but.map(room.member))
        .emit(event, ...payload),
    recheckWatchers(outfitIds) {
      if (outfitIds.length === 0) return;
      const watchers = io.in(outfitIds.map(room.outfit));
      watchers.emit("watchAgain");
      watchers.socketsLeave(outfitIds.map(room.outfit));
    },
    endSessions(sessionIds) {
      if (sessionIds.length === 0) return;
      const sockets = io.in(sessionIds.map(room.session));
      sockets.emit("sessionEnded");
      sockets.disconnectSockets(true);
    },
    connectionCount: () => (isAttached ? io.engine.clientsCount : 0),
    async attach(httpServer, doors) {
      redis?.on("error", (error) => doors.log.error({ err: error }, "live: Redis is out of reach"));
      await redis?.connect();
      if (redis) io.adapter(createAdapter(redis));
      io.attach(httpServer);
      isAttached = true;
      io.use((socket, next) => {
        void admit(socket, doors).then((isWelcome) => next(isWelcome ? undefined : new Error("auth.required")), next);
      });
      io.on("connection", (socket) => listen(socket, doors));
    },
    async close() {
      // Not io.close(): that would close the HTTP server too, which is the framework's to do.
      io.local.disconnectSockets(true);
      if (isAttached) io.engine.close();
      await io.of("/").adapter.close();
      if (redis?.isOpen) redis.destroy();
    },
  };
}

/** A browser always names the page's origin; whoever leaves it out has no cookie to misuse either. */
function isSameSite(headers: { origin?: string | undefined; host?: string | undefined }, siteOrigin: string): boolean {
  if (headers.origin === undefined || headers.origin === siteOrigin) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

const Handshake = z.object({ token: z.string().min(1).max(8_192) });

async function admit(socket: LiveSocket, doors: LiveDoors): Promise<boolean> {
  const handshake = Handshake.safeParse(socket.handshake.auth);
  const known = handshake.success ? await doors.readToken(handshake.data.token) : null;
  if (!known) return false;
  socket.data.viewer = known.viewer;
  await socket.join([room.member(known.viewer.userId), room.session(known.viewer.sessionId)]);
  // The tab comes back with a fresh token; one that cannot get any has no session left.
  const timer = setTimeout(() => socket.disconnect(true), Math.min(known.expiresAtMs - Date.now(), 86_400_000));
  timer.unref();
  socket.on("disconnect", () => clearTimeout(timer));
  return true;
}

const ThreadHint = z.strictObject({ threadId: z.uuid() });
const OutfitHint = z.strictObject({ outfitId: z.uuid() });

function listen(socket: LiveSocket, doors: LiveDoors): void {
  const { userId } = socket.data.viewer;
  const mayGo = createBucket(eventBurst, eventsPerSecond);

  function on<T>(event: keyof ClientEvents, schema: z.ZodType<T>, handle: (payload: T) => Promise<void>): void {
    socket.on(event, (payload: unknown) => {
      const parsed = schema.safeParse(payload);
      if (!parsed.success || !mayGo()) return;
      handle(parsed.data).catch((error: unknown) => doors.log.error({ err: error }, `live: ${event} failed`));
    });
  }

  on("typing", ThreadHint, async ({ threadId }) => {
    const partnerId = await doors.findPartner(userId, threadId);
    if (partnerId) socket.to(room.member(partnerId)).emit("typing", { threadId, userId });
  });
  on("watchOutfit", OutfitHint, async ({ outfitId }) => {
    if (countWatched(socket) >= watchedOutfitsMax) return;
    if (await doors.canSeeOutfit(userId, outfitId)) await socket.join(room.outfit(outfitId));
  });
  on("unwatchOutfit", OutfitHint, async ({ outfitId }) => {
    await socket.leave(room.outfit(outfitId));
  });
}

const countWatched = (socket: LiveSocket) => [...socket.rooms].filter((name) => name.startsWith("outfit:")).length;

/** Whether one more event may pass: a full bucket at first, refilled evenly. */
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
