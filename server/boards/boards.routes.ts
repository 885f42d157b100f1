import { boardEndpoints } from "#contract/boards.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  addBoard,
  editBoard,
  getBoard,
  listBoardSaves,
  listBoardsContaining,
  listBoardsOf,
  listOwnBoards,
  moveBoard,
  moveSaveOnBoard,
  addSaveToBoard,
  removeBoard,
  removeSaveFromBoard,
} from "./boards.service.ts";

export function boardRoutes(serve: Serve) {
  serve(boardEndpoints.listOwn, (context) => listOwnBoards(context));
  serve(boardEndpoints.listOfMember, (context, { params, query }) =>
    listBoardsOf(context, params.username, query.view),
  );
  serve(boardEndpoints.add, (context, { body }) => addBoard(context, body));
  serve(boardEndpoints.get, (context, { params }) => getBoard(context, params.boardId));
  serve(boardEndpoints.edit, (context, { params, body }) => editBoard(context, params.boardId, body));
  serve(boardEndpoints.remove, (context, { params }) => removeBoard(context, params.boardId));
  serve(boardEndpoints.move, (context, { params, body }) => moveBoard(context, params.boardId, body.before));
  serve(boardEndpoints.listSaves, (context, { params, query }) => listBoardSaves(context, params.boardId, query));
  serve(boardEndpoints.addSave, (context, { params }) => addSaveToBoard(context, params));
  serve(boardEndpoints.removeSave, (context, { params }) => removeSaveFromBoard(context, params));
  serve(boardEndpoints.moveSave, (context, { params, body }) => moveSaveOnBoard(context, params, body.before));
  serve(boardEndpoints.listContaining, (context, { params }) => listBoardsContaining(context, params.saveId));
}
