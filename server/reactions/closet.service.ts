import type { Page, PageQuery } from "#contract/page.ts";
import type { ClosetSave, Wish } from "#contract/reactions.ts";
import { cutPage, cutRanks, readCursor, readRank } from "#server/db/cursor.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { findMember, onlookerOf } from "#server/outfits/outfits.service.ts";
import { isClosetOpen, listSaves, listTopSaves, readWishes, updateSaveHidden } from "./closet.store.ts";

/**
 * A page of the caller's saves, the newest first; outfits that are hidden from the caller by now are left out.
 *
 * @throws auth.required
 */
export async function listCloset(
  call: Call,
  { style, cursor, limit }: PageQuery & { style?: string | undefined },
): Promise<Page<ClosetSave>> {
  const memberId = call.userId ?? fail("auth.required");
  const page = { memberId, isShownOnly: false, styleId: style, after: readCursor(cursor), limit };
  return cutPage(await listSaves(call.db, onlookerOf(call), page), limit);
}

/**
 * A page of the caller's saves, the most liked outfits first.
 *
 * @throws auth.required
 */
export async function listTopCloset(
  call: Call,
  { style, cursor, limit }: PageQuery & { style?: string | undefined },
): Promise<Page<ClosetSave>> {
  const memberId = call.userId ?? fail("auth.required");
  const page = { memberId, styleId: style, after: readRank(cursor), limit };
  return cutRanks(await listTopSaves(call.db, onlookerOf(call), page), limit);
}

/**
 * A page of what the caller could buy: items with a shop link out of saved outfits, the latest saved first.
 *
 * @throws auth.required
 */
export async function listWishes(call: Call, { cursor, limit }: PageQuery): Promise<Page<Wish>> {
  const memberId = call.userId ?? fail("auth.required");
  return cutPage(await readWishes(call.db, onlookerOf(call), { memberId, after: readCursor(cursor), limit }), limit);
}

/**
 * A page of the saves that a member shows; a closed closet looks like an empty one.
 *
 * @throws profile.not_found
 * @see decisions.md "Closet default"; security.md section 4 "closet list"
 */
export async function listClosetOf(
  call: Call,
  username: string,
  { cursor, limit }: PageQuery,
): Promise<Page<ClosetSave>> {
  const onlooker = onlookerOf(call);
  const memberId = (await findMember(call.db, onlooker, username)) ?? fail("profile.not_found");
  const isOwn = memberId === call.userId;
  if (!isOwn && !(await isClosetOpen(call.db, onlooker, memberId))) return { items: [], nextCursor: null };
  const page = { memberId, isShownOnly: !isOwn, styleId: undefined, after: readCursor(cursor), limit };
  return cutPage(await listSaves(call.db, onlooker, page), limit);
}

/**
 * Hides one of the caller's saves from others, or shows it.
 *
 * @throws auth.required, save.not_found
 */
export async function setSaveHidden(
  call: Call,
  saveId: string,
  isHidden: boolean,
): Promise<{ id: string; isHidden: boolean }> {
  const userId = call.userId ?? fail("auth.required");
  if (!(await updateSaveHidden(call.db, userId, saveId, isHidden))) fail("save.not_found");
  return { id: saveId, isHidden };
}
