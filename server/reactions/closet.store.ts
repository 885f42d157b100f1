import type { WishlistItem } from "#contract/reactions.ts";
import type { KeysetCursor, RankCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { isoTime } from "#server/db/json-pages.ts";
import { separator, underscoreLetter, unspacedPlace } from "#server/lib/search-text.ts";
import { cardColumns, cardJoins, flagColumns, type OutfitViewer } from "#server/outfits/outfits.service.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

/** The owner, filters and position of a page of saves. */
export interface ClosetPage {
  memberId: string;
  /** Whether to leave out saves that the member hides. */
  isShownOnly: boolean;
  styleId: string | undefined;
  /** The one outfit whose save is wanted. */
  outfitId?: string | undefined;
  /** LIKE patterns that the outfit's search text must all match; null for no search. */
  patterns: string[] | null;
  after: KeysetCursor | null;
  limit: number;
}

/**
 * The condition of a search; none without one, since a statement with a LIKE is planned on each use.
 *
 * @see docs/performance.md#prepared-statements
 */
const matching = (text: string, place: string, patterns: string[] | null): string =>
  patterns ? `and ${text} like all (${place}::text[])` : "";

/** What a search on the wishlist looks at, as `toSearchText`: once more with a space for what separates words. */
const wishlistText = `(
  select regexp_replace(letters || regexp_replace(letters, '${separator}', ' ', 'g'), '${unspacedPlace}', ' ', 'g')
  from (select lower(replace(normalize(' ' || concat_ws(' ', i.brand, i.product_name, k.name, o.title), NFKC),
    '_', '${underscoreLetter}')) as letters) written)`;

/** The JSON text of the contract's save. */
interface WrittenSave {
  save: string;
}

const writtenSave = `(select row_to_json(save)::text from (
    select c.id, c.is_hidden as "isHidden", ${isoTime("c.created_at")} as "savedAt",
      (select row_to_json(card) from (select ${cardColumns()}, ${flagColumns("$1")}) card) as outfit
  ) save) as save`;

/** A member's saves that the viewer may see, newest first, and one more than `limit` if there are more. */
export function listSaves(db: Db, viewer: OutfitViewer, page: ClosetPage): Promise<(WrittenSave & KeysetCursor)[]> {
  return runSql<WrittenSave & KeysetCursor>(
    db,
    `select c.id, ${isoTime("c.created_at")} as "createdAt", ${writtenSave}
     from closet_saves c join outfits o on o.id = c.outfit_id ${cardJoins}
     where c.user_id = $3 and (not $4 or not c.is_hidden) and ($5::uuid is null or o.style_id = $5)
       and (c.created_at, c.id) < ($6::timestamptz, $7::uuid) and ${isOutfitVisible("$1", "$2")}
       and ($8::uuid is null or c.outfit_id = $8) ${matching("o.search_text", "$9", page.patterns)}
     order by c.created_at desc, c.id desc limit ${page.limit + 1}`,
    [
      viewer.userId,
      viewer.isAdmin,
      page.memberId,
      page.isShownOnly,
      page.styleId ?? null,
      page.after?.createdAt ?? "infinity",
      page.after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
      page.outfitId ?? null,
      ...(page.patterns ? [page.patterns] : []),
    ],
  );
}

/**
 * A member's own saves that they may still see, most liked first, ties by id; one more than `limit` if there are more.
 */
export function listTopSaves(
  db: Db,
  viewer: OutfitViewer,
  page: Pick<ClosetPage, "memberId" | "styleId" | "patterns" | "limit"> & { after: RankCursor | null },
): Promise<(WrittenSave & RankCursor)[]> {
  return runSql<WrittenSave & RankCursor>(
    db,
    `select c.id, o.likes_count as rank, ${writtenSave}
     from closet_saves c join outfits o on o.id = c.outfit_id ${cardJoins}
     where c.user_id = $3 and ($4::uuid is null or o.style_id = $4)
       and (o.likes_count, c.id) < ($5::integer, $6::uuid) and ${isOutfitVisible("$1", "$2")}
       ${matching("o.search_text", "$7", page.patterns)}
     order by o.likes_count desc, c.id desc limit ${page.limit + 1}`,
    [
      viewer.userId,
      viewer.isAdmin,
      page.memberId,
      page.styleId ?? null,
      page.after?.rank ?? 2_147_483_647,
      page.after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
      ...(page.patterns ? [page.patterns] : []),
    ],
  );
}

/**
 * Items with a shop link of a member's saved outfits, latest saved first, ties by item; one more than `limit` if there
 * are more.
 */
export async function listWishlistPage(
  db: Db,
  viewer: OutfitViewer,
  page: Pick<ClosetPage, "memberId" | "patterns" | "after" | "limit">,
): Promise<(WishlistItem & KeysetCursor)[]> {
  const rows = await runSql<WishlistItem>(
    db,
    `select i.id, ${isoTime("c.created_at")} as "savedAt",
       (select row_to_json(item) from (
         select i.id, k.name as category, i.brand, i.product_name as "productName", i.product_url as "productUrl") item) as item,
       (select row_to_json(outfit) from (
         select o.id, o.title, o.shown_alt_text as "altText", (select row_to_json(picture) from (
           select o.image_url as url, o.image_width as width, o.image_height as height, o.thumbhash) picture) as picture
       ) outfit) as outfit
     from closet_saves c join outfits o on o.id = c.outfit_id
     join outfit_items i on i.outfit_id = o.id join categories k on k.id = i.category_id
     where c.user_id = $3 and i.product_url is not null and (c.created_at, i.id) < ($4::timestamptz, $5::uuid)
       and ${isOutfitVisible("$1", "$2")}
       ${matching(wishlistText, "$6", page.patterns)}
     order by c.created_at desc, i.id desc limit ${page.limit + 1}`,
    [
      viewer.userId,
      viewer.isAdmin,
      page.memberId,
      page.after?.createdAt ?? "infinity",
      page.after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
      ...(page.patterns ? [page.patterns] : []),
    ],
  );
  return rows.map(({ id, item, outfit, savedAt }) => ({ id, item, outfit, savedAt, createdAt: savedAt }));
}

/** Hides a member's save from others or shows it. Returns false if there is no such save. Writes `closet_saves`. */
export async function updateSaveHidden(db: Db, userId: string, saveId: string, isHidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("closet_saves")
    .set({ is_hidden: isHidden })
    .where("id", "=", saveId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether others may see a member's closet: it is public, and the profile is public or the viewer follows it. */
export async function isClosetOpen(db: Db, viewer: OutfitViewer, memberId: string): Promise<boolean> {
  const rows = await runSql(
    db,
    `select from profiles p where p.id = $1 and not p.closet_private and (
       not p.is_private or exists (select from follows f where f.follower_id = $2 and f.following_id = p.id))`,
    [memberId, viewer.userId],
  );
  return rows.length > 0;
}
