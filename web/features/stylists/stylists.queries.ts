import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Author } from "#contract/page.ts";
import type { TopStylists } from "#contract/stylists.ts";
import { call } from "#web/api/call.ts";
import { type Spots, toItems, toSpots } from "./spots.ts";

export const stylistQueries = {
  ofMember: (username: string) =>
    queryOptions({
      queryKey: ["stylists", "of", username],
      queryFn: ({ signal }) => call("GET /api/profiles/:username/stylists", { params: { username } }, signal),
    }),
  search: (letters: string) =>
    queryOptions({
      queryKey: ["stylists", "search", letters],
      queryFn: ({ signal }) => call("GET /api/stylists", { query: { search: letters } }, signal),
      enabled: letters !== "",
      // §9: the stylist list is never kept.
      staleTime: 0,
    }),
};

/** The three changes of one's own Top 3: shown at once, taken back with the spec's toast if the server refuses. */
export function useTopStylistChanges(username: string) {
  const client = useQueryClient();
  const { queryKey } = stylistQueries.ofMember(username);
  const show = async (change: (spots: Spots) => Spots) => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, { items: toItems(change(toSpots(before?.items ?? []))) });
    return { before };
  };
  const takeBack = (_error: Error, _input: unknown, context: { before: TopStylists | undefined } | undefined) => {
    client.setQueryData(queryKey, context?.before);
    return client.invalidateQueries({ queryKey });
  };
  const settle = (reply: TopStylists) => client.setQueryData(queryKey, reply);

  const add = useMutation({
    meta: { success: "Added to your Top 3 Stylists!", failure: "Failed to add stylist" },
    mutationFn: ({ position, stylist }: { position: number; stylist: Author }) =>
      call("PUT /api/me/stylists/:position", { params: { position }, body: { stylistId: stylist.id } }),
    onMutate: ({ position, stylist }) =>
      show((spots) => (spots.some((known) => known?.id === stylist.id) ? spots : spots.with(position - 1, stylist))),
    onSuccess: settle,
    onError: takeBack,
  });
  const remove = useMutation({
    meta: { success: "Removed from your Top 3 Stylists", failure: "Failed to remove stylist" },
    mutationFn: (position: number) => call("DELETE /api/me/stylists/:position", { params: { position } }),
    onMutate: (position) => show((spots) => spots.with(position - 1, null)),
    onSuccess: settle,
    onError: takeBack,
  });
  const reorder = useMutation({
    meta: { success: "Stylist order updated!", failure: "Failed to update order" },
    mutationFn: (spots: Spots) =>
      call("PUT /api/me/stylists", { body: { stylistIds: spots.map((stylist) => stylist?.id ?? null) } }),
    onMutate: (spots) => show(() => spots),
    onSuccess: settle,
    onError: takeBack,
  });
  return { add, remove, reorder };
}
