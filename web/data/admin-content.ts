import { useMutation, useQueryClient } from "@tanstack/react-query";
import { counted } from "#contract/counted.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { pagedQuery } from "./paged.ts";

interface ContentFilter<State> {
  search?: string | undefined;
  state?: State | undefined;
  memberId?: string | undefined;
}

export type OutfitState = "active" | "hidden" | "cover";

const keys = { all: ["admin", "content"] } as const;
const meta = { failure: "Failed to load content" };

export const adminContentQueries = {
  outfits: (filter: ContentFilter<OutfitState>) =>
    pagedQuery(
      [...keys.all, "outfits", filter],
      (cursor, signal) => call("GET /api/admin/outfits", { query: { ...filter, cursor } }, signal),
      { meta },
    ),
  comments: (filter: ContentFilter<"shown" | "hidden">) =>
    pagedQuery(
      [...keys.all, "comments", filter],
      (cursor, signal) => call("GET /api/admin/comments", { query: { ...filter, cursor } }, signal),
      { meta },
    ),
};

/** Says what became of a step for one or several things; another admin may have been faster with some of them. */
function tellChange(noun: "Outfit" | "Comment", word: string, doneCount: number, askedCount: number): void {
  const restCount = askedCount - doneCount;
  const rest = restCount === 0 ? "" : `, ${restCount} ${restCount === 1 ? "was" : "were"} ${word} already`;
  if (doneCount === 0) toast.info(`Nothing changed: already ${word}`);
  else if (askedCount === 1) toast.success(`${noun} ${word} successfully`);
  else toast.success(`${counted(doneCount, noun.toLowerCase())} ${word}${rest}`);
}

/** Hides outfits with a reason, or shows them again. */
export function useSetOutfits(state: "active" | "hidden") {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to update outfit" },
    mutationFn: ({ ids, reason }: { ids: string[]; reason: string | null }) =>
      call("POST /api/admin/outfits/state", { body: { ids, state, reason } }),
    onSuccess: ({ changed }, { ids }) =>
      tellChange("Outfit", state === "hidden" ? "hidden" : "shown", changed.length, ids.length),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

/** Lets an outfit lead the covers, or no longer. */
export function useSetCoverPick() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to update outfit" },
    mutationFn: ({ id, isPicked }: { id: string; isPicked: boolean }) =>
      call("PUT /api/admin/outfits/:outfitId/cover-pick", { params: { outfitId: id }, body: { isPicked } }),
    onSuccess: (_done, { isPicked }) => {
      toast.success(isPicked ? "Outfit leads the covers" : "Outfit no longer leads the covers");
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

/** Deletes comments with a reason. */
export function useDeleteComments() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to delete comment" },
    mutationFn: (body: { ids: string[]; reason: string }) => call("POST /api/admin/comments/delete", { body }),
    onSuccess: ({ deleted }, { ids }) => tellChange("Comment", "deleted", deleted.length, ids.length),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
