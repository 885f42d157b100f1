import type { Comment } from "#contract/comments.ts";
import type { Author } from "#contract/page.ts";

/** What somebody pressed before they were asked to sign in. */
export type Intent =
  /** The id is that of the outfit, member, comment, article or event. */
  | { action: "like" | "save" | "follow" | "likeComment" | "likeArticle" | "saveArticle" | "attend"; id: string }
  /** The id is that of the comment whose replies it joins. */
  | { action: "reply"; id: string; answered: Comment & { author: Author } };

export const intentKey = "fash.intent";
const memberKey = "fash.member";

/** Keeps the last intent of this tab, if there is one, until somebody has signed in. */
export function saveIntent(intent: Intent | false | undefined): void {
  if (intent) sessionStorage.setItem(intentKey, JSON.stringify({ ...intent, at: Date.now() }));
}

export const hasIntent = (): boolean => sessionStorage.getItem(intentKey) !== null;

/** Notes who is signed in, and drops the intent of another member whose session ended in this tab. */
export function keepIntentOf(userId: string): void {
  if ((sessionStorage.getItem(memberKey) ?? userId) !== userId) sessionStorage.removeItem(intentKey);
  sessionStorage.setItem(memberKey, userId);
}
