import type { Comment } from "./comments.ts";
import type { Message } from "./messages.ts";
import type { Redemption } from "./rewards.ts";

/** Events from the server to open tabs over the app's socket. Types only: the payloads are the contract's types. */
export interface ServerEvents {
  /** To both members of the thread. */
  message: (message: Message) => void;
  /** To both: `userId` has read the thread up to `readAt`. */
  read: (mark: { threadId: string; userId: string; readAt: string }) => void;
  /**
   * To the member: they changed a conversation for themselves, in this tab or another, or moderators removed a message of it
   * or gave it back.
   */
  thread: (changed: { threadId: string; isGone: boolean }) => void;
  /** To the other member: `userId` is typing. */
  typing: (hint: { threadId: string; userId: string }) => void;
  /** To the member: the unread count changed. */
  notifications: (badge: { unreadCount: number }) => void;
  /** To the member: their balance after it changed. */
  points: (news: { balance: number }) => void;
  /** To the member: an own request for a reward, made or changed. */
  redemption: (redemption: Redemption) => void;
  /** To those who look at the outfit or event; `repliesCount` is of the comment's thread, as the receiver sees it. */
  comment: (comment: Comment, commentsCount: number, repliesCount: number) => void;
  commentRemoved: (
    removed: CommentPlace & {
      commentsCount: number;
      /** Of its thread. A removed comment that has some keeps its place without words. */
      repliesCount: number;
    },
  ) => void;
  commentLikes: (changed: CommentPlace & { likesCount: number }) => void;
}

/** Which comment an event is about. */
interface CommentPlace {
  outfitId: string | null;
  eventId: string | null;
  commentId: string;
  /** The comment that it replies to. */
  parentId: string | null;
}

/** What a tab can subscribe to. */
export type LiveSubject = { outfitId: string } | { eventId: string };

/**
 * The reply to a subscription, null if it was refused or invalid. The count was read when events already reached the
 * tab: a tab whose comments add up to it has missed none.
 */
export type Subscribed = { commentsCount: number } | null;

/** Events from a tab to the server. Each is acknowledged, whatever becomes of it. */
export interface ClientEvents {
  typing: (hint: { threadId: string }) => void;
  subscribeOutfit: (outfit: { outfitId: string }, acknowledge: (subscribed: Subscribed) => void) => void;
  unsubscribeOutfit: (outfit: { outfitId: string }) => void;
  subscribeEvent: (event: { eventId: string }, acknowledge: (subscribed: Subscribed) => void) => void;
  unsubscribeEvent: (event: { eventId: string }) => void;
}
