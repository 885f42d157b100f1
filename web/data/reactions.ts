import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Award, AwardSource } from "#contract/points.ts";
import { call } from "#web/api/call.ts";
import { openOverlay } from "#web/lib/overlay.ts";
import { toast } from "#web/lib/toast.ts";
import { type OutfitPatch, patchOutfit } from "./outfit-cache.ts";
import { showAwards } from "./points.ts";
import { useSignInGate } from "./use-sign-in-gate.ts";

interface Outcome {
  patch: OutfitPatch;
  award: Award | null;
}

interface Reaction {
  action: "like" | "save";
  signIn: string;
  failure: string;
  awardSource: AwardSource;
  /** Says that it is done. */
  announce?: (isOn: boolean, outfitId: string) => void;
  isOn: (card: OutfitCard) => boolean;
  /** The card's optimistic state. */
  guess: (isOn: boolean) => OutfitPatch;
  send: (outfitId: string, isOn: boolean) => Promise<Outcome>;
}

const like: Reaction = {
  action: "like",
  signIn: "Please sign in to like outfits",
  failure: "Failed to update like",
  awardSource: "LIKE",
  isOn: (card) => card.liked,
  guess: (isOn) => (card) => ({
    liked: isOn,
    likesCount: card.likesCount + (isOn === card.liked ? 0 : isOn ? 1 : -1),
  }),
  async send(outfitId, isOn) {
    const name = isOn ? "PUT /api/outfits/:outfitId/like" : "DELETE /api/outfits/:outfitId/like";
    const { liked, likesCount, award } = await call(name, { params: { outfitId } });
    return { patch: () => ({ liked, likesCount }), award };
  },
};

const save: Reaction = {
  action: "save",
  signIn: "Please sign in to save outfits",
  failure: "Failed to update save",
  awardSource: "FAVORITE",
  announce(isOn, outfitId) {
    if (!isOn) return toast.success("Removed from closet");
    const action = { label: "Choose board", onClick: () => openOverlay({ kind: "board", outfitId }) };
    return toast.success("Saved to closet!", { action });
  },
  isOn: (card) => card.saved,
  guess: (isOn) => () => ({ saved: isOn }),
  async send(outfitId, isOn) {
    const name = isOn ? "PUT /api/outfits/:outfitId/save" : "DELETE /api/outfits/:outfitId/save";
    const { saved, award } = await call(name, { params: { outfitId } });
    return { patch: () => ({ saved }), award };
  },
};

/**
 * The requested state and the one that the server last confirmed. Taps while a request is in flight only change
 * `target`.
 */
interface ReactionRequest {
  target: boolean;
  confirmed: boolean;
  isSending: boolean;
}
const requests = new WeakMap<QueryClient, Map<string, ReactionRequest>>();

function requestFor(client: QueryClient, key: string, confirmed: boolean): ReactionRequest {
  let ofClient = requests.get(client);
  if (!ofClient) requests.set(client, (ofClient = new Map()));
  let request = ofClient.get(key);
  if (!request?.isSending) ofClient.set(key, (request = { target: confirmed, confirmed, isSending: false }));
  return request;
}

/** Sends requests until the server has confirmed the target, so that quick taps end in the state of the last one. */
async function settle(
  client: QueryClient,
  reaction: Reaction,
  outfitId: string,
  request: ReactionRequest,
): Promise<void> {
  request.isSending = true;
  try {
    while (request.target !== request.confirmed) {
      const isOn = request.target;
      const { patch, award } = await reaction.send(outfitId, isOn);
      request.confirmed = isOn;
      if (request.target === isOn) patchOutfit(client, outfitId, patch);
      showAwards(client, [{ award, source: reaction.awardSource }]);
    }
  } catch (error) {
    request.target = request.confirmed;
    patchOutfit(client, outfitId, reaction.guess(request.confirmed));
    throw error;
  } finally {
    request.isSending = false;
  }
}

/** Toggles a reaction. Optimistic; rolled back with a toast on failure. */
function useReaction(reaction: Reaction): (card: OutfitCard, isOn?: boolean) => void {
  const client = useQueryClient();
  const requireSignIn = useSignInGate();
  const { mutate } = useMutation({
    meta: { failure: reaction.failure, signIn: reaction.signIn },
    mutationFn: async ({ card, request }: { card: OutfitCard; request: ReactionRequest }) => {
      const before = request.confirmed;
      await settle(client, reaction, card.id, request);
      if (request.confirmed !== before) reaction.announce?.(request.confirmed, card.id);
    },
  });
  return useCallback(
    (card, isOn = !reaction.isOn(card)) => {
      if (isOn === reaction.isOn(card)) return;
      if (!requireSignIn(reaction.signIn, { action: reaction.action, id: card.id })) return;
      const request = requestFor(client, `${reaction.failure} ${card.id}`, reaction.isOn(card));
      request.target = isOn;
      patchOutfit(client, card.id, reaction.guess(isOn));
      if (!request.isSending) mutate({ card, request });
    },
    [client, requireSignIn, mutate, reaction],
  );
}

/** `like(card)` toggles, `like(card, true)` only likes (a double tap never removes a like). */
export const useLike = () => useReaction(like);
export const useSave = () => useReaction(save);
