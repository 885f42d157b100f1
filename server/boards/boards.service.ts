import type { Board, BoardEdit, CheckedBoard } from "#contract/boards.ts";
import { limits } from "#contract/limits.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { cutRanks, readRank } from "#server/db/cursor.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail } from "#server/lib/app-error.ts";
import { findMember, onlookerOf } from "#server/outfits/outfits.service.ts";
import { lockMembers } from "#server/profiles/members.service.ts";
import * as store from "./boards.store.ts";

export { insertBoard, insertPlace } from "./boards.store.ts";

/** A save and the board that it is to stand on. */
interface Place {
  boardId: string;
  saveId: string;
}

/**
 * The caller's boards, in their order; a new one stands first.
 *
 * @throws auth.required
 */
export async function listOwnBoards(call: Call): Promise<{ items: Board[] }> {
  const userId = call.userId ?? fail("auth.required");
  return { items: await store.listBoards(call.db, onlookerOf(call), userId) };
}

/**
 * The boards that a member shows to the caller, in the member's order; a closed closet looks like one without boards.
 *
 * @throws profile.not_found
 * @see decisions.md "Closet default"
 */
export async function listBoardsOf(call: Call, username: string): Promise<{ items: Board[] }> {
  const onlooker = onlookerOf(call);
  const ownerId = (await findMember(call.db, onlooker, username)) ?? fail("profile.not_found");
  return { items: await store.listBoards(call.db, onlooker, ownerId) };
}

/**
 * One board, the caller's own or one that its member shows.
 *
 * @throws board.not_found
 */
export async function getBoard(call: Call, boardId: string): Promise<Board> {
  return (await store.findBoard(call.db, onlookerOf(call), boardId)) ?? fail("board.not_found");
}

/**
 * A page of what stands on a board and the caller may see, in its order.
 *
 * @throws board.not_found
 */
export async function listBoardSaves(
  call: Call,
  boardId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<ClosetSave>> {
  await getBoard(call, boardId);
  const page = { boardId, after: readRank(cursor), limit };
  return cutRanks(await store.listSavesOnBoard(call.db, onlookerOf(call), page), limit);
}

/**
 * Makes a board of the caller's; a member has at most fifty.
 *
 * @throws auth.required, board.name_taken, board.too_many, rate.limited
 */
export async function addBoard(call: Call, board: CheckedBoard): Promise<Board> {
  const userId = await spendOne(call);
  const boardId = await transact(call.db, async (tx) => {
    // Two boards at once are counted one after the other.
    await lockMembers(tx, [userId]);
    if ((await store.countBoards(tx, userId)) >= limits.boardsMax) fail("board.too_many");
    return store.insertBoard(tx, userId, board);
  });
  return getBoard(call, boardId);
}

/**
 * Renames a board of the caller's, hides or shows it.
 *
 * @throws auth.required, board.not_found, board.name_taken, rate.limited
 */
export async function editBoard(call: Call, boardId: string, edit: BoardEdit): Promise<Board> {
  const userId = await spendOne(call);
  if (!(await store.updateBoard(call.db, userId, boardId, edit))) fail("board.not_found");
  return getBoard(call, boardId);
}

/**
 * Deletes a board of the caller's; its saves stay in the closet.
 *
 * @throws auth.required, board.not_found
 */
export async function removeBoard(call: Call, boardId: string): Promise<Done> {
  const userId = call.userId ?? fail("auth.required");
  if (!(await store.deleteBoard(call.db, userId, boardId))) fail("board.not_found");
  return { ok: true };
}

/**
 * Moves a board of the caller's to right before another one, or to the end; before one that is gone it stays where it is.
 *
 * @throws auth.required, board.not_found, rate.limited
 */
export async function moveBoard(call: Call, boardId: string, before: string | null): Promise<Done> {
  const userId = await spendOne(call);
  await transact(call.db, async (tx) => {
    // Two moves at once follow one another, as does a board that is made meanwhile.
    await lockMembers(tx, [userId]);
    const boards = await store.listBoardIds(tx, userId);
    if (!boards.includes(boardId)) fail("board.not_found");
    const order = placeBefore(boards, boardId, before);
    if (order) await store.updateBoardOrder(tx, userId, order);
  });
  return { ok: true };
}

/**
 * Puts a save of the caller's at the end of a board; where it stands there already, nothing changes.
 *
 * @throws auth.required, board.not_found, save.not_found, board.full, rate.limited
 */
export async function putOnBoard(call: Call, place: Place): Promise<Done> {
  await spendOne(call);
  return onOwnBoard(call, place, async (tx, { boardId, saveId }) => {
    const places = await store.listPlaces(tx, boardId);
    if (places.includes(saveId)) return;
    if (places.length >= limits.boardSavesMax) fail("board.full");
    await store.insertPlace(tx, boardId, saveId);
  });
}

/**
 * Moves a save to right before another one of its board, or to the end; before one that is gone it stays where it is.
 *
 * @throws auth.required, board.not_found, save.not_found, rate.limited
 */
export async function moveOnBoard(call: Call, place: Place, before: string | null): Promise<Done> {
  await spendOne(call);
  return onOwnBoard(call, place, async (tx, { boardId, saveId }) => {
    const places = await store.listPlaces(tx, boardId);
    if (!places.includes(saveId)) fail("save.not_found");
    const order = placeBefore(places, saveId, before);
    if (order) await store.updatePlaces(tx, boardId, order);
  });
}

/**
 * Takes a save off a board of the caller's; it stays in the closet.
 *
 * @throws auth.required, board.not_found
 */
export async function takeOffBoard(call: Call, { boardId, saveId }: Place): Promise<Done> {
  const userId = call.userId ?? fail("auth.required");
  await transact(call.db, async (tx) => {
    if (!(await store.lockBoard(tx, userId, boardId))) fail("board.not_found");
    await store.deletePlace(tx, boardId, saveId);
  });
  return { ok: true };
}

/**
 * On which boards a save of the caller's stands.
 *
 * @throws auth.required, save.not_found
 */
export async function listBoardsHolding(call: Call, saveId: string): Promise<{ boardIds: string[] }> {
  const userId = call.userId ?? fail("auth.required");
  if (!(await store.holdSave(call.db, userId, saveId))) fail("save.not_found");
  return { boardIds: await store.listHolding(call.db, saveId) };
}

/** Changes an own board with an own save, both held meanwhile: two changes of a board follow one another. */
async function onOwnBoard(call: Call, place: Place, change: (tx: Tx, place: Place) => Promise<void>): Promise<Done> {
  const userId = call.userId ?? fail("auth.required");
  await transact(call.db, async (tx) => {
    if (!(await store.lockBoard(tx, userId, place.boardId))) fail("board.not_found");
    if (!(await store.holdSave(tx, userId, place.saveId))) fail("save.not_found");
    await change(tx, place);
  });
  return { ok: true };
}

/** The ids with one of them moved to right before another, or to the end; nothing when the other is not among them. */
function placeBefore(ids: string[], moved: string, before: string | null): string[] | undefined {
  const others = ids.filter((id) => id !== moved);
  const index = before === null ? others.length : others.indexOf(before);
  return index === -1 ? undefined : others.toSpliced(index, 0, moved);
}

async function spendOne(call: Call): Promise<string> {
  const viewer = call.viewer ?? fail("auth.required");
  await call.rateLimiter.spend("boards", { key: viewer.userId, isNew: viewer.isNew });
  return viewer.userId;
}
