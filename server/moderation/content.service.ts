import type { AdminComment, AdminOutfit } from "#contract/admin-content.ts";
import type { Page } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin, requireOtherAdmin } from "#server/admin/require-admin.service.ts";
import { type Db, transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { setOutfitActive } from "#server/outfits/outfits.service.ts";
import { forgetRemovedPictures, rememberRemovedPictures } from "#server/screening/picture-records.service.ts";
import { notifyOfShowing, recordAction, revokeActions } from "./actions.service.ts";
import { endHold, isOwnHeld, isOwnHiddenByOther } from "./actions.store.ts";
import { getExcerpt } from "./cases.store.ts";
import { type ContentQuery, listAllComments, listAllOutfits, type OutfitState } from "./content.store.ts";

/**
 * One page of all members' outfits, newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listContentOutfits(
  context: RequestContext,
  query: ContentQuery & { state?: OutfitState | undefined },
): Promise<Page<AdminOutfit>> {
  await requireAdmin(context);
  return listAllOutfits(context.db, query);
}

/**
 * One page of all members' comments, newest first.
 *
 * @throws auth.required, auth.forbidden, auth.second_factor_required
 */
export async function listContentComments(
  context: RequestContext,
  query: ContentQuery & { state?: "shown" | "hidden" | undefined },
): Promise<Page<AdminComment>> {
  await requireAdmin(context);
  return listAllComments(context.db, query);
}

/**
 * Hides outfits with a reason for their owners, or shows them again and notifies the owners. Each outfit has its own transaction, so
 * that a long list holds no long locks; those already in that state are skipped, unless it was the image screening that hid
 * them: the decision takes its place. Own outfits that another admin hid are not
 * shown again: that takes an appeal. One that the image screening withholds takes another admin, where there is one.
 *
 * @returns Which of them changed.
 * @throws auth.required, auth.forbidden, auth.second_factor_required, content.own_hidden, decision.own
 */
export async function setOutfits(
  context: RequestContext,
  given: { ids: string[]; state: "active" | "hidden"; reason: string | null },
): Promise<{ changed: string[] }> {
  const { userId } = await requireAdmin(context);
  const isShown = given.state === "active";
  if (isShown) await checkOwn(context.db, userId, given.ids);
  const changed: string[] = [];
  for (const outfitId of new Set(given.ids)) {
    if (await setOutfit(context, outfitId, { isActive: isShown, reason: given.reason })) changed.push(outfitId);
  }
  return { changed };
}

/** @throws content.own_hidden, decision.own */
async function checkOwn(db: Db, userId: string, ids: string[]): Promise<void> {
  const outfits = { type: "outfit", ids } as const;
  if (await isOwnHiddenByOther(db, userId, outfits)) fail("content.own_hidden");
  if (await isOwnHeld(db, userId, outfits)) await requireOtherAdmin(db, { userId, memberId: userId });
}

/** @returns Whether that changed anything */
async function setOutfit(
  context: RequestContext,
  outfitId: string,
  { isActive, reason }: { isActive: boolean; reason: string | null },
): Promise<boolean> {
  return transact(context.db, async (tx) => {
    const target = { type: "outfit", id: outfitId } as const;
    const changed = await setOutfitActive(tx, context, outfitId, isActive);
    const outfit = changed ?? (isActive ? undefined : await takeOverHold(tx, context, target));
    if (!outfit) return false;
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: isActive ? "outfit.shown" : "outfit.hidden",
      target: { ...target, memberId: outfit.userId },
      before: { isActive: !isActive && changed !== undefined },
      after: { isActive },
      reason,
    });
    if (isActive) {
      await forgetRemovedPictures(tx, { ...target, caseId: null });
      const isTakenBack = await revokeActions(tx, { targetType: "outfit", targetId: outfitId }, context);
      if (isTakenBack && outfit.userId !== context.userId) {
        await notifyOfShowing(tx, context, { memberId: outfit.userId, targetType: "outfit", referenceId: outfitId });
      }
      return true;
    }
    await rememberRemovedPictures(tx, { ...target, caseId: null });
    const action = { memberId: outfit.userId, kind: "hidden", target, excerpt: outfit.title } as const;
    await recordAction(tx, context, { ...action, reason: reason ?? "", decidedBy: context.userId });
    return true;
  });
}

/**
 * Ends the image screening's hold on an outfit, which an admin's decision replaces: dismissing the finding does not show it
 * then. Not on an own one, which would make it the admin's own decision. Writes `moderation_actions`.
 */
async function takeOverHold(
  tx: Tx,
  { clock, userId }: RequestContext,
  target: { type: "outfit"; id: string },
): Promise<{ userId: string; title: string } | undefined> {
  if (userId === null || (await isOwnHeld(tx, userId, { type: target.type, ids: [target.id] }))) return undefined;
  const ownerId = await endHold(tx, target, clock.now());
  return ownerId === undefined ? undefined : { userId: ownerId, title: await getExcerpt(tx, target) };
}
