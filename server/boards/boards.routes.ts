import { boardEndpoints } from "#contract/boards.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  addBoard,
  editBoard,
  getBoard,
  listBoardSaves,
  listBoardsHolding,
  listBoardsOf,
  listOwnBoards,
  moveBoard,
  moveOnBoard,
  putOnBoard,
  removeBoard,
  takeOffBoard,
} from "./boards.service.ts";

export function boardRoutes(serve: Serve) {
  serve(boardEndpoints.own, (call) => listOwnBoards(call));
  serve(boardEndpoints.ofMember, (call, { params }) => listBoardsOf(call, params.username));
  serve(boardEndpoints.add, (call, { body }) => addBoard(call, body));
  serve(boardEndpoints.one, (call, { params }) => getBoard(call, params.boardId));
  serve(boardEndpoints.edit, (call, { params, body }) => editBoard(call, params.boardId, body));
  serve(boardEndpoints.remove, (call, { params }) => removeBoard(call, params.boardId));
  serve(boardEndpoints.place, (call, { params, body }) => moveBoard(call, params.boardId, body.before));
  serve(boardEndpoints.saves, (call, { params, query }) => listBoardSaves(call, params.boardId, query));
  serve(boardEndpoints.put, (call, { params }) => putOnBoard(call, params));
  serve(boardEndpoints.take, (call, { params }) => takeOffBoard(call, params));
  serve(boardEndpoints.move, (call, { params, body }) => moveOnBoard(call, params, body.before));
  serve(boardEndpoints.holding, (call, { params }) => listBoardsHolding(call, params.saveId));
}
