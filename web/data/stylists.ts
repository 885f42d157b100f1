import { type QueryKey, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Author } from "#contract/page.ts";
import type { TopStylists } from "#contract/stylists.ts";
import { call } from "#web/api/call.ts";
import { type Slots, toItems, toSlots } from "./stylist-slots.ts";

const stylistKeys = {
  ofMember: (username: string) => ["stylists", "of", username],
  search: (letters: string) => ["stylists", "search", letters],
  suggested: (styleIds: readonly string[], ownUserId: string) => ["stylists", "suggested", ownUserId, ...styleIds],
} as const;

export const stylistQueries = {
  ofMember: (username: string) =>
    queryOptions({
      queryKey: stylistKeys.ofMember(username),
      queryFn: ({ signal }) => call("GET /api/profiles/:username/stylists", { params: { username } }, signal),
      // The stylist list is never cached.
      staleTime: 0,
    }),
  search: (letters: string) =>
    queryOptions({
      queryKey: stylistKeys.search(letters),
      queryFn: ({ signal }) => call("GET /api/stylists", { query: { search: letters } }, signal),
      enabled: letters !== "",
      staleTime: 0,
    }),
  /** Suggested members to follow, those who post in these styles first; without styles, from all of them. */
  suggested: (styleIds: readonly string[], ownUserId: string) =>
    queryOptions({
      queryKey: stylistKeys.suggested(styleIds, ownUserId),
      queryFn: ({ signal }) => call("GET /api/stylists/suggested", { query: { styles: styleIds.join(",") } }, signal),
      // Members followed from the list stay in it.
      staleTime: Infinity,
    }),
};

const changeKey = ["stylists", "change"];
const signIn = "Not authenticated";

/** Adds to, removes from and reorders the caller's Top 3. Optimistic; rolled back with a toast on failure. */
export function useTopStylistChanges(username: string) {
  const client = useQueryClient();
  const { queryKey } = stylistQueries.ofMember(username);
  const show = async (change: (slots: Slots) => Slots) => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, { items: toItems(change(toSlots(before?.items ?? []))) });
    return { before };
  };
  const { settle, takeBack } = useOutcome(queryKey);
  const add = useMutation({
    meta: { success: "Added to your Top 3 Stylists!", failure: "Failed to add stylist", signIn },
    mutationKey: changeKey,
    scope: { id: "top stylists" },
    mutationFn: ({ position, stylist }: { position: number; stylist: Author }) =>
      call("PUT /api/me/stylists/:position", { params: { position }, body: { stylistId: stylist.id, replaces: null } }),
    onMutate: ({ position, stylist }) =>
      show((slots) => (slots.some((known) => known?.id === stylist.id) ? slots : slots.with(position - 1, stylist))),
    onSuccess: settle,
    onError: takeBack,
  });
  const remove = useMutation({
    meta: { success: "Removed from your Top 3 Stylists", failure: "Failed to remove stylist", signIn },
    mutationKey: changeKey,
    scope: { id: "top stylists" },
    mutationFn: ({ position, stylist }: { position: number; stylist: Author }) =>
      call("DELETE /api/me/stylists/:position", { params: { position }, query: { stylistId: stylist.id } }),
    onMutate: ({ position }) => show((slots) => slots.with(position - 1, null)),
    onSuccess: settle,
    onError: takeBack,
  });
  const reorder = useMutation({
    meta: { success: "Stylist order updated!", failure: "Failed to update order", signIn },
    mutationKey: changeKey,
    scope: { id: "top stylists" },
    mutationFn: (slots: Slots) =>
      call("PUT /api/me/stylists", { body: { stylistIds: slots.map((stylist) => stylist?.id ?? null) } }),
    onMutate: (slots) => show(() => slots),
    onSuccess: settle,
    onError: takeBack,
  });
  return { add, remove, reorder };
}

/** What one change finds out knows nothing of those that still wait for their turn: the last one decides. */
function useOutcome(queryKey: QueryKey) {
  const client = useQueryClient();
  const isLast = () => client.isMutating({ mutationKey: changeKey }) <= 1;
  return {
    settle(reply: TopStylists) {
      if (isLast()) client.setQueryData(queryKey, reply);
    },
    async takeBack(_error: Error, _input: unknown, context: { before: TopStylists | undefined } | undefined) {
      if (!isLast()) return;
      client.setQueryData(queryKey, context?.before);
      await client.invalidateQueries({ queryKey });
    },
  };
}
