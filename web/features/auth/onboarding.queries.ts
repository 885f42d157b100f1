import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Author } from "#contract/page.ts";
import { call } from "#web/api/call.ts";

const looksPerStyle = 20;
const stylistsShown = 6;
const looksShown = 3;

export const styleChoiceQuery = queryOptions({
  queryKey: ["styles"],
  queryFn: ({ signal }) => call("GET /api/styles", undefined, signal),
});

export interface StylistSuggestion {
  stylist: Author;
  looks: OutfitCard[];
}

/** Members who post in these styles, those with the most looks first; without a style, in all of them. */
export function stylistSuggestionsQuery(styleIds: readonly string[], ownUserId: string) {
  return queryOptions({
    queryKey: ["onboarding", "stylists", ownUserId, ...styleIds],
    queryFn: async ({ signal }) => {
      const wanted = styleIds.length === 0 ? [undefined] : styleIds;
      const feeds = await Promise.all(
        wanted.map((style) => call("GET /api/outfits", { query: { style, limit: looksPerStyle } }, signal)),
      );
      return {
        items: suggestStylists(
          feeds.flatMap((feed) => feed.items),
          ownUserId,
        ),
      };
    },
    staleTime: 5 * 60_000,
  });
}

/** The authors of these looks with a few of them each, most looks first, then most liked; never oneself. */
function suggestStylists(looks: readonly OutfitCard[], ownUserId: string): StylistSuggestion[] {
  const byAuthor = new Map<string, OutfitCard[]>();
  for (const look of looks) {
    if (look.author.id === ownUserId) continue;
    byAuthor.set(look.author.id, [...(byAuthor.get(look.author.id) ?? []), look]);
  }
  const likes = (given: readonly OutfitCard[]) => given.reduce((sum, { likesCount }) => sum + likesCount, 0);
  return [...byAuthor.values()]
    .toSorted((a, b) => b.length - a.length || likes(b) - likes(a))
    .slice(0, stylistsShown)
    .flatMap((own) => (own[0] ? [{ stylist: own[0].author, looks: own.slice(0, looksShown) }] : []));
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
