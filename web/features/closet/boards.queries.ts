import {
  infiniteQueryOptions,
  type InfiniteData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Board } from "#contract/boards.ts";
import type { Page } from "#contract/page.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { call } from "#web/api/call.ts";

const boardsKey = ["boards"];

export const boardQueries = {
  /** One's own, in their order. */
  own: () =>
    queryOptions({
      queryKey: [...boardsKey, "own"],
      queryFn: ({ signal }) => call("GET /api/boards", undefined, signal),
    }),
  /** What a member shows. */
  ofMember: (username: string) =>
    queryOptions({
      queryKey: [...boardsKey, "of", username],
      queryFn: ({ signal }) => call("GET /api/profiles/:username/boards", { params: { username } }, signal),
    }),
  one: (boardId: string) =>
    queryOptions({
      queryKey: [...boardsKey, "one", boardId],
      queryFn: ({ signal }) => call("GET /api/boards/:boardId", { params: { boardId } }, signal),
    }),
  saves: (boardId: string) =>
    infiniteQueryOptions({
      queryKey: [...boardsKey, "saves", boardId],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) =>
        call("GET /api/boards/:boardId/saves", { params: { boardId }, query: { cursor } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
  /** On which boards a save stands. */
  holding: (saveId: string) =>
    queryOptions({
      queryKey: [...boardsKey, "holding", saveId],
      queryFn: ({ signal }) => call("GET /api/closet/:saveId/boards", { params: { saveId } }, signal),
      staleTime: 0,
    }),
};

/** Whatever changes a board changes its cover, its count and its list. */
function useRefreshBoards(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: boardsKey });
}

export function useAddBoard() {
  const refresh = useRefreshBoards();
  return useMutation({
    meta: { failure: "Failed to create board" },
    mutationFn: (board: { name: string; isHidden: boolean }) => call("POST /api/boards", { body: board }),
    onSuccess: refresh,
  });
}

export function useEditBoard(boardId: string) {
  const refresh = useRefreshBoards();
  return useMutation({
    meta: { success: "Board updated", failure: "Failed to update board" },
    mutationFn: (edit: Partial<Pick<Board, "name" | "isHidden">>) =>
      call("PATCH /api/boards/:boardId", { params: { boardId }, body: edit }),
    onSuccess: refresh,
  });
}

export function useRemoveBoard(boardId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Board deleted", failure: "Failed to delete board" },
    mutationFn: () => call("DELETE /api/boards/:boardId", { params: { boardId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: boardQueries.own().queryKey }),
  });
}

/** Moves a board before another one, or to the end: shown at once, asked for anew when it fails. */
export function useMoveBoard() {
  const client = useQueryClient();
  const { queryKey } = boardQueries.own();
  return useMutation({
    meta: { failure: "Failed to update order" },
    scope: { id: "order of boards" },
    mutationFn: ({ boardId, before }: { boardId: string; before: string | null }) =>
      call("PUT /api/boards/:boardId/place", { params: { boardId }, body: { before } }),
    onMutate: async ({ boardId, before }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (known) => known && { items: placeBefore(known.items, boardId, before) });
    },
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: () => client.invalidateQueries({ queryKey: [...boardsKey, "of"] }),
  });
}

/** Puts a save on a board or takes it off: the tick changes at once and goes back if the server refuses. */
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
    onMutate: ({ boardId, isOn }) => void tick(boardId, isOn),
    onError: (_error, { boardId, isOn }) => void tick(boardId, !isOn),
    onSettled: () =>
      client.invalidateQueries({ queryKey: boardsKey, predicate: ({ queryKey: key }) => key[1] !== "holding" }),
  });
}

type SavePages = InfiniteData<Page<ClosetSave>, string | undefined>;

/** Moves a save before another one of its board, or takes it off: shown at once, asked for anew when it fails. */
export function useArrangeBoard(boardId: string) {
  const client = useQueryClient();
  const { queryKey } = boardQueries.saves(boardId);
  const show = (change: (saves: ClosetSave[]) => ClosetSave[]) =>
    client.setQueryData<SavePages>(queryKey, (known) => known && rearrange(known, change));
  const move = useMutation({
    meta: { failure: "Failed to update order" },
    scope: { id: `board ${boardId}` },
    mutationFn: ({ saveId, before }: { saveId: string; before: string | null }) =>
      call("PUT /api/boards/:boardId/saves/:saveId/place", { params: { boardId, saveId }, body: { before } }),
    onMutate: async ({ saveId, before }) => {
      await client.cancelQueries({ queryKey });
      show((saves) => placeBefore(saves, saveId, before));
    },
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: () =>
      client.invalidateQueries({ queryKey: boardsKey, predicate: ({ queryKey: key }) => key[1] !== "saves" }),
  });
  const take = useMutation({
    meta: { success: "Removed from board", failure: "Failed to update board" },
    mutationFn: (saveId: string) => call("DELETE /api/boards/:boardId/saves/:saveId", { params: { boardId, saveId } }),
    onMutate: (saveId) => void show((saves) => saves.filter(({ id }) => id !== saveId)),
    onSettled: () => client.invalidateQueries({ queryKey: boardsKey }),
  });
  return { move, take };
}

/** The pages with their saves changed; each page keeps its length but the last. */
function rearrange(known: SavePages, change: (saves: ClosetSave[]) => ClosetSave[]): SavePages {
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
