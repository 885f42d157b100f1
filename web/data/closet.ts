import { type InfiniteData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { call } from "#web/api/call.ts";
import { boardKeys, closetKeys } from "./closet-keys.ts";
import { pagedQuery } from "./paged.ts";

export const closetQueries = {
  /** The caller's saves, newest first, of one style or all, that match the search, if any. */
  own: (style?: string, search?: string) =>
    pagedQuery(
      [...closetKeys.own, style ?? null, search ?? null],
      (cursor, signal) => call("GET /api/closet", { query: { cursor, style, search } }, signal),
      // A save made a moment ago must be included; what the route has just loaded is not loaded again.
      { staleTime: 1_000 },
    ),
  /** The caller's save of an outfit; null if it is not in the closet. */
  saveOf: (outfitId: string) =>
    queryOptions({
      queryKey: [...closetKeys.all, "save", outfitId],
      queryFn: async ({ signal }) => {
        const { items } = await call("GET /api/closet", { query: { outfit: outfitId } }, signal);
        return items[0] ?? null;
      },
      staleTime: 0,
      // Another time it may be another save, or one again.
      gcTime: 0,
    }),
  /** The caller's saves, the most liked first. */
  top: (style?: string, search?: string) =>
    pagedQuery(
      [...closetKeys.own, "top", style ?? null, search ?? null],
      (cursor, signal) => call("GET /api/closet/top", { query: { cursor, style, search } }, signal),
      { staleTime: 0 },
    ),
  /** The products with shop links in the caller's saves. */
  wishlist: (search?: string) =>
    pagedQuery(
      [...closetKeys.all, "wishlist", search ?? null],
      (cursor, signal) => call("GET /api/closet/wishlist", { query: { cursor, search } }, signal),
      { staleTime: 0 },
    ),
  /**
   * The saves that a member shows on the profile: one row at first, more on demand.
   *
   * @param view `public`: the caller's own as visitors see them.
   */
  ofMember: (username: string, view?: "public") =>
    pagedQuery(closetKeys.ofMember(username, view), (cursor, signal) => {
      const limit = cursor === undefined ? limits.profileClosetItems : limits.pageItems;
      const query = { view, cursor, limit };
      return call("GET /api/profiles/:username/closet", { params: { username }, query }, signal);
    }),
};

type ClosetPages = InfiniteData<Page<ClosetSave>>;

const hideKey = ["closet", "hide"];

/** Hides or shows one save. Optimistic; rolled back without a toast on failure, docs/product.md#closet. */
export function useSetSaveHidden() {
  const client = useQueryClient();
  const show = (id: string, isHidden: boolean) =>
    client.setQueriesData<ClosetPages>(
      { queryKey: closetKeys.own },
      (closet) => closet && setHidden(closet, id, isHidden),
    );
  return useMutation({
    meta: { success: "Visibility updated", isQuiet: true },
    mutationKey: hideKey,
    scope: { id: "save hidden" },
    mutationFn: ({ id, isHidden }: { id: string; isHidden: boolean }) =>
      call("PUT /api/closet/:saveId/hidden", { params: { saveId: id }, body: { isHidden } }),
    onMutate: async ({ id, isHidden }) => {
      // A list that was asked for before the change and comes after it would show the state from before.
      await client.cancelQueries({ queryKey: closetKeys.own });
      show(id, isHidden);
    },
    onError: (_error, { id, isHidden }) => void show(id, !isHidden),
    onSettled: () => {
      // A list that is asked for now knows nothing of the changes that still wait for their turn.
      if (client.isMutating({ mutationKey: hideKey }) > 1) return;
      void client.invalidateQueries({ queryKey: closetKeys.own });
      void client.invalidateQueries({ queryKey: closetKeys.ofMembers });
      void client.invalidateQueries({ queryKey: boardKeys.all });
    },
  });
}

function setHidden(closet: ClosetPages, id: string, isHidden: boolean): ClosetPages {
  const pages = closet.pages.map((page) => ({
    ...page,
    items: page.items.map((save) => (save.id === id ? { ...save, isHidden } : save)),
  }));
  return { ...closet, pages };
}
