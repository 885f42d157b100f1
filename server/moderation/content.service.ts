import type { AdminComment, AdminOutfit } from "#contract/admin-content.ts";
import type { Page } from "#contract/page.ts";
import { auditOrigin, recordAudit } from "#server/admin/audit-log.service.ts";
import { requireAdmin } from "#server/admin/require-admin.service.ts";
import { transact } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { fail } from "#server/lib/app-error.ts";
import { pushBadges } from "#server/notifications/notifications.service.ts";
import { setOutfitActive } from "#server/outfits/outfits.service.ts";
import { forgetRemovedPictures, rememberRemovedPictures } from "#server/screening/picture-records.service.ts";
import { recordAction, revokeActions } from "./actions.service.ts";
import { isOwnHiddenByOther } from "./actions.store.ts";
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
 * Hides outfits with a reason for their owners, or shows them again. Each outfit has its own transaction, so
 * that a long list holds no long locks; those already in that state are skipped. Own outfits that another admin hid are not
 * shown again: that takes an appeal.
 *
 * @returns Which of them changed.
 * @throws auth.required, auth.forbidden, auth.second_factor_required, content.own_hidden
 */
export async function setOutfits(
  context: RequestContext,
  given: { ids: string[]; state: "active" | "hidden"; reason: string | null },
): Promise<{ changed: string[] }> {
  const { userId } = await requireAdmin(context);
  const isShown = given.state === "active";
  if (isShown && (await isOwnHiddenByOther(context.db, userId, { type: "outfit", ids: given.ids }))) {
    fail("content.own_hidden");
  }
  const changed: string[] = [];
  for (const outfitId of new Set(given.ids)) {
    const recipients = await setOutfit(context, outfitId, { isActive: isShown, reason: given.reason });
    if (!recipients) continue;
    // Not once after the loop: if a later outfit fails, the earlier ones are committed.
    await pushBadges(context, recipients);
    changed.push(outfitId);
  }
  return { changed };
}

async function setOutfit(
  context: RequestContext,
  outfitId: string,
  { isActive, reason }: { isActive: boolean; reason: string | null },
): Promise<string[] | undefined> {
  return transact(context.db, async (tx) => {
    const outfit = await setOutfitActive(tx, context, outfitId, isActive);
    if (!outfit) return undefined;
    const target = { type: "outfit", id: outfitId } as const;
    await recordAudit(tx, {
      ...auditOrigin(context),
      action: isActive ? "outfit.shown" : "outfit.hidden",
      target: { ...target, memberId: outfit.userId },
      before: { isActive: !isActive },
      after: { isActive },
      reason,
    });
    if (isActive) {
      await forgetRemovedPictures(tx, { ...target, caseId: null });
      await revokeActions(tx, { targetType: "outfit", targetId: outfitId }, context.clock.now());
      return [];
    }
    await rememberRemovedPictures(tx, { ...target, caseId: null });
    const action = { memberId: outfit.userId, kind: "hidden", target, excerpt: outfit.title } as const;
    return recordAction(tx, context, { ...action, reason: reason ?? "", decidedBy: context.userId });
  });
}
