import type { ServerEvents } from "#contract/live.ts";
import { type LiveCallbacks, type LiveServer, type LiveTopic, room, roomOf } from "./sockets.ts";

/** An event for the sockets of members, or of subscribers to an outfit or event. */
export interface Delivery {
  to: { userIds: string[] } | LiveTopic;
  event: string;
  payload: unknown[];
}

/** Sends events to the sockets of this server; those about one outfit or event in sequence, to preserve their order. */
export function createDelivery(io: LiveServer, callbacks: LiveCallbacks): (delivery: Delivery) => void {
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
