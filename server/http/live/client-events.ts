import { z } from "zod";
import type { ClientEvents, LiveSubject, Subscribed } from "#contract/live.ts";
import type { Delivery } from "./delivery.ts";
import { limitRate } from "./socket-rate.ts";
import { type LiveCallbacks, type LiveSocket, room, roomOf } from "./sockets.ts";

const subscriptionsMax = 20;

const ThreadHint = z.strictObject({ threadId: z.uuid() });
const OutfitHint = z.strictObject({ outfitId: z.uuid() });
const EventHint = z.strictObject({ eventId: z.uuid() });

/** Handles the events that a tab sends. */
export function listen(
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
