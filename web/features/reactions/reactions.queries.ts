import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Award, OutfitCard } from "#contract/outfits.ts";
import { call } from "#web/api/call.ts";
import { useSignInGate } from "#web/api/use-sign-in-gate.ts";
import { awardText } from "#web/text/awards.ts";
import { notify } from "#web/ui/notify.ts";
import { limits } from "#contract/limits.ts";
import { type OutfitPatch, patchOutfit } from "./patch-outfit.ts";

interface Outcome {
  patch: OutfitPatch;
  award: Award | null;
}

interface Reaction {
  signIn: string;
  failure: string;
  awardSource: string;
  /** Toasts once the server has agreed. */
  done?: { on: string; off: string };
  isOn: (card: OutfitCard) => boolean;
  /** The card as it will be, before the server agrees. */
  guess: (isOn: boolean) => OutfitPatch;
  send: (outfitId: string, isOn: boolean) => Promise<Outcome>;
}

const like: Reaction = {
  signIn: "Please sign in to like outfits",
  failure: "Failed to update like",
  awardSource: "liking an outfit",
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
  signIn: "Please sign in to save outfits",
  failure: "Failed to update save",
  awardSource: "saving an outfit",
  done: { on: "Saved to closet!", off: "Removed from closet" },
  isOn: (card) => card.saved,
  guess: (isOn) => () => ({ saved: isOn }),
  async send(outfitId, isOn) {
    const name = isOn ? "PUT /api/outfits/:outfitId/save" : "DELETE /api/outfits/:outfitId/save";
    const { saved, award } = await call(name, { params: { outfitId } });
    return { patch: () => ({ saved }), award };
  },
};

/** What is wanted and what the server last agreed to; taps while a request is under way only change the wish. */
interface Wish {
  wanted: boolean;
  agreed: boolean;
  isSending: boolean;
}
const wishes = new WeakMap<QueryClient, Map<string, Wish>>();

function wishFor(client: QueryClient, key: string, agreed: boolean): Wish {
  let ofClient = wishes.get(client);
  if (!ofClient) wishes.set(client, (ofClient = new Map()));
  let wish = ofClient.get(key);
  if (!wish?.isSending) ofClient.set(key, (wish = { wanted: agreed, agreed, isSending: false }));
  return wish;
}

/** Sends until the server agrees with the latest wish, so that any number of quick taps end in the last one's state. */
async function settle(client: QueryClient, reaction: Reaction, outfitId: string, wish: Wish): Promise<void> {
  wish.isSending = true;
  try {
    while (wish.wanted !== wish.agreed) {
      const isOn = wish.wanted;
      const { patch, award } = await reaction.send(outfitId, isOn);
      wish.agreed = isOn;
      if (wish.wanted === isOn) patchOutfit(client, outfitId, patch);
      if (award?.success) notify.success(awardText(award, reaction.awardSource), { duration: limits.pointsToastMs });
    }
  } catch (error) {
    wish.wanted = wish.agreed;
    patchOutfit(client, outfitId, reaction.guess(wish.agreed));
    throw error;
  } finally {
    wish.isSending = false;
  }
}

/** Switches a reaction at once and rolls it back with the spec's toast if the server refuses. */
function useReaction(reaction: Reaction): (card: OutfitCard, isOn?: boolean) => void {
  const client = useQueryClient();
  const mayGoOn = useSignInGate();
  const { mutate } = useMutation({
    meta: { failure: reaction.failure, signIn: reaction.signIn },
    mutationFn: async ({ card, wish }: { card: OutfitCard; wish: Wish }) => {
      const before = wish.agreed;
      await settle(client, reaction, card.id, wish);
      if (wish.agreed !== before && reaction.done) notify.success(wish.agreed ? reaction.done.on : reaction.done.off);
    },
  });
  return useCallback(
    (card, isOn = !reaction.isOn(card)) => {
      if (isOn === reaction.isOn(card) || !mayGoOn(reaction.signIn)) return;
      const wish = wishFor(client, `${reaction.failure} ${card.id}`, reaction.isOn(card));
      wish.wanted = isOn;
      patchOutfit(client, card.id, reaction.guess(isOn));
      if (!wish.isSending) mutate({ card, wish });
    },
    [client, mayGoOn, mutate, reaction],
  );
}

/** `like(card)` toggles, `like(card, true)` only likes (a double tap never takes a like back). */
export const useLike = () => useReaction(like);
export const useSave = () => useReaction(save);
