import type { PageQuery } from "#contract/page.ts";
import type { LikerPage } from "#contract/reactions.ts";
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
): Promise<LikerPage> {
  const { userId } = requireMember(context);
  const outfit = (await findVisibleOutfit(context.db, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  const likers = await listLikersPage(context.db, userId, { outfitId, after: readCursor(cursor), limit });
  return { ...toPage(likers, limit), likesCount: outfit.likesCount };
}
