import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Award } from "#contract/outfits.ts";
import { call } from "#web/api/call.ts";
import { awardText } from "#web/text/awards.ts";
import { notify } from "#web/ui/notify.ts";
import { type OutfitFields, toBody } from "./outfit-form.ts";

export const outfitEditorQueries = {
  /** The outfit as it stands now: an edit never begins from an old copy. */
  outfit: (outfitId: string) =>
    queryOptions({
      queryKey: ["outfit-editor", outfitId],
      queryFn: ({ signal }) => call("GET /api/outfits/:outfitId", { params: { outfitId } }, signal),
      staleTime: 0,
      gcTime: 0,
    }),
};

export function usePostOutfit() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      success: "Outfit posted successfully!",
      failure: "Failed to post outfit",
      signIn: "Please sign in to post outfits",
    },
    mutationFn: (fields: OutfitFields) =>
      call("POST /api/outfits", { body: { ...toBody(fields), imageId: fields.image?.id ?? "" } }),
    onSuccess: ({ award, linkAwards }) => {
      sayAward(award, "posting an outfit");
      for (const linkAward of linkAwards) sayAward(linkAward, "tagging a product link");
      return client.invalidateQueries({ refetchType: "none" });
    },
  });
}

function sayAward(award: Award, source: string): void {
  if (award.success) notify.success(awardText(award, source), { duration: limits.pointsToastMs });
}

export function useUpdateOutfit(outfitId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Outfit updated successfully!", failure: "Failed to update outfit", signIn: "Please sign in" },
    mutationFn: (fields: OutfitFields) => {
      const imageId = fields.image?.id;
      return call("PUT /api/outfits/:outfitId", {
        params: { outfitId },
        body: { ...toBody(fields), ...(imageId ? { imageId } : {}) },
      });
    },
    // The title and photo stand in many lists; each is asked for again when it is next seen.
    onSuccess: () => client.invalidateQueries({ refetchType: "none" }),
  });
}
