import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { type KnownMember, type LiveCallbacks, type LiveServer, type LiveSocket, room } from "./sockets.ts";

/** The codes that refuse a socket: a new token helps after the first, waiting after the others. */
type Refusal = "auth.required" | "auth.suspended" | "rate.limited";

/** Sockets per member and server: enough for a person's tabs and devices. */
const socketsPerMemberMax = 20;

const checkAgainMs = 1_000;

const Handshake = z.object({ token: z.string().min(1).max(8_192) });

/** Lets a socket in, or gives the code that refuses it. */
export async function admit(io: LiveServer, socket: LiveSocket, callbacks: LiveCallbacks): Promise<Refusal | null> {
  const handshake = Handshake.safeParse(socket.handshake.auth);
  const token = handshake.success ? handshake.data.token : "";
  const known = token === "" ? null : await callbacks.readToken(token);
  if (!isWelcome(known)) return refusalOf(known);
  const { userId, sessionId } = known.viewer;
  if ((io.of("/").adapter.rooms.get(room.member(userId))?.size ?? 0) >= socketsPerMemberMax) return "rate.limited";
  socket.data.viewer = known.viewer;
  await socket.join([room.member(userId), room.session(sessionId)]);
  // The tab reconnects with a new token, unless its session has ended.
  const timer = setTimeout(() => socket.disconnect(true), Math.min(known.expiresAtMs - Date.now(), dayMs));
  timer.unref();
  socket.on("disconnect", () => clearTimeout(timer));
  return null;
}

/**
 * Closes a socket whose session ended while it was let in: until it is connected, it is not among those that are closed with
 * their session, so only a check afterwards finds every such end. While the database is away, the socket stays, and the check
 * is repeated.
 */
export async function closeIfEnded(socket: LiveSocket, callbacks: LiveCallbacks): Promise<void> {
  const { token } = Handshake.parse(socket.handshake.auth);
  for (let isReported = false; socket.connected; await sleep(checkAgainMs, undefined, { ref: false })) {
    try {
      if (!isWelcome(await callbacks.readToken(token))) socket.disconnect(true);
      return;
    } catch (error) {
      if (!isReported) callbacks.log.error({ err: error }, "live: a session could not be checked");
      isReported = true;
    }
  }
}

/** No clock skew here, unlike for requests: it would open and close a socket repeatedly. */
const isWelcome = (known: KnownMember | null): known is KnownMember =>
  known !== null && !known.viewer.isSuspended && known.expiresAtMs > Date.now();

const refusalOf = (known: KnownMember | null): Refusal =>
  known?.viewer.isSuspended ? "auth.suspended" : "auth.required";

/** Browsers always send the page's origin; a client without one has no cookie to misuse either. */
export function isSameSite(
  headers: { origin?: string | undefined; host?: string | undefined },
  siteOrigin: string,
): boolean {
  if (headers.origin === undefined || headers.origin === siteOrigin) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}
