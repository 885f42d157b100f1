import {
  type Mutation,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { OutfitCard } from "#contract/outfits.ts";
import type { SwipeDirection, SwipeOutcome } from "#contract/swipes.ts";
import { ApiError } from "#web/api/api-error.ts";
import { call } from "#web/api/call.ts";
import { useLiveGap } from "#web/api/live.ts";
import { toast } from "#web/lib/toast.ts";
import { patchOutfit } from "./outfit-cache.ts";
import { showAwards } from "./points-cache.ts";
import {
  type Deck,
  deckKey,
  dropFromDeck,
  isReloadDue,
  mergeDeck,
  putBackNext,
  takeBack,
  takeTop,
} from "./swipe-deck.ts";

const swipeKey = ["swipes", "send"] as const;
/** A new deck is not asked for again, as when the socket connects right after the first one. */
const freshMs = 10_000;
const none: Deck = { items: [], past: [] };

/** A swipe or undo being sent. */
interface SwipeRequest {
  card: OutfitCard;
  direction: SwipeDirection;
  isUndone: boolean;
}

/** The deck outlives its screen: going back from a card's details shows the same card. */
export const deckQuery = queryOptions({
  queryKey: deckKey,
  queryFn: async ({ client, signal }): Promise<Deck> => {
    // The server's deck has what these changed; it may lack what is sent until it arrives.
    const ended = new Set(requestsOf(client).filter(({ state }) => state.status !== "pending"));
    // A deck that was saved for later knows less than the one shown.
    const isReload = client.getQueryData(deckKey) !== undefined;
    const { items } = await call("GET /api/swipes/deck", undefined, signal, isReload ? "no-store" : "default");
    const inFlight = new Set(requestsOf(client).flatMap((one) => (ended.has(one) ? [] : (outfitIdOf(one) ?? []))));
    return mergeDeck(client.getQueryData<Deck>(deckKey), items, (id) => inFlight.has(id));
  },
  // Reloaded when it runs low, not by time.
  staleTime: Infinity,
  meta: { failure: "Failed to load outfits" },
});

type Sent = Mutation<SwipeOutcome, Error, SwipeRequest>;

/** The swipes and undos of the last minutes, also those that have ended. */
function requestsOf(client: QueryClient): Sent[] {
  return client.getMutationCache().findAll({ mutationKey: swipeKey }) as Sent[];
}

const outfitIdOf = ({ state }: Sent) => state.variables?.card.id;

/** The outfit is gone or the caller's own: its card does not come back. */
function isUnswipeable(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "outfit.not_found" || error.code === "outfit.is_own");
}

function useSend() {
  const client = useQueryClient();
  const change = (next: (deck: Deck) => Deck) => {
    client.setQueryData<Deck>(deckKey, (deck) => deck && next(deck));
  };
  return useMutation({
    mutationKey: swipeKey,
    // One at a time, so that an undo never overtakes its swipe.
    scope: { id: "swipes" },
    meta: {
      failure: "Failed to record swipe",
      signIn: "Please sign in to like outfits",
      intentOf: ({ card, direction, isUndone }: SwipeRequest) =>
        direction === "like" && !isUndone && { action: "like", id: card.id },
    },
    mutationFn: ({ card, direction, isUndone }: SwipeRequest) => {
      const params = { outfitId: card.id };
      return isUndone
        ? call("DELETE /api/outfits/:outfitId/swipe", { params })
        : call("PUT /api/outfits/:outfitId/swipe", { params, body: { direction } });
    },
    onSuccess: (outcome, { card, isUndone }) => showLike(client, card, outcome, isUndone),
    onError: (error, request) => {
      const { card, direction, isUndone } = request;
      const ofCard = requestsOf(client).filter((one) => outfitIdOf(one) === card.id);
      // What was decided about the card since then stands.
      if (ofCard.at(-1)?.state.variables !== request) return;
      if (isUndone) {
        const swiped = ofCard.findLast(({ state }) => state.variables?.isUndone === false);
        // Nothing was left to undo of a swipe that had failed.
        if (swiped?.state.status !== "error") change((deck) => dropFromDeck(deck, { card, direction }));
      } else if (!isUnswipeable(error)) change((deck) => putBackNext(deck, card));
    },
  });
}

function showLike(client: QueryClient, card: OutfitCard, { like }: SwipeOutcome, isUndone: boolean): void {
  if (!like) return;
  patchOutfit(client, card.id, () => ({ liked: like.liked, likesCount: like.likesCount }));
  if (!isUndone) toast.success("Added to likes! 💕");
  showAwards(client, [{ award: like.award, source: "LIKE" }]);
}

/** The deck and its actions. Swipes are optimistic; rolled back on failure. */
export function useDeck() {
  const client = useQueryClient();
  const query = useQuery(deckQuery);
  const { mutate, mutateAsync } = useSend();
  const deck = query.data ?? none;
  // Cards may have been swiped on another device; a deck of a moment ago is right, and offline the shown one stays.
  useLiveGap(() => {
    if (navigator.onLine && Date.now() - query.dataUpdatedAt > freshMs) void query.refetch({ cancelRefetch: false });
  });
  // Read on each call: two quick presses are two swipes, not the same one twice.
  const current = () => client.getQueryData<Deck>(deckKey) ?? none;

  return {
    deck,
    isPending: query.isPending,
    isFetching: query.isFetching,
    error: query.error,
    reload: () => void query.refetch({ cancelRefetch: false }),
    /** Swipes the top card and returns it; undefined if there is none. */
    swipe(direction: SwipeDirection): OutfitCard | undefined {
      const [card] = current().items;
      if (!card) return undefined;
      const next = client.setQueryData<Deck>(deckKey, takeTop(current(), direction));
      mutate({ card, direction, isUndone: false });
      if (next && isReloadDue(next)) void query.refetch({ cancelRefetch: false });
      return card;
    },
    /** Undoes the last swipe and returns it; undefined if there is none. */
    undo() {
      const last = current().past.at(-1);
      if (!last) return undefined;
      client.setQueryData<Deck>(deckKey, takeBack(current()));
      // A card that is no longer dealt, as when its outfit is hidden by now, goes again. A failure was already shown.
      const reload = () => client.invalidateQueries({ queryKey: deckKey });
      void mutateAsync({ ...last, isUndone: true }).then(reload, () => undefined);
      return last;
    },
  };
}
