import type { Board, BoardEdit, CheckedBoard } from "#contract/boards.ts";
import { limits } from "#contract/limits.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import type { Rank } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { fail } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import {
  authorColumns,
  cardColumns,
  cardJoins,
  flagColumns,
  isoTime,
  isVisibleTo,
  type Onlooker,
} from "#server/outfits/outfits.service.ts";

/**
 * SQL that is true where the onlooker `$1` may open board `b`: their own, or one that is shown in a closet that is open
 * to them, as `isClosetOpen` of the closet says.
 */
const isBoardOpen = `(b.user_id = $1::uuid or (not b.is_hidden and exists (
  select from profiles p join auth.users u on u.id = p.id
  where p.id = b.user_id and not p.closet_private and (u.banned_until is null or u.banned_until < now())
    and (not p.is_private or exists (select from follows f where f.follower_id = $1::uuid and f.following_id = p.id))
    and not exists (select from blocks k where k.blocker_id = $1::uuid and k.blocked_id = p.id)
    and not exists (select from blocks k where k.blocker_id = p.id and k.blocked_id = $1::uuid))))`;

/** SQL for what stands on board `b` and the onlooker may see: hidden saves for the owner only, and visible outfits. */
const shownSaves = `board_saves x join closet_saves c on c.id = x.save_id join outfits o on o.id = c.outfit_id
  where x.board_id = b.id and (b.user_id = $1::uuid or not c.is_hidden) and ${isVisibleTo("$1", "$2")}`;

const boardColumns = `b.id, b.name, b.is_hidden as "isHidden", ${isoTime("b.created_at")} as "createdAt",
  (select row_to_json(owner) from (select ${authorColumns} from profiles p where p.id = b.user_id) owner) as owner,
  (select count(*)::integer from (select from ${shownSaves}) shown) as "savesCount",
  (select coalesce(json_agg(cover), '[]') from (
    select o.image_url as url, o.image_width as width, o.image_height as height, o.thumbhash
    from ${shownSaves} order by x.position, x.save_id limit ${limits.boardCovers}) cover) as covers`;

/** How a member's boards stand: as they were moved, those never moved by age, the newest first. */
const boardOrder = "position, created_at desc, id desc";

/** The boards of a member that the onlooker may open, in their order; at most fifty, since a member has no more. */
export function listBoards(db: Db, onlooker: Onlooker, ownerId: string): Promise<Board[]> {
  return runSql<Board>(
    db,
    `select ${boardColumns} from boards b where b.user_id = $3 and ${isBoardOpen}
     order by ${boardOrder} limit ${limits.boardsMax}`,
    [onlooker.userId, onlooker.isAdmin, ownerId],
  );
}

/** A board, when the onlooker may open it. */
export async function findBoard(db: Db, onlooker: Onlooker, boardId: string): Promise<Board | undefined> {
  const [board] = await runSql<Board>(db, `select ${boardColumns} from boards b where b.id = $3 and ${isBoardOpen}`, [
    onlooker.userId,
    onlooker.isAdmin,
    boardId,
  ]);
  return board;
}

/** What stands on a board and the onlooker may see, in its order, and one more than `limit` when there are more. */
export async function listSavesOnBoard(
  db: Db,
  onlooker: Onlooker,
  { boardId, after, limit }: { boardId: string; after: Rank | null; limit: number },
): Promise<(ClosetSave & Rank)[]> {
  return runSql<ClosetSave & Rank>(
    db,
    `select c.id, x.position as rank, c.is_hidden as "isHidden", ${isoTime("c.created_at")} as "savedAt",
       (select row_to_json(card) from (select ${cardColumns()}, ${flagColumns("$1")}) card) as outfit
     from boards b join board_saves x on x.board_id = b.id join closet_saves c on c.id = x.save_id
     join outfits o on o.id = c.outfit_id ${cardJoins}
     where b.id = $3 and (b.user_id = $1::uuid or not c.is_hidden) and ${isVisibleTo("$1", "$2")}
       and (x.position, x.save_id) > ($4::integer, $5::uuid)
     order by x.position, x.save_id limit $6`,
    [
      onlooker.userId,
      onlooker.isAdmin,
      boardId,
      after?.rank ?? -1,
      after?.id ?? "00000000-0000-0000-0000-000000000000",
      limit + 1,
    ],
  );
}

/** A member's boards, in their order. */
export async function listBoardIds(tx: Db, userId: string): Promise<string[]> {
  const rows = await runSql<{ id: string }>(tx, `select id from boards where user_id = $1 order by ${boardOrder}`, [
    userId,
  ]);
  return rows.map((row) => row.id);
}

/**
 * Writes the order of a member's boards, from 1, so that a new one, which has 0, stands first; the member is locked.
 * Writes `boards`.
 */
export async function updateBoardOrder(tx: Db, userId: string, boardIds: string[]): Promise<void> {
  await runSql(
    tx,
    `update boards b set position = w.place
     from unnest($2::uuid[]) with ordinality w(id, place)
     where b.user_id = $1 and b.id = w.id and b.position <> w.place`,
    [userId, boardIds],
  );
}

/** How many boards a member has. */
export async function countBoards(tx: Db, userId: string): Promise<number> {
  const row = await tx
    .selectFrom("boards")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Inserts a board and gives its id. Writes `boards`.
 *
 * @throws board.name_taken
 */
export async function insertBoard(tx: Db, userId: string, { name, isHidden }: CheckedBoard): Promise<string> {
  const id = newId();
  await refuseTakenName(tx.insertInto("boards").values({ id, user_id: userId, name, is_hidden: isHidden }).execute());
  return id;
}

/**
 * Changes a member's board, and says whether there is such a one. Writes `boards`.
 *
 * @throws board.name_taken
 */
export async function updateBoard(db: Db, userId: string, boardId: string, edit: BoardEdit): Promise<boolean> {
  const { name, isHidden } = edit;
  const changed = await refuseTakenName(
    db
      .updateTable("boards")
      .set({ ...(name === undefined ? {} : { name }), ...(isHidden === undefined ? {} : { is_hidden: isHidden }) })
      .where("id", "=", boardId)
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow(),
  );
  return changed.numUpdatedRows > 0n;
}

async function refuseTakenName<T>(deed: Promise<T>): Promise<T> {
  try {
    return await deed;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "boards_name_of_user") fail("board.name_taken");
    throw error;
  }
}

/** Deletes a member's board, and says whether there was such a one. Writes `boards` and `board_saves`. */
export async function deleteBoard(db: Db, userId: string, boardId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("boards")
    .where("id", "=", boardId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Holds a member's board until the transaction ends, and says whether there is such a one. */
export async function lockBoard(tx: Db, userId: string, boardId: string): Promise<boolean> {
  const held = await tx
    .selectFrom("boards")
    .select("id")
    .where("id", "=", boardId)
    .where("user_id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Whether this save is in the member's closet; in a transaction it stays there until the end. */
export async function holdSave(db: Db, userId: string, saveId: string): Promise<boolean> {
  const found = await db
    .selectFrom("closet_saves")
    .select("id")
    .where("id", "=", saveId)
    .where("user_id", "=", userId)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

/** The saves on a locked board, in its order. */
export async function listPlaces(tx: Db, boardId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("board_saves")
    .select("save_id")
    .where("board_id", "=", boardId)
    .orderBy("position")
    .orderBy("save_id")
    .execute();
  return rows.map((row) => row.save_id);
}

/** Puts a save at the end of a locked board that does not have it. Writes `board_saves`. */
export async function insertPlace(tx: Db, boardId: string, saveId: string): Promise<void> {
  await runSql(
    tx,
    `insert into board_saves (board_id, save_id, position)
     select $1, $2, coalesce(max(position), 0) + 1 from board_saves where board_id = $1`,
    [boardId, saveId],
  );
}

/** Writes the order of a locked board; a save that has just left the closet is passed over. Writes `board_saves`. */
export async function updatePlaces(tx: Db, boardId: string, saveIds: string[]): Promise<void> {
  await runSql(
    tx,
    `update board_saves x set position = w.place
     from unnest($2::uuid[]) with ordinality w(save_id, place)
     where x.board_id = $1 and x.save_id = w.save_id and x.position <> w.place`,
    [boardId, saveIds],
  );
}

/** Takes a save off a board. Writes `board_saves`. */
export async function deletePlace(tx: Db, boardId: string, saveId: string): Promise<void> {
  await tx.deleteFrom("board_saves").where("board_id", "=", boardId).where("save_id", "=", saveId).execute();
}

/** The boards on which a save stands. */
export async function listHolding(db: Db, saveId: string): Promise<string[]> {
  const rows = await db.selectFrom("board_saves").select("board_id").where("save_id", "=", saveId).execute();
  return rows.map((row) => row.board_id);
}
