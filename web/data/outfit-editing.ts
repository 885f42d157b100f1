import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewOutfit, Outfit, OutfitCard } from "#contract/outfits.ts";
import type { Award } from "#contract/points.ts";
import { call } from "#web/api/call.ts";
import { removeWithUndo } from "#web/lib/removals.ts";
import { boardKeys, closetKeys } from "./closet-keys.ts";
import { meKey } from "./me.ts";
import { outfitKeys } from "./outfits.ts";
import { showAwards } from "./points-cache.ts";
import { profileKeys } from "./profiles.ts";
import { stylesKey } from "./style-keys.ts";

/** The picture changes only with an `imageId`. */
export type OutfitUpdate = Omit<NewOutfit, "imageId"> & { imageId?: string };

/** The outfit as it is now: an edit never begins from a saved copy. */
export const editedOutfitQuery = (outfitId: string) =>
  queryOptions({
    queryKey: ["outfit-editing", outfitId],
    queryFn: ({ signal }) => call("GET /api/outfits/:outfitId", { params: { outfitId } }, signal, "no-store"),
    // The route loads it at each visit; a later reload would replace what is being typed.
    staleTime: "static",
    // From the loader to the form's first frames nothing may use it yet.
    gcTime: 60_000,
  });

const ofLink = (award: Award) => ({ award, source: "TAG_LINK" as const });

export function usePostOutfit() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      success: "Outfit posted successfully!",
      failure: "Failed to post outfit",
      signIn: "Please sign in to post outfits",
    },
    mutationFn: (outfit: NewOutfit) => call("POST /api/outfits", { body: outfit }),
    onSuccess: ({ award, linkAwards }) => {
      showAwards(client, [{ award, source: "POST_OUTFIT" }, ...linkAwards.map(ofLink)]);
      return client.invalidateQueries({ refetchType: "none" });
    },
  });
}

export function useUpdateOutfit(outfitId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Outfit updated successfully!", failure: "Failed to update outfit", signIn: "Please sign in" },
    mutationFn: (outfit: OutfitUpdate) => call("PUT /api/outfits/:outfitId", { params: { outfitId }, body: outfit }),
    onSuccess: ({ outfit, linkAwards }) => {
      showAwards(client, linkAwards.map(ofLink));
      // Back, pressed before the next page has come, still finds the form, which then changes this one.
      client.setQueryData<Outfit>(editedOutfitQuery(outfitId).queryKey, (edited) => edited && outfit);
      // Title and photo are in many lists; each is reloaded when it is next shown.
      return client.invalidateQueries({ refetchType: "none" });
    },
  });
}

/** Deletes an own outfit, which can be undone for a while. */
export function useDeleteOutfit(username: string): (outfit: Pick<OutfitCard, "id" | "title">) => void {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    meta: { failure: "Failed to delete outfit" },
    mutationFn: (outfitId: string) => call("DELETE /api/outfits/:outfitId", { params: { outfitId } }),
    onSuccess: async (_done, outfitId) => {
      client.removeQueries({ queryKey: outfitKeys.detail(outfitId) });
      // A list on screen is not loaded again, which would lose the reader's place.
      client.setQueriesData({}, (data: unknown) => leaveOut(data, outfitId));
      await Promise.all([
        client.invalidateQueries({ queryKey: profileKeys.ofMember(username) }),
        client.invalidateQueries({ queryKey: meKey }),
        client.invalidateQueries({ queryKey: outfitKeys.all, refetchType: "none" }),
        client.invalidateQueries({ queryKey: closetKeys.all, refetchType: "none" }),
        // For their counts; a board's saves are a list like the others.
        client.invalidateQueries({ queryKey: stylesKey }),
        client.invalidateQueries({ queryKey: boardKeys.all, predicate: ({ queryKey: key }) => key[1] !== "saves" }),
      ]);
    },
  });
  return ({ id, title }) => removeWithUndo(id, "Outfit deleted successfully", () => mutateAsync(id), title);
}

/** A cached list of outfits or saves, its pages or a search by photo, without the outfit; undefined if it is not in there. */
function leaveOut(data: unknown, outfitId: string): unknown {
  const { items, pages, outfits } = (data ?? {}) as Partial<Record<"items" | "pages" | "outfits", unknown>>;
  if (Array.isArray(pages)) {
    const next = pages.map((page: unknown) => leaveOut(page, outfitId) ?? page);
    return next.some((page, index) => page !== pages[index]) ? { ...(data as object), pages: next } : undefined;
  }
  const [name, list] = Array.isArray(items) ? ["items", items] : ["outfits", outfits];
  if (!Array.isArray(list)) return undefined;
  const next = list.filter((item: { id?: string; outfit?: { id: string } }) => (item.outfit ?? item).id !== outfitId);
  return next.length < list.length ? { ...(data as object), [name]: next } : undefined;
}
