import type { Board, BoardEdit, CheckedBoard } from "#contract/boards.ts";
import { limits } from "#contract/limits.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import type { RankCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { isoTime } from "#server/db/json-pages.ts";
import { fail } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { authorJsonById, hasNoBlock, isNotBanned } from "#server/members/member-sql.ts";
import { cardColumns, cardJoins, flagColumns, type OutfitViewer } from "#server/outfits/outfits.service.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

/**
 * SQL that is true if the viewer `$1` may open board `b`: their own, or one that is not hidden in a closet that
 * `isClosetOpen` allows.
 */
const isBoardOpen = `(b.user_id = $1::uuid or (not b.is_hidden and exists (
  select from profiles p join auth.users u on u.id = p.id
  where p.id = b.user_id and not p.closet_private and ${isNotBanned("u")}
    and (not p.is_private or exists (select from follows f where f.follower_id = $1::uuid and f.following_id = p.id))
    and ${hasNoBlock("$1::uuid", "p.id")})))`;

/** SQL for the saves on board `b` that the viewer may see: visible outfits, hidden saves for the owner only. */
const shownSaves = `board_saves x join closet_saves c on c.id = x.save_id join outfits o on o.id = c.outfit_id
  where x.board_id = b.id and (b.user_id = $1::uuid or not c.is_hidden) and ${isOutfitVisible("$1", "$2")}`;

const boardColumns = `b.id, b.name, b.is_hidden as "isHidden", ${isoTime("b.created_at")} as "createdAt",
  ${authorJsonById("b.user_id")} as owner,
  (select count(*)::integer from (select from ${shownSaves}) shown) as "savesCount",
  (select coalesce(json_agg(cover), '[]') from (
    select o.image_url as url, o.image_width as width, o.image_height as height, o.thumbhash
    from ${shownSaves} order by x.position, x.save_id limit ${limits.boardCovers}) cover) as covers`;

/** The order of a member's boards: by position, those never moved first and by age, newest first. */
const boardOrder = "position, created_at desc, id desc";

/** A member's boards that the viewer may open, in their order; unpaged, since a member has at most fifty. */
export function listBoards(db: Db, viewer: OutfitViewer, ownerId: string): Promise<Board[]> {
  return runSql<Board>(
    db,
    `select ${boardColumns} from boards b where b.user_id = $3 and ${isBoardOpen}
     order by ${boardOrder} limit ${limits.boardsMax}`,
    [viewer.userId, viewer.isAdmin, ownerId],
  );
}

/** A board, if the viewer may open it. */
export async function findBoard(db: Db, viewer: OutfitViewer, boardId: string): Promise<Board | undefined> {
  const [board] = await runSql<Board>(db, `select ${boardColumns} from boards b where b.id = $3 and ${isBoardOpen}`, [
    viewer.userId,
    viewer.isAdmin,
    boardId,
  ]);
  return board;
}

/** The saves on a board that the viewer may see, in its order; one more than `limit` if there are more. */
export async function listSavesOnBoard(
  db: Db,
  viewer: OutfitViewer,
  { boardId, after, limit }: { boardId: string; after: RankCursor | null; limit: number },
): Promise<(ClosetSave & RankCursor)[]> {
  return runSql<ClosetSave & RankCursor>(
    db,
    `select c.id, x.position as rank, c.is_hidden as "isHidden", ${isoTime("c.created_at")} as "savedAt",
       (select row_to_json(card) from (select ${cardColumns()}, ${flagColumns("$1")}) card) as outfit
     from boards b join board_saves x on x.board_id = b.id join closet_saves c on c.id = x.save_id
     join outfits o on o.id = c.outfit_id ${cardJoins}
     where b.id = $3 and (b.user_id = $1::uuid or not c.is_hidden) and ${isOutfitVisible("$1", "$2")}
       and (x.position, x.save_id) > ($4::integer, $5::uuid)
     order by x.position, x.save_id limit $6`,
    [
      viewer.userId,
      viewer.isAdmin,
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
 * Writes the positions of a member's boards from 1, so that a new one, which has 0, comes first. The member must be
 * locked. Writes `boards`.
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

/** The number of a member's boards. */
export async function countBoards(tx: Db, userId: string): Promise<number> {
  const row = await tx
    .selectFrom("boards")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Inserts a board and returns its id. Writes `boards`.
 *
 * @throws board.name_taken
 */
export async function insertBoard(tx: Db, userId: string, { name, isHidden }: CheckedBoard): Promise<string> {
  const id = newId();
  await refuseTakenName(tx.insertInto("boards").values({ id, user_id: userId, name, is_hidden: isHidden }).execute());
  return id;
}

/**
 * Updates a member's board. Returns false if there is none. Writes `boards`.
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

async function refuseTakenName<T>(action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "boards_name_of_user") fail("board.name_taken");
    throw error;
  }
}

/** Deletes a member's board. Returns false if there is none. Writes `boards` and `board_saves`. */
export async function deleteBoard(db: Db, userId: string, boardId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("boards")
    .where("id", "=", boardId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Locks a member's board until the transaction ends. Returns false if there is none. */
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

/** Whether this save is in the member's closet. */
export async function hasSave(db: Db, userId: string, saveId: string): Promise<boolean> {
  const save = db.selectFrom("closet_saves").select("id").where("id", "=", saveId).where("user_id", "=", userId);
  return (await save.executeTakeFirst()) !== undefined;
}

/** As `hasSave`. Locks it until the transaction ends. */
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

/** Adds a save to the end of a locked board that does not have it. Writes `board_saves`. */
export async function insertPlace(tx: Db, boardId: string, saveId: string): Promise<void> {
  await runSql(
    tx,
    `insert into board_saves (board_id, save_id, position)
     select $1, $2, coalesce(max(position), 0) + 1 from board_saves where board_id = $1`,
    [boardId, saveId],
  );
}

/** Writes the order of a locked board; ignores saves that have just left the closet. Writes `board_saves`. */
export async function updatePlaces(tx: Db, boardId: string, saveIds: string[]): Promise<void> {
  await runSql(
    tx,
    `update board_saves x set position = w.place
     from unnest($2::uuid[]) with ordinality w(save_id, place)
     where x.board_id = $1 and x.save_id = w.save_id and x.position <> w.place`,
    [boardId, saveIds],
  );
}

/** Removes a save from a board. Writes `board_saves`. */
export async function deletePlace(tx: Db, boardId: string, saveId: string): Promise<void> {
  await tx.deleteFrom("board_saves").where("board_id", "=", boardId).where("save_id", "=", saveId).execute();
}

/** The boards that contain a save. */
export async function listHolding(db: Db, saveId: string): Promise<string[]> {
  const rows = await db.selectFrom("board_saves").select("board_id").where("save_id", "=", saveId).execute();
  return rows.map((row) => row.board_id);
}
