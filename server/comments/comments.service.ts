import type { Comment } from "#contract/comments.ts";
import type { Award } from "#contract/outfits.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { announce, notify, unnotify } from "#server/notifications/notifications.service.ts";
import {
  changeCommentsCount,
  dropFeedPagesShowing,
  findVisibleOutfit,
  onlookerOf,
  type VisibleOutfit,
} from "#server/outfits/outfits.service.ts";
import { awardDeed, noAward } from "#server/points/points.service.ts";
import { lockMembers } from "#server/profiles/members.service.ts";
import { listKeptApart, refuseSpam } from "#server/safety/safety.service.ts";
import {
  deleteComment,
  findComment,
  hasComment,
  insertComment,
  listComments,
  readCommentsCount,
  updateHidden,
} from "./comments.store.ts";

/**
 * One page of an outfit's comments, newest first.
 *
 * @throws outfit.not_found
 */
export async function listOutfitComments(call: Call, outfitId: string, query: PageQuery): Promise<Page<Comment>> {
  const onlooker = onlookerOf(call);
  const outfit = (await findVisibleOutfit(call.db, onlooker, outfitId)) ?? fail("outfit.not_found");
  const seesHidden = onlooker.isAdmin || outfit.ownerId === call.userId;
  return listComments(call.pool, outfitId, { userId: call.userId, seesHidden }, query);
}

/**
 * Adds a comment to an outfit that the caller can see, raises its count by 1, tells its owner and gives the points, all or
 * nothing; then those who look at the outfit see it.
 *
 * @returns The comment as the list shows it, and what it earned.
 * @throws auth.required, outfit.not_found, content.refused, rate.limited
 * @see Spec §4 "Comment" and decisions.md "Evidence"
 */
export async function addComment(
  call: Call,
  outfitId: string,
  content: string,
): Promise<{ comment: Comment; award: Award }> {
  const viewer = call.viewer ?? fail("auth.required");
  const { userId } = viewer;
  if (!(await findVisibleOutfit(call.db, onlookerOf(call), outfitId))) fail("outfit.not_found");
  await refuseSpam(call, { kind: "comment", content, placeId: outfitId });
  await call.rateLimiter.spend("comments", { key: userId, isNew: viewer.isNew });
  const { added, told } = await transact(call.db, async (tx) => {
    const outfit = await holdOutfit(tx, call, outfitId, 1);
    // Both rows change below; taken in one order by all, no two deeds wait for each other.
    await lockMembers(tx, [outfit.ownerId, userId]);
    const comment = await insertComment(tx, { outfitId, userId, content });
    const deed = { userId: outfit.ownerId, type: "comment", actorId: userId, referenceId: outfitId } as const;
    const heard = await notify(tx, { ...deed, message: `commented on “${outfit.title}”` });
    const award =
      outfit.ownerId === userId
        ? noAward("own_outfit")
        : await awardDeed(tx, call, "COMMENT", { userId, key: comment.id, outfitId });
    return { added: { comment, award }, told: heard };
  });
  dropFeedPagesShowing(call.pool, [outfitId]);
  await tellOfComment(call, added.comment);
  await announce(call, told);
  return added;
}

/**
 * Deletes an own comment, or as an admin any, and lowers the outfit's count, all or nothing; it vanishes for those who
 * look at the outfit, and from its owner's notice.
 *
 * @throws auth.required, comment.not_found, auth.forbidden
 */
export async function removeComment(call: Call, commentId: string): Promise<Done> {
  const viewer = call.viewer ?? fail("auth.required");
  const { comment } = await findVisibleComment(call, commentId);
  const { outfitId, author } = comment;
  if (author.id !== viewer.userId && viewer.role !== "admin") fail("auth.forbidden");
  const ownerId = await transact(call.db, async (tx) => {
    const outfit = await holdOutfit(tx, call, outfitId, 0);
    const deleted = (await deleteComment(tx, commentId)) ?? fail("comment.not_found");
    if (!deleted.wasHidden) await changeCommentsCount(tx, outfitId, -1);
    if (!(await hasComment(tx, outfitId, author.id))) {
      await unnotify(tx, { userId: outfit.ownerId, actorId: author.id, type: "comment", referenceId: outfitId });
    }
    return outfit.ownerId;
  });
  dropFeedPagesShowing(call.pool, [outfitId]);
  await tellOfRemoval(call, outfitId, commentId);
  await announce(call, [ownerId]);
  return { ok: true };
}

/**
 * Hides a comment under an own outfit from all but its owner and admins, or shows it again; the outfit's count follows.
 *
 * @throws auth.required, comment.not_found, auth.forbidden
 */
export async function hideComment(call: Call, commentId: string, isHidden: boolean): Promise<Comment> {
  const viewer = call.viewer ?? fail("auth.required");
  const { comment, outfit } = await findVisibleComment(call, commentId);
  if (outfit.ownerId !== viewer.userId && viewer.role !== "admin") fail("auth.forbidden");
  const { outfitId } = comment;
  const changed = await transact(call.db, async (tx) => {
    await holdOutfit(tx, call, outfitId, 0);
    if (await updateHidden(tx, commentId, isHidden)) await changeCommentsCount(tx, outfitId, isHidden ? -1 : 1);
    return (await findComment(tx, commentId)) ?? fail("comment.not_found");
  });
  dropFeedPagesShowing(call.pool, [outfitId]);
  if (isHidden) await tellOfRemoval(call, outfitId, commentId);
  else await tellOfComment(call, changed);
  return changed;
}

/** Shows a comment to those who look at its outfit, but to nobody who stands across a block from its author. */
async function tellOfComment(call: Call, comment: Comment): Promise<void> {
  const { outfitId, author } = comment;
  const but = await listKeptApart(call.db, author.id);
  call.live.tellWatchers({ outfitId, but }, "comment", comment, await readCommentsCount(call.db, outfitId));
}

async function tellOfRemoval(call: Call, outfitId: string, commentId: string): Promise<void> {
  const commentsCount = await readCommentsCount(call.db, outfitId);
  call.live.tellWatchers({ outfitId }, "commentRemoved", { outfitId, commentId, commentsCount });
}

/** A comment whose outfit the caller can see; a hidden one only where they may see it. */
async function findVisibleComment(call: Call, commentId: string): Promise<{ comment: Comment; outfit: VisibleOutfit }> {
  const onlooker = onlookerOf(call);
  const comment = (await findComment(call.db, commentId)) ?? fail("comment.not_found");
  const outfit = (await findVisibleOutfit(call.db, onlooker, comment.outfitId)) ?? fail("comment.not_found");
  const mayKnow = [outfit.ownerId, comment.author.id].includes(onlooker.userId ?? "") || onlooker.isAdmin;
  if (comment.isHidden && !mayKnow) fail("comment.not_found");
  return { comment, outfit };
}

/**
 * Changes the outfit's count and so holds its row until the transaction ends: the outfit is always taken before members
 * and notices. It is looked at again behind the lock, since it may have been hidden or deleted meanwhile.
 */
async function holdOutfit(tx: Tx, call: Call, outfitId: string, by: number): Promise<VisibleOutfit> {
  await changeCommentsCount(tx, outfitId, by);
  return (await findVisibleOutfit(tx, onlookerOf(call), outfitId)) ?? fail("outfit.not_found");
}
