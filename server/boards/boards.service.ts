import type { Board, BoardEdit, CheckedBoard } from "#contract/boards.ts";
import { limits } from "#contract/limits.ts";
import type { Done, Page, PageQuery } from "#contract/page.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { toRankedPage, readRankCursor } from "#server/db/cursor.ts";
import { transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember, requireProfileReader } from "#server/http/require-member.ts";
import { fail } from "#server/lib/app-error.ts";
import { toListViewer, toOutfitViewer } from "#server/outfits/outfits.service.ts";
import { findListedMember, lockMembers } from "#server/members/members.service.ts";
import * as store from "./boards.store.ts";

export { insertBoard, insertPlace } from "./boards.store.ts";

/** A save and its target board. */
interface Place {
  boardId: string;
  saveId: string;
}

/**
 * The caller's boards, in their order, new ones first.
 *
 * @throws auth.required
 */
export async function listOwnBoards(context: RequestContext): Promise<{ items: Board[] }> {
  const { userId } = requireMember(context);
  return { items: await store.listBoards(context.db, toOutfitViewer(context), userId) };
}

/**
 * A member's boards that the caller may see, in the member's order; none if the closet is private.
 *
 * @throws auth.required, profile.not_found
 * @see docs/product.md#closet
 */
export async function listBoardsOf(
  context: RequestContext,
  username: string,
  view?: "public",
): Promise<{ items: Board[] }> {
  requireProfileReader(context);
  const { id: ownerId } = (await findListedMember(context, username)) ?? fail("profile.not_found");
  const viewer = toListViewer(context, { memberId: ownerId, view });
  return { items: await store.listBoards(context.db, viewer, ownerId) };
}

/**
 * One board, the caller's own or a visible one.
 *
 * @throws auth.required, board.not_found
 */
export async function getBoard(context: RequestContext, boardId: string): Promise<Board> {
  requireProfileReader(context);
  return (await store.findBoard(context.db, toOutfitViewer(context), boardId)) ?? fail("board.not_found");
}

/**
 * A page of the saves on a board that the caller may see, in its order.
 *
 * @throws auth.required, board.not_found
 */
export async function listBoardSaves(
  context: RequestContext,
  boardId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<ClosetSave>> {
  await getBoard(context, boardId);
  const page = { boardId, after: readRankCursor(cursor), limit };
  return toRankedPage(await store.listSavesOnBoard(context.db, toOutfitViewer(context), page), limit);
}

/**
 * Creates a board; a member has at most fifty.
 *
 * @throws auth.required, board.name_taken, board.too_many
 */
export async function addBoard(context: RequestContext, board: CheckedBoard): Promise<Board> {
  const { userId } = requireMember(context);
  const boardId = await transact(context.db, async (tx) => {
    // Serializes concurrent creations, so that the limit holds.
    await lockMembers(tx, [userId]);
    if ((await store.countBoards(tx, userId)) >= limits.boardsMax) fail("board.too_many");
    return store.insertBoard(tx, userId, board);
  });
  return getBoard(context, boardId);
}

/**
 * Renames, hides or shows one of the caller's boards.
 *
 * @throws auth.required, board.not_found, board.name_taken
 */
export async function editBoard(context: RequestContext, boardId: string, edit: BoardEdit): Promise<Board> {
  const { userId } = requireMember(context);
  if (!(await store.updateBoard(context.db, userId, boardId, edit))) fail("board.not_found");
  return getBoard(context, boardId);
}

/**
 * Deletes one of the caller's boards; its saves stay in the closet.
 *
 * @throws auth.required, board.not_found
 */
export async function removeBoard(context: RequestContext, boardId: string): Promise<Done> {
  const { userId } = requireMember(context);
  if (!(await store.deleteBoard(context.db, userId, boardId))) fail("board.not_found");
  return { ok: true };
}

/**
 * Moves one of the caller's boards before another one, or to the end. Does nothing if the other one no longer exists.
 *
 * @throws auth.required, board.not_found
 */
export async function moveBoard(context: RequestContext, boardId: string, before: string | null): Promise<Done> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    // Serializes concurrent moves and creations.
    await lockMembers(tx, [userId]);
    const boards = await store.listBoardIds(tx, userId);
    if (!boards.includes(boardId)) fail("board.not_found");
    const order = placeBefore(boards, boardId, before);
    if (order) await store.updateBoardOrder(tx, userId, order);
  });
  return { ok: true };
}

/**
 * Adds one of the caller's saves to the end of a board. Idempotent.
 *
 * @throws auth.required, board.not_found, save.not_found, board.full
 */
export async function addSaveToBoard(context: RequestContext, place: Place): Promise<Done> {
  requireMember(context);
  return onOwnBoard(context, place, async (tx, { boardId, saveId }) => {
    const places = await store.listPlaces(tx, boardId);
    if (places.includes(saveId)) return;
    if (places.length >= limits.boardSavesMax) fail("board.full");
    await store.insertPlace(tx, boardId, saveId);
  });
}

/**
 * Moves a save before another one on its board, or to the end. Does nothing if the other one is no longer there.
 *
 * @throws auth.required, board.not_found, save.not_found
 */
export async function moveSaveOnBoard(context: RequestContext, place: Place, before: string | null): Promise<Done> {
  requireMember(context);
  return onOwnBoard(context, place, async (tx, { boardId, saveId }) => {
    const places = await store.listPlaces(tx, boardId);
    if (!places.includes(saveId)) fail("save.not_found");
    const order = placeBefore(places, saveId, before);
    if (order) await store.updatePlaces(tx, boardId, order);
  });
}

/**
 * Removes a save from one of the caller's boards; it stays in the closet.
 *
 * @throws auth.required, board.not_found
 */
export async function removeSaveFromBoard(context: RequestContext, { boardId, saveId }: Place): Promise<Done> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    if (!(await store.lockBoard(tx, userId, boardId))) fail("board.not_found");
    await store.deletePlace(tx, boardId, saveId);
  });
  return { ok: true };
}

/**
 * The boards that contain one of the caller's saves.
 *
 * @throws auth.required, save.not_found
 */
export async function listBoardsContaining(context: RequestContext, saveId: string): Promise<{ boardIds: string[] }> {
  const { userId } = requireMember(context);
  if (!(await store.hasSave(context.db, userId, saveId))) fail("save.not_found");
  return { boardIds: await store.listHolding(context.db, saveId) };
}

/** Changes an own board with an own save. Locks both, so that changes of a board are serialized. */
async function onOwnBoard(
  context: RequestContext,
  place: Place,
  change: (tx: Tx, place: Place) => Promise<void>,
): Promise<Done> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    if (!(await store.lockBoard(tx, userId, place.boardId))) fail("board.not_found");
    if (!(await store.holdSave(tx, userId, place.saveId))) fail("save.not_found");
    await change(tx, place);
  });
  return { ok: true };
}

/** The ids with one moved before another, or to the end; undefined if the other is not among them. */
function placeBefore(ids: string[], moved: string, before: string | null): string[] | undefined {
  const others = ids.filter((id) => id !== moved);
  const index = before === null ? others.length : others.indexOf(before);
  return index === -1 ? undefined : others.toSpliced(index, 0, moved);
}
