import type { Comment } from "#contract/comments.ts";
import type { Author } from "#contract/page.ts";
import { readItem, writeItem } from "./storage.ts";

/** What somebody pressed before they were asked to sign in. */
export type Intent =
  /** The id is that of the outfit, member, comment, article or event. */
  | { action: "like" | "save" | "follow" | "likeComment" | "likeArticle" | "saveArticle" | "attend"; id: string }
  /** The id is that of the comment whose replies it joins. */
  | { action: "reply"; id: string; answered: Comment & { author: Author } };

export const intentKey = "fash.intent";

/** The member who was signed in last on this page: their session may have ended before a failure is reported. */
let lastMember: string | undefined;

/** Undefined between tests, which share this module. */
export function noteSignedIn(userId: string | undefined): void {
  lastMember = userId;
}

/** Keeps the last intent of this tab, if there is one, until somebody has signed in: who was last signed in here, if anybody. */
export function saveIntent(intent: Intent | false | undefined): void {
  if (intent) writeItem("session", intentKey, JSON.stringify({ ...intent, userId: lastMember, at: Date.now() }));
}

export const hasIntent = (): boolean => readItem("session", intentKey) !== null;
