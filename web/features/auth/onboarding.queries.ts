import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";

export const styleChoiceQuery = queryOptions({
  queryKey: ["styles"],
  queryFn: ({ signal }) => call("GET /api/styles", undefined, signal),
});

/** Members whom one might follow, those who post in these styles first; without a style, in all of them. */
export function stylistSuggestionsQuery(styleIds: readonly string[], ownUserId: string) {
  return queryOptions({
    queryKey: ["onboarding", "stylists", ownUserId, ...styleIds],
    queryFn: ({ signal }) => call("GET /api/stylists/suggested", { query: { styles: styleIds.join(",") } }, signal),
    // Who is followed here stays on the screen.
    staleTime: Infinity,
  });
}

/** Follows or unfollows; the screen shows the answer's state. */
export function useFollowChoice() {
  const client = useQueryClient();
  return useMutation({
    meta: { signIn: "Please sign in", failure: "Failed to follow" },
    mutationFn: ({ memberId, isFollowed }: { memberId: string; isFollowed: boolean }) =>
      isFollowed
        ? call("DELETE /api/follows/:memberId", { params: { memberId } })
        : call("PUT /api/follows/:memberId", { params: { memberId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["profiles"] }),
  });
}
