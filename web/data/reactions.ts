import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { OutfitCard } from "#contract/outfits.ts";
import type { Award, AwardSource } from "#contract/points.ts";
import { call } from "#web/api/call.ts";
import type { Intent } from "#web/lib/intent-storage.ts";
import { openOverlay } from "#web/lib/overlay.ts";
import { removeWithUndo, undoRemoval } from "#web/lib/removals.ts";
import { useIsRemoved, useRemovedIds } from "#web/lib/removed-ids.ts";
import { toast } from "#web/lib/toast.ts";
import { boardKeys, closetKeys } from "./closet-keys.ts";
import { type OutfitPatch, patchOutfit } from "./outfit-cache.ts";
import { showAwards } from "./points-cache.ts";
import { isSending, requestFor, settle, type ToggleRequest } from "./toggle-request.ts";
import { useSignInGate } from "./use-sign-in-gate.ts";

interface Outcome {
  patch: OutfitPatch;
  award: Award | null;
}

export interface Reaction {
  action: "like" | "save";
  meta: { signIn: string; failure: string };
  awardSource: AwardSource;
  /** Says that it is on. */
  announce?: (outfitId: string) => void;
  isOn: (card: OutfitCard) => boolean;
  /** The card's optimistic state. */
  guess: (isOn: boolean) => OutfitPatch;
  send: (outfitId: string, isOn: boolean) => Promise<Outcome>;
}

export const like: Reaction = {
  action: "like",
  meta: { signIn: "Please sign in to like outfits", failure: "Failed to update like" },
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

export const save: Reaction = {
  action: "save",
  meta: { signIn: "Please sign in to save outfits", failure: "Failed to update save" },
  awardSource: "FAVORITE",
  announce(outfitId) {
    const onClick = () => {
      // A save for which a board is chosen is to stay.
      undoRemoval(removedSaveId(outfitId));
      openOverlay({ kind: "board", outfitId });
    };
    toast.success("Saved to closet!", { action: { label: "Choose board", onClick } });
  },
  isOn: (card) => card.saved,
  guess: (isOn) => () => ({ saved: isOn }),
  async send(outfitId, isOn) {
    const name = isOn ? "PUT /api/outfits/:outfitId/save" : "DELETE /api/outfits/:outfitId/save";
    const { saved, award } = await call(name, { params: { outfitId } });
    return { patch: () => ({ saved }), award };
  },
};

const requestKey = ({ action }: Reaction, outfitId: string) => `${action} ${outfitId}`;

interface Reacting {
  card: OutfitCard;
  request: ToggleRequest;
}

const intentOf = ({ action }: Reaction, { id }: OutfitCard): Intent => ({ action, id });

/** Toggles a reaction. Optimistic; rolled back with a toast on failure. The promise is kept when the server has replied. */
function useReaction(reaction: Reaction): (card: OutfitCard, isOn?: boolean) => Promise<void> {
  const client = useQueryClient();
  const requireSignIn = useSignInGate();
  const { mutateAsync } = useMutation({
    meta: {
      ...reaction.meta,
      intentOf: ({ card, request }: Reacting) => request.target && intentOf(reaction, card),
    },
    mutationFn: async ({ card, request }: Reacting) => {
      const before = request.confirmed;
      await settle(request, {
        send: (isOn) => reaction.send(card.id, isOn),
        onReply({ patch, award }, isLast) {
          if (isLast) patchOutfit(client, card.id, patch);
          showAwards(client, [{ award, source: reaction.awardSource }]);
        },
        takeBack: (confirmed) => patchOutfit(client, card.id, reaction.guess(confirmed)),
      });
      if (request.confirmed && !before) reaction.announce?.(card.id);
    },
  });
  return useCallback(
    async (card, isOn = !reaction.isOn(card)) => {
      if (isOn === reaction.isOn(card)) return;
      // What was to be taken back is not done after signing in.
      if (!requireSignIn(reaction.meta.signIn, isOn ? intentOf(reaction, card) : undefined)) return;
      const request = requestFor(client, requestKey(reaction, card.id), reaction.isOn(card));
      request.target = isOn;
      patchOutfit(client, card.id, reaction.guess(isOn));
      if (request.isSending) return;
      // A failure was already shown.
      await mutateAsync({ card, request }).catch(() => undefined);
    },
    [client, requireSignIn, mutateAsync, reaction],
  );
}

/** `like(card)` toggles, `like(card, true)` only likes (a double tap never removes a like). */
export const useLike: () => (card: OutfitCard, isOn?: boolean) => void = () => useReaction(like);

/** The id of a save's removal, as of its request: all that shows a save knows its outfit. */
const removedSaveId = (outfitId: string) => requestKey(save, outfitId);

/** Saves an outfit, or takes it out of the closet and from its boards, which can be undone for a while. */
export function useSave(): (card: OutfitCard, isOn: boolean) => void {
  const client = useQueryClient();
  const set = useReaction(save);
  return useCallback(
    (card, isOn) => {
      const id = removedSaveId(card.id);
      // What is being saved just now has neither board nor mark that could be lost.
      if (isOn || isSending(client, id)) {
        if (!undoRemoval(id)) void set(card, isOn);
        return;
      }
      const remove = async () => {
        await set(card, false);
        await Promise.all([
          client.invalidateQueries({ queryKey: closetKeys.all }),
          client.invalidateQueries({ queryKey: boardKeys.all }),
        ]);
      };
      removeWithUndo(id, "Removed from closet", remove, card.title);
    },
    [client, set],
  );
}

/** Whether an outfit is in the caller's closet, as far as this browser shows it. */
export function useIsSaved(card: OutfitCard): boolean {
  return !useIsRemoved(removedSaveId(card.id)) && card.saved;
}

/**
 * Tells which of the caller's saves are shown: neither the save nor its outfit is deleted and may come back, and the outfit, where
 * the list says so, is still saved, since one that was loaded before knows no removal.
 */
export function useIsSaveShown(): (save: { outfit: { id: string; saved?: boolean } }) => boolean {
  const removedIds = useRemovedIds();
  return ({ outfit: { id, saved } }) => saved !== false && !removedIds.has(id) && !removedIds.has(removedSaveId(id));
}
