import type { ClosetSave, WishlistItem } from "#contract/reactions.ts";
import type { KeysetCursor, RankCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import {
  cardColumns,
  cardJoins,
  flagColumns,
  isoTime,
  isVisibleTo,
  type OutfitViewer,
} from "#server/outfits/outfits.service.ts";

/** The owner, filters and position of a page of saves. */
export interface ClosetPage {
  memberId: string;
  /** Whether to leave out saves that the member hides. */
  isShownOnly: boolean;
  styleId: string | undefined;
  /** LIKE patterns that the outfit's search text must all match; null for no search. */
  patterns: string[] | null;
  after: KeysetCursor | null;
  limit: number;
}

/** The contract's save with its position in the list. */
export type ClosetRow = ClosetSave & KeysetCursor;

/** A member's saves that the viewer may see, newest first, and one more than `limit` if there are more. */
export async function listSaves(db: Db, viewer: OutfitViewer, page: ClosetPage): Promise<ClosetRow[]> {
  const rows = await runSql<Omit<ClosetRow, "savedAt">>(
    db,
    `select c.id, c.is_hidden as "isHidden", ${isoTime("c.created_at")} as "createdAt",
       (select row_to_json(card) from (select ${cardColumns()}, ${flagColumns("$1")}) card) as outfit
     from closet_saves c join outfits o on o.id = c.outfit_id ${cardJoins}
     where c.user_id = $3 and (not $4 or not c.is_hidden) and ($5::uuid is null or o.style_id = $5)
       and (c.created_at, c.id) < ($6::timestamptz, $7::uuid) and ${isVisibleTo("$1", "$2")}
       and ($8::text[] is null or o.search_text like all ($8))
     order by c.created_at desc, c.id desc limit ${page.limit + 1}`,
    [
      viewer.userId,
      viewer.isAdmin,
      page.memberId,
      page.isShownOnly,
      page.styleId ?? null,
      page.after?.createdAt ?? "infinity",
      page.after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
      page.patterns,
    ],
  );
  return rows.map((row) => ({ ...row, savedAt: row.createdAt }));
}

/**
 * A member's own saves that they may still see, most liked first, ties by id; one more than `limit` if there are more.
 */
export function listTopSaves(
  db: Db,
  viewer: OutfitViewer,
  page: Pick<ClosetPage, "memberId" | "styleId" | "patterns" | "limit"> & { after: RankCursor | null },
): Promise<(ClosetSave & RankCursor)[]> {
  return runSql<ClosetSave & RankCursor>(
    db,
    `select c.id, o.likes_count as rank, c.is_hidden as "isHidden", ${isoTime("c.created_at")} as "savedAt",
       (select row_to_json(card) from (select ${cardColumns()}, ${flagColumns("$1")}) card) as outfit
     from closet_saves c join outfits o on o.id = c.outfit_id ${cardJoins}
     where c.user_id = $3 and ($4::uuid is null or o.style_id = $4)
       and (o.likes_count, c.id) < ($5::integer, $6::uuid) and ${isVisibleTo("$1", "$2")}
       and ($7::text[] is null or o.search_text like all ($7))
     order by o.likes_count desc, c.id desc limit ${page.limit + 1}`,
    [
      viewer.userId,
      viewer.isAdmin,
      page.memberId,
      page.styleId ?? null,
      page.after?.rank ?? 2_147_483_647,
      page.after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
      page.patterns,
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
       and ${isVisibleTo("$1", "$2")}
       and ($6::text[] is null or lower(' ' || concat_ws(' ', i.brand, i.product_name, k.name, o.title)) like all ($6))
     order by c.created_at desc, i.id desc limit ${page.limit + 1}`,
    [
      viewer.userId,
      viewer.isAdmin,
      page.memberId,
      page.after?.createdAt ?? "infinity",
      page.after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
      page.patterns,
    ],
  );
  return rows.map((row) => ({ ...row, createdAt: row.savedAt }));
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
