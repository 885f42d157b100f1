import type { Page, PageQuery } from "#contract/page.ts";
import type { Liker } from "#contract/reactions.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { findVisibleOutfit, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { listLikersPage } from "./likers.store.ts";

/**
 * A page of the members who liked an outfit, newest first. Blocked and banned members, and private ones whom the caller
 * does not follow, are left out but counted.
 *
 * @throws auth.required, outfit.not_found
 * @see docs/security.md#s-56
 */
export async function listLikers(
  context: RequestContext,
  outfitId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<Liker>> {
  const { userId } = requireMember(context);
  if (!(await findVisibleOutfit(context.db, toOutfitViewer(context), outfitId))) fail("outfit.not_found");
  return toPage(await listLikersPage(context.db, userId, { outfitId, after: readCursor(cursor), limit }), limit);
}
