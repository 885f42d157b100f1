import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";

/** Counts a member's view. The count may lag, and a failure is ignored. */
export function useCountView() {
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (outfitId: string) => call("POST /api/outfits/:outfitId/views", { params: { outfitId } }),
  });
}
