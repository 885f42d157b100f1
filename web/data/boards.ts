import { type InfiniteData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Board } from "#contract/boards.ts";
import type { Page } from "#contract/page.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";
import { boardKeys } from "./closet-keys.ts";
import { pagedQuery } from "./paged.ts";

export const boardQueries = {
  /** The caller's own boards in their order. */
  own: () =>
    queryOptions({
      queryKey: boardKeys.own,
      queryFn: ({ signal }) => call("GET /api/boards", undefined, signal),
    }),
  /** The boards that a member shows on the profile; with `public` the caller's own as visitors see them. */
  ofMember: (username: string, view?: "public") =>
    queryOptions({
      queryKey: boardKeys.ofMember(username, view),
      queryFn: ({ signal }) =>
        call("GET /api/profiles/:username/boards", { params: { username }, query: { view } }, signal),
    }),
  one: (boardId: string) =>
    queryOptions({
      queryKey: boardKeys.one(boardId),
      queryFn: ({ signal }) => call("GET /api/boards/:boardId", { params: { boardId } }, signal),
    }),
  saves: (boardId: string) =>
    pagedQuery(
      boardKeys.saves(boardId),
      (cursor, signal) => call("GET /api/boards/:boardId/saves", { params: { boardId }, query: { cursor } }, signal),
      { staleTime: 0 },
    ),
  /** The boards that a save is on. */
  holding: (saveId: string) =>
    queryOptions({
      queryKey: boardKeys.holding(saveId),
      queryFn: ({ signal }) => call("GET /api/closet/:saveId/boards", { params: { saveId } }, signal),
      staleTime: 0,
    }),
};

/** Any change of a board may change its cover, its count and its list. */
function useRefreshBoards(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: boardKeys.all });
}

/** The error message, if the name is the problem; the form shows it at its field. */
export function boardNameError(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.code === "board.name_taken" ? errorMessage(error) : error.issueFor("name");
}

const isAtField = (error: Error) => boardNameError(error) !== undefined;

/** A toast says that the board was created, unless it goes on to receive a save. */
export function useAddBoard({ success }: { success?: string } = {}) {
  const refresh = useRefreshBoards();
  return useMutation({
    meta: { ...(success ? { success } : {}), failure: "Failed to create board", isAtField },
    mutationFn: (board: { name: string; isHidden: boolean }) => call("POST /api/boards", { body: board }),
    onSuccess: refresh,
  });
}

export function useEditBoard(boardId: string) {
  const refresh = useRefreshBoards();
  return useMutation({
    meta: { success: "Board updated", failure: "Failed to update board", isAtField },
    mutationFn: (edit: Partial<Pick<Board, "name" | "isHidden">>) =>
      call("PATCH /api/boards/:boardId", { params: { boardId }, body: edit }),
    onSuccess: refresh,
  });
}

/** @param leave Takes the board off the screen, where it would be asked for again. */
export function useRemoveBoard(boardId: string, leave: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Board deleted", failure: "Failed to delete board" },
    mutationFn: () => call("DELETE /api/boards/:boardId", { params: { boardId } }),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: boardKeys.own });
      void client.invalidateQueries({ queryKey: boardKeys.ofMembers });
      await leave();
      client.removeQueries({ queryKey: boardKeys.one(boardId) });
      client.removeQueries({ queryKey: boardKeys.saves(boardId) });
    },
  });
}

/** Moves a board before another one or to the end. Optimistic; reloaded when all is done. */
export function useMoveBoard() {
  const client = useQueryClient();
  const { queryKey } = boardQueries.own();
  const mutationKey = ["boards", "order"];
  return useMutation({
    mutationKey,
    meta: { failure: "Failed to update order" },
    scope: { id: "order of boards" },
    mutationFn: ({ boardId, before }: { boardId: string; before: string | null }) =>
      call("PUT /api/boards/:boardId/position", { params: { boardId }, body: { before } }),
    onMutate: async ({ boardId, before }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (known) => known && { items: placeBefore(known.items, boardId, before) });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: boardKeys.ofMembers });
      // A list that is asked for now knows nothing of the moves that still wait for their turn.
      if (client.isMutating({ mutationKey }) <= 1) void client.invalidateQueries({ queryKey });
    },
  });
}

/** Adds a save to a board or removes it. Optimistic; rolled back on failure. */
export function useSetOnBoard(saveId: string) {
  const client = useQueryClient();
  const { queryKey } = boardQueries.holding(saveId);
  const tick = (boardId: string, isOn: boolean) =>
    client.setQueryData(queryKey, (known) => {
      const others = known?.boardIds.filter((id) => id !== boardId) ?? [];
      return { boardIds: isOn ? [...others, boardId] : others };
    });
  return useMutation({
    meta: { failure: "Failed to update board" },
    scope: { id: `boards of ${saveId}` },
    mutationFn: ({ boardId, isOn }: { boardId: string; isOn: boolean }) =>
      call(isOn ? "PUT /api/boards/:boardId/saves/:saveId" : "DELETE /api/boards/:boardId/saves/:saveId", {
        params: { boardId, saveId },
      }),
    onMutate: async ({ boardId, isOn }) => {
      // An answer that was asked for before the change and comes after it would show the state from before.
      await client.cancelQueries({ queryKey });
      tick(boardId, isOn);
    },
    onSuccess: (_done, { isOn }) => toast.success(isOn ? "Added to board" : "Removed from board"),
    onError: (_error, { boardId, isOn }) => void tick(boardId, !isOn),
    onSettled: () =>
      client.invalidateQueries({ queryKey: boardKeys.all, predicate: ({ queryKey: key }) => key[1] !== "holding" }),
  });
}

type SavePages = InfiniteData<Page<ClosetSave>, string | undefined>;

/** Moves a save before another one of its board, or removes it. Optimistic; reloaded when all is done. */
export function useSortBoard(boardId: string) {
  const client = useQueryClient();
  const { queryKey } = boardQueries.saves(boardId);
  const mutationKey = ["boards", "sort", boardId];
  const show = async (change: (saves: ClosetSave[]) => ClosetSave[]) => {
    // A list that was asked for before the change and comes after it would show the state from before.
    await client.cancelQueries({ queryKey });
    client.setQueryData<SavePages>(queryKey, (known) => known && reorderSaves(known, change));
  };
  const shared = {
    mutationKey,
    scope: { id: `board ${boardId}` },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: boardKeys.all, predicate: ({ queryKey: key }) => key[1] !== "saves" });
      // A list that is asked for now knows nothing of the changes that still wait for their turn.
      if (client.isMutating({ mutationKey }) <= 1) void client.invalidateQueries({ queryKey });
    },
  };
  const move = useMutation({
    ...shared,
    meta: { failure: "Failed to update order" },
    mutationFn: ({ saveId, before }: { saveId: string; before: string | null }) =>
      call("PUT /api/boards/:boardId/saves/:saveId/position", { params: { boardId, saveId }, body: { before } }),
    onMutate: ({ saveId, before }) => show((saves) => placeBefore(saves, saveId, before)),
  });
  const take = useMutation({
    ...shared,
    meta: { success: "Removed from board", failure: "Failed to update board" },
    mutationFn: (saveId: string) => call("DELETE /api/boards/:boardId/saves/:saveId", { params: { boardId, saveId } }),
    onMutate: (saveId) => show((saves) => saves.filter(({ id }) => id !== saveId)),
  });
  return { move, take };
}

/** The pages with `change` applied to their saves; each page but the last keeps its length. */
function reorderSaves(known: SavePages, change: (saves: ClosetSave[]) => ClosetSave[]): SavePages {
  const saves = change(known.pages.flatMap(({ items }) => items));
  let from = 0;
  const pages = known.pages.map((page, index) => {
    const to = index === known.pages.length - 1 ? saves.length : from + page.items.length;
    const items = saves.slice(from, to);
    from = to;
    return { ...page, items };
  });
  return { ...known, pages };
}

/** The items with one of them before another, or at the end. */
function placeBefore<Item extends { id: string }>(items: Item[], id: string, before: string | null): Item[] {
  const moved = items.find((item) => item.id === id);
  if (!moved || before === id) return items;
  const others = items.filter((item) => item !== moved);
  const index = before === null ? others.length : others.findIndex((item) => item.id === before);
  return index === -1 ? items : others.toSpliced(index, 0, moved);
}
