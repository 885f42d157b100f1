import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { Picture } from "./media.ts";
import { Author, Done, Id, IsoTime, page, PageQuery } from "./page.ts";
import { ClosetSave } from "./reactions.ts";

/** A named collection of saves. What it counts and shows is what the caller may see of it. */
export const Board = z.object({
  id: Id,
  name: z.string(),
  owner: Author,
  isHidden: z.boolean().describe("Hidden from all but its owner; so is every board of a private closet"),
  savesCount: z.number().int(),
  covers: z.array(Picture).describe("Of its first outfits, at most three"),
  createdAt: IsoTime,
});
export type Board = z.infer<typeof Board>;

const BoardName = z
  .string()
  .trim()
  .min(1, "Give the board a name")
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
const ofSave = z.strictObject({ boardId: Id, saveId: Id });
const boards = z.object({
  items: z.array(Board).describe("In their order, a new one first; a member has at most fifty"),
});

export const boardEndpoints = {
  own: endpoint("GET", "/api/boards", {
    summary: "The caller's boards, in their order",
    reply: boards,
    errors: ["auth.required"],
  }),
  ofMember: endpoint("GET", "/api/profiles/:username/boards", {
    summary: "The boards that a member shows; none where the closet is private",
    params: z.strictObject({ username: z.string().max(limits.nameCharsMax) }),
    reply: boards,
    errors: ["profile.not_found"],
  }),
  add: endpoint("POST", "/api/boards", {
    summary: "Makes a board",
    body: NewBoard,
    reply: Board,
    errors: ["auth.required", "board.name_taken", "board.too_many", "rate.limited"],
  }),
  one: endpoint("GET", "/api/boards/:boardId", {
    summary: "One board, the caller's own or one that its member shows",
    params,
    reply: Board,
    errors: ["board.not_found"],
  }),
  edit: endpoint("PATCH", "/api/boards/:boardId", {
    summary: "Renames a board of the caller's, hides or shows it",
    params,
    body: BoardEdit,
    reply: Board,
    errors: ["auth.required", "board.not_found", "board.name_taken", "rate.limited"],
  }),
  remove: endpoint("DELETE", "/api/boards/:boardId", {
    summary: "Deletes a board of the caller's; its saves stay in the closet",
    params,
    reply: Done,
    errors: ["auth.required", "board.not_found"],
  }),
  place: endpoint("PUT", "/api/boards/:boardId/place", {
    summary: "Moves a board of the caller's to another place among them",
    params,
    body: z.strictObject({ before: Id.nullable().describe("The board that it is to stand before; null for the end") }),
    reply: Done,
    errors: ["auth.required", "board.not_found", "rate.limited"],
  }),
  saves: endpoint("GET", "/api/boards/:boardId/saves", {
    summary: "What stands on a board, in its order",
    params,
    query: PageQuery,
    reply: page(ClosetSave),
    errors: ["board.not_found"],
  }),
  put: endpoint("PUT", "/api/boards/:boardId/saves/:saveId", {
    summary: "Puts a save of the caller's at the end of a board; twice is once",
    params: ofSave,
    reply: Done,
    errors: ["auth.required", "board.not_found", "save.not_found", "board.full", "rate.limited"],
  }),
  take: endpoint("DELETE", "/api/boards/:boardId/saves/:saveId", {
    summary: "Takes a save off a board; it stays in the closet",
    params: ofSave,
    reply: Done,
    errors: ["auth.required", "board.not_found"],
  }),
  move: endpoint("PUT", "/api/boards/:boardId/saves/:saveId/place", {
    summary: "Moves a save to another place of its board",
    params: ofSave,
    body: z.strictObject({ before: Id.nullable().describe("The save that it is to stand before; null for the end") }),
    reply: Done,
    errors: ["auth.required", "board.not_found", "save.not_found", "rate.limited"],
  }),
  holding: endpoint("GET", "/api/closet/:saveId/boards", {
    summary: "On which boards a save of the caller's stands",
    params: z.strictObject({ saveId: Id }),
    reply: z.object({ boardIds: z.array(Id) }),
    errors: ["auth.required", "save.not_found"],
  }),
};
