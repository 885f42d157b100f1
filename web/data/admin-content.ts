import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { pagedQuery } from "./paged.ts";

interface ContentFilter<State> {
  search?: string | undefined;
  state?: State | undefined;
  memberId?: string | undefined;
}

const keys = { all: ["admin", "content"] } as const;
const meta = { failure: "Failed to load content" };

export const adminContentQueries = {
  outfits: (filter: ContentFilter<"active" | "hidden">) =>
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

/** Hides outfits with a reason, or shows them again. */
export function useSetOutfits(state: "active" | "hidden") {
  const client = useQueryClient();
  return useMutation({
    meta: {
      success: state === "hidden" ? "Outfit hidden successfully" : "Outfit shown successfully",
      failure: "Failed to update outfit",
    },
    mutationFn: ({ ids, reason }: { ids: string[]; reason: string | null }) =>
      call("POST /api/admin/outfits/state", { body: { ids, state, reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

/** Deletes comments with a reason. */
export function useDeleteComments() {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Comment deleted successfully", failure: "Failed to delete comment" },
    mutationFn: (body: { ids: string[]; reason: string }) => call("POST /api/admin/comments/delete", { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
