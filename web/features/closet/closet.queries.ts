import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import type { Me } from "#contract/profiles.ts";
import type { ClosetSave } from "#contract/reactions.ts";
import { call } from "#web/api/call.ts";
import { meQuery } from "#web/api/me.ts";
import { notify } from "#web/ui/notify.ts";

const ownKey = ["closet", "own"];

export const closetQueries = {
  /** One's own saves, newest first, of one style or all. */
  own: (style?: string) =>
    infiniteQueryOptions({
      queryKey: [...ownKey, style ?? null],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) => call("GET /api/closet", { query: { cursor, style } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      // A save made elsewhere a moment ago must be there.
      staleTime: 0,
    }),
  /** One's own saves, the most liked first. */
  top: (style?: string) =>
    infiniteQueryOptions({
      queryKey: [...ownKey, "top", style ?? null],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) => call("GET /api/closet/top", { query: { cursor, style } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
  /** What one could buy out of them. */
  wishes: () =>
    infiniteQueryOptions({
      queryKey: ["closet", "wishes"],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) => call("GET /api/closet/wishes", { query: { cursor } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
  /** What a member shows of theirs on the profile. */
  ofMember: (username: string) =>
    queryOptions({
      queryKey: ["closet", "of", username],
      queryFn: ({ signal }) =>
        call(
          "GET /api/profiles/:username/closet",
          { params: { username }, query: { limit: limits.profileClosetItems } },
          signal,
        ),
    }),
};

type ClosetPages = InfiniteData<Page<ClosetSave>>;

/** Hides or shows one save; shown at once, quietly taken back when it fails, spec §8. */
export function useSetSaveHidden() {
  const client = useQueryClient();
  const show = (id: string, isHidden: boolean) =>
    client.setQueriesData<ClosetPages>({ queryKey: ownKey }, (closet) => closet && setHidden(closet, id, isHidden));
  return useMutation({
    meta: { success: "Visibility updated", isQuiet: true },
    mutationFn: ({ id, isHidden }: { id: string; isHidden: boolean }) =>
      call("PUT /api/closet/:saveId/hidden", { params: { saveId: id }, body: { isHidden } }),
    onMutate: ({ id, isHidden }) => void show(id, isHidden),
    onError: (_error, { id, isHidden }) => void show(id, !isHidden),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["closet", "of"] }),
        client.invalidateQueries({ queryKey: ["boards"] }),
      ]),
  });
}

function setHidden(closet: ClosetPages, id: string, isHidden: boolean): ClosetPages {
  const pages = closet.pages.map((page) => ({
    ...page,
    items: page.items.map((save) => (save.id === id ? { ...save, isHidden } : save)),
  }));
  return { ...closet, pages };
}

/** Opens or closes the whole closet; shown at once, quietly taken back when it fails, spec §8. */
export function useSetClosetPrivate() {
  const client = useQueryClient();
  const show = (isClosetPrivate: boolean) =>
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, isClosetPrivate });
  return useMutation({
    meta: { isQuiet: true },
    scope: { id: "closet privacy" },
    mutationFn: (isClosetPrivate: boolean) => call("PATCH /api/me", { body: { isClosetPrivate } }),
    onMutate: (isClosetPrivate) => void show(isClosetPrivate),
    onSuccess: (me: Me) => {
      show(me.isClosetPrivate);
      notify.success(me.isClosetPrivate ? "Closet is now private" : "Closet is now public");
    },
    onError: (_error, isClosetPrivate) => void show(!isClosetPrivate),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["closet", "of"] }),
        client.invalidateQueries({ queryKey: ["profiles"], predicate: ({ queryKey }) => queryKey[2] === "profile" }),
      ]),
  });
}
