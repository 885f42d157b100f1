import type { Comment } from "./comments.ts";
import type { Message } from "./messages.ts";

/** What the server tells open tabs over the one socket of the app. Types only: the payloads are the contract's own rows. */
export interface ServerEvents {
  /** To both members of the thread. */
  message: (message: Message) => void;
  /** To both: `userId` has read the thread up to `readAt`. */
  read: (mark: { threadId: string; userId: string; readAt: string }) => void;
  /** To the other member: writing right now. */
  typing: (hint: { threadId: string; userId: string }) => void;
  /** To the member: something new, or read elsewhere. */
  notifications: (badge: { unreadCount: number }) => void;
  /** To those who look at the outfit. */
  comment: (comment: Comment, commentsCount: number) => void;
  commentRemoved: (removed: { outfitId: string; commentId: string; commentsCount: number }) => void;
  /** Somebody may see less than before: each tab says anew which outfits it looks at. */
  watchAgain: () => void;
  /** The session behind this socket has ended. */
  sessionEnded: () => void;
}

/** What a tab tells the server. */
export interface ClientEvents {
  typing: (hint: { threadId: string }) => void;
  watchOutfit: (outfit: { outfitId: string }) => void;
  unwatchOutfit: (outfit: { outfitId: string }) => void;
}
