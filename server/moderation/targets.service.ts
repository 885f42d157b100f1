import { setArticleHidden } from "#server/articles/article-review.service.ts";
import { setCommentHidden } from "#server/comments/comments.service.ts";
import type { Tx } from "#server/db/db.ts";
import type { ReportTarget } from "#server/db/schema.ts";
import { setEventHidden } from "#server/events/event-review.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { setMessageRemoved } from "#server/messages/messages.service.ts";
import { setOutfitActive } from "#server/outfits/outfits.service.ts";
import { restoreProfilePictures, withholdProfilePictures } from "#server/profiles/profiles.service.ts";
import { findHidingActions } from "./actions.store.ts";

export interface Target {
  type: ReportTarget;
  id: string;
  /** The case that is decided; of a profile, its pictures alone are shown again. */
  caseId: string | null;
}

/**
 * Hides a member's content from everyone except its owner and admins, or shows it again, in the caller's transaction. Cached
 * feeds and open screens follow its commit. Of a profile, the pictures are taken off it; of a message, the words are hidden
 * from its sender too.
 *
 * @returns Whether that changed anything.
 */
export async function setTargetHidden(
  tx: Tx,
  app: Pick<AppContext, "db" | "live" | "pool">,
  { type, id, caseId }: Target,
  isHidden: boolean,
): Promise<boolean> {
  switch (type) {
    case "outfit":
      return (await setOutfitActive(tx, app, id, !isHidden)) !== undefined;
    case "comment":
      return setCommentHidden(tx, app, id, isHidden);
    case "article":
      return setArticleHidden(tx, id, isHidden);
    case "event":
      return setEventHidden(tx, id, isHidden);
    case "profile":
      return isHidden
        ? withholdProfilePictures(tx, app, { userId: id, caseId })
        : restoreProfilePictures(tx, app, { userId: id, caseId });
    case "message":
      return setMessageRemoved(tx, app, id, isHidden);
  }
}

/**
 * Hides a target for moderators, in the caller's transaction.
 *
 * @returns False if somebody else had hidden it before, so that taking the decision back leaves it hidden.
 */
export async function takeOut(tx: Tx, app: Pick<AppContext, "db" | "live" | "pool">, target: Target): Promise<boolean> {
  if (await setTargetHidden(tx, app, target, true)) return true;
  const { actions, wasHidden } = await findHidingActions(tx, target);
  return actions > 0 && !wasHidden;
}
