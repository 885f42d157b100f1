import type { FastifyBaseLogger } from "fastify";
import type { DefaultEventsMap, Server, Socket } from "socket.io";
import type { ClientEvents, LiveSubject, ServerEvents } from "#contract/live.ts";

/**
 * What a live event is about. With an author, members across a block from the author do not receive it; with a thread, those
 * across a block from who replied to this comment get the number of the replies that they see.
 */
export type LiveTopic = LiveSubject & { authorId?: string; threadId?: string };

/** Callbacks into the modules; wired in app.ts. */
export interface LiveCallbacks {
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

export interface KnownMember {
  viewer: SocketViewer;
  expiresAtMs: number;
}

/** What a socket needs of the `Viewer` behind it. */
interface SocketViewer {
  userId: string;
  sessionId: string;
  isSuspended: boolean;
}

interface SocketData {
  viewer: SocketViewer;
}
export type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

/** The rooms of the socket server, by what their sockets have in common. */
export const room = {
  member: (userId: string) => `member:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  outfit: (outfitId: string) => `outfit:${outfitId}`,
  event: (eventId: string) => `event:${eventId}`,
};
/** The room of those who show an outfit or event. */
export const roomOf = (subject: LiveSubject) =>
  "outfitId" in subject ? room.outfit(subject.outfitId) : room.event(subject.eventId);
