import type { MemberPageQuery, Page, PageQuery } from "#contract/page.ts";
import type { WishlistItem } from "#contract/reactions.ts";
import { toPage, toRankedPage, readCursor, readRankCursor } from "#server/db/cursor.ts";
import { composePage } from "#server/db/json-pages.ts";
import type { RequestContext } from "#server/http/context.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { requireMember, requireProfileReader } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { toSearchPatterns } from "#server/lib/search-text.ts";
import { findListedMember } from "#server/members/members.service.ts";
import { toListViewer, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { isClosetOpen, listSaves, listTopSaves, listWishlistPage, updateSaveHidden } from "./closet.store.ts";

interface ClosetQuery extends PageQuery {
  style?: string | undefined;
  outfit?: string | undefined;
  search?: string | undefined;
}

/** The patterns of a search; null without one. A search without letters or digits matches nothing. */
const patternsOf = (search: string | undefined): string[] | null => {
  if (!search) return null;
  const patterns = toSearchPatterns(search);
  return patterns.length === 0 ? [""] : patterns;
};

const reply = ({ items, nextCursor }: Page<{ save: string }>): SerializedReply =>
  new SerializedReply(
    composePage(
      items.map(({ save }) => save),
      nextCursor,
    ),
  );

/**
 * A page of the caller's saves, newest first, without outfits that are hidden from the caller.
 *
 * @throws auth.required
 */
export async function listCloset(
  context: RequestContext,
  { style, outfit, search, cursor, limit }: ClosetQuery,
): Promise<SerializedReply> {
  const memberId = requireMember(context).userId;
  const filter = { styleId: style, outfitId: outfit, patterns: patternsOf(search) };
  const page = { memberId, isShownOnly: false, ...filter, after: readCursor(cursor), limit };
  return reply(toPage(await listSaves(context.db, toOutfitViewer(context), page), limit));
}

/**
 * A page of the caller's saves, most liked outfits first.
 *
 * @throws auth.required
 */
export async function listTopCloset(
  context: RequestContext,
  { style, search, cursor, limit }: ClosetQuery,
): Promise<SerializedReply> {
  const memberId = requireMember(context).userId;
  const page = { memberId, styleId: style, patterns: patternsOf(search), after: readRankCursor(cursor), limit };
  return reply(toRankedPage(await listTopSaves(context.db, toOutfitViewer(context), page), limit));
}

/**
 * A page of the caller's wishlist: items with a shop link from saved outfits, latest saved first.
 *
 * @throws auth.required
 */
export async function listWishlist(
  context: RequestContext,
  { search, cursor, limit }: ClosetQuery,
): Promise<Page<WishlistItem>> {
  const memberId = requireMember(context).userId;
  const page = { memberId, patterns: patternsOf(search), after: readCursor(cursor), limit };
  return toPage(await listWishlistPage(context.db, toOutfitViewer(context), page), limit);
}

/**
 * A page of the saves that a member shows; for others a private closet looks like an empty one.
 *
 * @throws auth.required, profile.not_found
 * @see docs/product.md#closet and docs/security.md#who-may-do-what
 */
export async function listClosetOf(
  context: RequestContext,
  username: string,
  { view, cursor, limit }: MemberPageQuery,
): Promise<SerializedReply> {
  requireProfileReader(context);
  const { id: memberId } = (await findListedMember(context, username)) ?? fail("profile.not_found");
  const viewer = toListViewer(context, { memberId, view });
  const isOwn = memberId === viewer.userId;
  if (!isOwn && !(await isClosetOpen(context.db, viewer, memberId))) return reply({ items: [], nextCursor: null });
  const page = { memberId, isShownOnly: true, styleId: undefined, patterns: null, after: readCursor(cursor), limit };
  return reply(toPage(await listSaves(context.db, viewer, page), limit));
}

/**
 * Hides one of the caller's saves from others, or shows it.
 *
 * @throws auth.required, save.not_found
 */
export async function setSaveHidden(
  context: RequestContext,
  saveId: string,
  isHidden: boolean,
): Promise<{ id: string; isHidden: boolean }> {
  const { userId } = requireMember(context);
  if (!(await updateSaveHidden(context.db, userId, saveId, isHidden))) fail("save.not_found");
  return { id: saveId, isHidden };
}
