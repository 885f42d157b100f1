import type { ClosetSave } from "#contract/reactions.ts";
import type { Position } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import {
  cardColumns,
  cardJoins,
  flagColumns,
  isoTime,
  isVisibleTo,
  type Onlooker,
} from "#server/outfits/outfits.service.ts";

/** Which saves of whom are wanted. */
export interface ClosetPage {
  memberId: string;
  /** Whether saves that their member hides are left out. */
  isShownOnly: boolean;
  styleId: string | undefined;
  after: Position | null;
  limit: number;
}

/** A save as a page is cut from: the contract's save with its place in the list. */
export type ClosetRow = ClosetSave & Position;

/** A member's saves that the onlooker may see, newest first, and one more than `limit` when there are more. */
export async function listSaves(db: Db, onlooker: Onlooker, page: ClosetPage): Promise<ClosetRow[]> {
  const rows = await runSql<Omit<ClosetRow, "savedAt">>(
    db,
    `select c.id, c.is_hidden as "isHidden", ${isoTime("c.created_at")} as "createdAt",
       (select row_to_json(card) from (select ${cardColumns()}, ${flagColumns("$1")}) card) as outfit
     from closet_saves c join outfits o on o.id = c.outfit_id ${cardJoins}
     where c.user_id = $3 and (not $4 or not c.is_hidden) and ($5::uuid is null or o.style_id = $5)
       and (c.created_at, c.id) < ($6::timestamptz, $7::uuid) and ${isVisibleTo("$1", "$2")}
     order by c.created_at desc, c.id desc limit $8`,
    [
      onlooker.userId,
      onlooker.isAdmin,
      page.memberId,
      page.isShownOnly,
      page.styleId ?? null,
      page.after?.createdAt ?? "infinity",
      page.after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
      page.limit + 1,
    ],
  );
  return rows.map((row) => ({ ...row, savedAt: row.createdAt }));
}

/** Hides a member's save from others or shows it, and says whether there is such a save. Writes `closet_saves`. */
export async function updateSaveHidden(db: Db, userId: string, saveId: string, isHidden: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("closet_saves")
    .set({ is_hidden: isHidden })
    .where("id", "=", saveId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether others may see a member's closet: it is public, and so is the profile or the onlooker follows it. */
export async function isClosetOpen(db: Db, onlooker: Onlooker, memberId: string): Promise<boolean> {
  const rows = await runSql(
    db,
    `select from profiles p where p.id = $1 and not p.closet_private and (
       not p.is_private or exists (select from follows f where f.follower_id = $2 and f.following_id = p.id))`,
    [memberId, onlooker.userId],
  );
  return rows.length > 0;
}
