import type { Page, PageQuery } from "#contract/page.ts";
import type { Liker } from "#contract/reactions.ts";
import { cutPage, readCursor } from "#server/db/cursor.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { findVisibleOutfit, onlookerOf } from "#server/outfits/outfits.service.ts";
import { readLikers } from "./likers.store.ts";

/**
 * One page of who liked an outfit, newest first. Members across a block, banned ones, and private ones whom the caller
 * does not follow are left out; the outfit's count tells of them.
 *
 * @throws auth.required, outfit.not_found
 * @see security.md row 56
 */
export async function listLikers(call: Call, outfitId: string, { cursor, limit }: PageQuery): Promise<Page<Liker>> {
  const userId = call.userId ?? fail("auth.required");
  if (!(await findVisibleOutfit(call.db, onlookerOf(call), outfitId))) fail("outfit.not_found");
  return cutPage(await readLikers(call.db, userId, { outfitId, after: readCursor(cursor), limit }), limit);
}
