import { queryOptions, useMutation } from "@tanstack/react-query";
import type { Detection } from "#contract/detection.ts";
import { call } from "#web/api/call.ts";

/** Where pictures are sent, and the member's earlier brands. */
export const detectionHelpQuery = queryOptions({
  queryKey: ["detection", "help"],
  queryFn: ({ signal }) => call("GET /api/me/detection", undefined, signal),
  staleTime: 5 * 60_000,
});

export interface DetectionWish {
  /** An upload, or else the cover of an own outfit. */
  picture: { imageId: string } | { outfitId: string };
  point?: { x: number; y: number } | undefined;
  signal: AbortSignal;
}

/** Detects clothes; null if it was cancelled. */
export function useDetectClothing() {
  return useMutation({
    meta: { failure: "Failed to detect clothing. Please try again." },
    mutationFn: async ({ picture, point, signal }: DetectionWish): Promise<Detection | null> => {
      try {
        return await call("POST /api/detections", { body: { ...picture, ...(point ? { point } : {}) } }, signal);
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
  });
}
