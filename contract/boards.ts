import { z } from "zod";
import { visible } from "./blank-text.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { Author, Done, Id, IsoTime, MemberView, page, PageQuery } from "./page.ts";
import { ClosetSave } from "./reactions.ts";

/** A named collection of saves. Counts and covers include only what the caller may see. */
export const Board = z.object({
  id: Id,
  name: z.string(),
  owner: Author,
  isHidden: z.boolean().describe("Hidden from everyone but its owner, like every board of a private closet"),
  savesCount: z.number().int(),
  covers: z.array(Picture).describe("Pictures of its first outfits, at most three"),
  createdAt: IsoTime,
});
export type Board = z.infer<typeof Board>;

const BoardName = z
  .string()
  .trim()
  .regex(visible, "Give the board a name")
  .max(limits.boardNameCharsMax, "Board name must be less than 60 characters");

const NewBoard = z.strictObject({ name: BoardName, isHidden: z.boolean().default(false) });
type NewBoard = z.input<typeof NewBoard>;
export type CheckedBoard = z.output<typeof NewBoard>;

const BoardEdit = z
  .strictObject({ name: BoardName, isHidden: z.boolean() })
  .partial()
  .refine((edit) => Object.values(edit).some((value) => value !== undefined), "Nothing to change");
export type BoardEdit = z.output<typeof BoardEdit>;

const params = z.strictObject({ boardId: Id });
const saveParams = z.strictObject({ boardId: Id, saveId: Id });
const boards = z.object({
  items: z.array(Board).describe("In the owner's order, new boards first; at most fifty"),
});

export const boardEndpoints = {
  listOwn: endpoint("GET", "/api/boards", {
    summary: "Lists the caller's boards, in their order",
    reply: boards,
    errors: ["auth.required"],
  }),
  listOfMember: endpoint("GET", "/api/profiles/:username/boards", {
    summary: "Lists a member's visible boards; empty if the closet is private",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    query: z.strictObject({ view: MemberView }),
    reply: boards,
    errors: ["auth.required", "profile.not_found"],
  }),
  add: endpoint("POST", "/api/boards", {
    summary: "Creates a board",
    body: NewBoard,
    reply: Board,
    limit: "boards",
    errors: ["auth.required", "board.name_taken", "board.too_many"],
  }),
  get: endpoint("GET", "/api/boards/:boardId", {
    summary: "Gets a board, the caller's own or a visible one",
    params,
    reply: Board,
    errors: ["auth.required", "board.not_found"],
  }),
  edit: endpoint("PATCH", "/api/boards/:boardId", {
    summary: "Renames, hides or shows one of the caller's boards",
    params,
    body: BoardEdit,
    reply: Board,
    limit: "boards",
    errors: ["auth.required", "board.not_found", "board.name_taken"],
  }),
  remove: endpoint("DELETE", "/api/boards/:boardId", {
    summary: "Deletes one of the caller's boards; its saves stay in the closet",
    params,
    reply: Done,
    errors: ["auth.required", "board.not_found"],
  }),
  move: endpoint("PUT", "/api/boards/:boardId/position", {
    summary: "Moves one of the caller's boards to another position",
    params,
    body: z.strictObject({ before: Id.nullable().describe("The board to place it before; null for the end") }),
    reply: Done,
    limit: "boards",
    errors: ["auth.required", "board.not_found"],
  }),
  listSaves: endpoint("GET", "/api/boards/:boardId/saves", {
    summary: "Lists the outfits on a board, in its order",
    params,
    query: PageQuery,
    reply: page(ClosetSave),
    errors: ["auth.required", "board.not_found"],
  }),
  addSave: endpoint("PUT", "/api/boards/:boardId/saves/:saveId", {
    summary: "Adds one of the caller's saves to the end of a board. Idempotent",
    params: saveParams,
    reply: Done,
    limit: "boards",
    errors: ["auth.required", "board.not_found", "save.not_found", "board.full"],
  }),
  removeSave: endpoint("DELETE", "/api/boards/:boardId/saves/:saveId", {
    summary: "Removes a save from a board; it stays in the closet",
    params: saveParams,
    reply: Done,
    errors: ["auth.required", "board.not_found"],
  }),
  moveSave: endpoint("PUT", "/api/boards/:boardId/saves/:saveId/position", {
    summary: "Moves a save to another position on its board",
    params: saveParams,
    body: z.strictObject({ before: Id.nullable().describe("The save to place it before; null for the end") }),
    reply: Done,
    limit: "boards",
    errors: ["auth.required", "board.not_found", "save.not_found"],
  }),
  listContaining: endpoint("GET", "/api/closet/:saveId/boards", {
    summary: "Lists the boards that contain one of the caller's saves",
    params: z.strictObject({ saveId: Id }),
    reply: z.object({ boardIds: z.array(Id) }),
    errors: ["auth.required", "save.not_found"],
  }),
};
