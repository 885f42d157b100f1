import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeDirection, SwipeOutcome } from "#contract/swipes.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { patchOutfit } from "#web/features/reactions/patch-outfit.ts";
import { awardText } from "#web/text/awards.ts";
import { notify } from "#web/ui/notify.ts";
import { deal, type Deck, isReloadDue, putAway, putNext, takeBack, takeTop } from "./deck-state.ts";

const deckKey = ["swipes", "deck"] as const;
const swipeKey = ["swipes", "send"] as const;
const none: Deck = { items: [], past: [] };

/** A swipe on its way to the server, or its undoing. */
interface Deed {
  card: OutfitCard;
  direction: SwipeDirection;
  isUndone: boolean;
}

/** The deck outlives its screen: whoever looks at a card's details comes back to the same card. */
export const deckQuery = queryOptions({
  queryKey: deckKey,
  queryFn: async ({ client, signal }): Promise<Deck> => {
    const { items } = await call("GET /api/swipes/deck", undefined, signal);
    return deal(client.getQueryData<Deck>(deckKey), items, (id) => isUnderWay(client, id));
  },
  // It is asked again when it runs low, not by the clock.
  staleTime: Infinity,
  meta: { failure: "Failed to load outfits" },
});

function isUnderWay(client: QueryClient, outfitId: string): boolean {
  const sending = client.getMutationCache().findAll({ mutationKey: swipeKey, status: "pending" });
  return sending.some(({ state }) => (state.variables as Deed | undefined)?.card.id === outfitId);
}

/** Gone, or never to be swiped: it does not come back. */
function isOutOfPlay(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "outfit.not_found" || error.code === "outfit.is_own");
}

function useSend() {
  const client = useQueryClient();
  const change = (next: (deck: Deck) => Deck) => {
    client.setQueryData<Deck>(deckKey, (deck) => deck && next(deck));
  };
  return useMutation({
    mutationKey: swipeKey,
    // One after the other, so that an undoing never overtakes its swipe.
    scope: { id: "swipes" },
    meta: { failure: "Failed to record swipe", signIn: "Please sign in to like outfits" },
    mutationFn: ({ card, direction, isUndone }: Deed) => {
      const params = { outfitId: card.id };
      return isUndone
        ? call("DELETE /api/outfits/:outfitId/swipe", { params })
        : call("PUT /api/outfits/:outfitId/swipe", { params, body: { direction } });
    },
    onSuccess: (outcome, { card, isUndone }) => showLike(client, card, outcome, isUndone),
    onError: (error, { card, direction, isUndone }) => {
      if (isUndone) change((deck) => putAway(deck, { card, direction }));
      else if (!isOutOfPlay(error)) change((deck) => putNext(deck, card));
    },
  });
}

function showLike(client: QueryClient, card: OutfitCard, { like }: SwipeOutcome, isUndone: boolean): void {
  if (!like) return;
  patchOutfit(client, card.id, () => ({ liked: like.liked, likesCount: like.likesCount }));
  if (!isUndone) notify.success("Added to likes! 💕");
  if (!like.award?.success) return;
  notify.success(awardText(like.award, "liking an outfit"), { duration: limits.pointsToastMs });
}

/** The deck and what can be done with it. Every swipe counts at once and is rolled back if the server refuses. */
export function useDeck() {
  const client = useQueryClient();
  const query = useQuery(deckQuery);
  const { mutate } = useSend();
  const deck = query.data ?? none;
  // Read anew each time: two quick presses are two swipes, not the same one twice.
  const current = () => client.getQueryData<Deck>(deckKey) ?? none;

  return {
    deck,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    reload: () => void query.refetch({ cancelRefetch: false }),
    /** Swipes the top card and gives it; undefined when there is none. */
    swipe(direction: SwipeDirection): OutfitCard | undefined {
      const [card] = current().items;
      if (!card) return undefined;
      const next = client.setQueryData<Deck>(deckKey, takeTop(current(), direction));
      mutate({ card, direction, isUndone: false });
      if (next && isReloadDue(next)) void query.refetch({ cancelRefetch: false });
      return card;
    },
    /** Takes the last swipe back and gives it; undefined when there is none. */
    undo() {
      const last = current().past.at(-1);
      if (!last) return undefined;
      client.setQueryData<Deck>(deckKey, takeBack(current()));
      mutate({ ...last, isUndone: true });
      return last;
    },
  };
}
