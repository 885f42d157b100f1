import type { Server as HttpServer } from "node:http";
import { Server } from "socket.io";
import type { ErrorCode } from "#contract/errors.ts";
import type { ServerEvents } from "#contract/live.ts";
import { admit, closeIfEnded, isSameSite } from "./admission.ts";
import { listen } from "./client-events.ts";
import { createDelivery, type Delivery } from "./delivery.ts";
import { createLiveRelay } from "./relay.ts";
import { type LiveCallbacks, type LiveServer, type LiveTopic, room } from "./sockets.ts";

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

type SubscriberEvent = "comment" | "commentRemoved" | "commentLikes";

/** The path of the socket. */
export const livePath = "/live";
const messageBytesMax = 4_096;
/** A connection without a handshake within this time is closed. */
const handshakeMsMax = 5_000;

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
      io.in(sessionIds.map(room.session)).disconnectSockets(true);
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
          (error: unknown) => {
            callbacks.log.error({ err: error }, "live: a socket could not be let in");
            next(new Error("server.unavailable" satisfies ErrorCode));
          },
        );
      });
      io.on("connection", (socket) => {
        listen(socket, callbacks, send);
        void closeIfEnded(socket, callbacks);
      });
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
