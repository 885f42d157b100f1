import { type QueryClient, queryOptions, skipToken, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Detection } from "#contract/detection.ts";
import { call } from "#web/api/call.ts";

/** Where pictures are sent, and the member's earlier brands. */
export const detectionHelpQuery = queryOptions({
  queryKey: ["detection", "help"],
  queryFn: ({ signal }) => call("GET /api/me/detection", undefined, signal),
  staleTime: 5 * 60_000,
});

const placePauseMs = 1_000;

/** How many pictures are looked at before this one; asked again and again while it is used. */
export const detectionPlaceQuery = (imageId: string) =>
  queryOptions({
    queryKey: ["detection", "place", imageId],
    queryFn: ({ signal }) => call("GET /api/detections/:imageId/place", { params: { imageId } }, signal),
    refetchInterval: placePauseMs,
    // What was true for an earlier detection.
    gcTime: 0,
  });

/** What was found in a picture when it was last asked: of its largest person, or of the one that was chosen. */
export const foundQuery = (imageId: string) =>
  queryOptions<Detection>({ queryKey: ["detection", "found", imageId], queryFn: skipToken, staleTime: Infinity });

export interface DetectionRequest {
  /** An upload, or else the cover of an own outfit. */
  picture: { imageId: string } | { outfitId: string };
  point?: { x: number; y: number } | undefined;
  signal: AbortSignal;
}

/** Detects clothes; null if it was cancelled. What is found in an upload is kept for `foundQuery`. */
export function useDetectClothing() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to detect clothing. Please try again." },
    mutationFn: async ({ picture, point, signal }: DetectionRequest): Promise<Detection | null> => {
      try {
        const found = await call("POST /api/detections", { body: { ...picture, ...(point ? { point } : {}) } }, signal);
        if ("imageId" in picture) keepFound(client, picture.imageId, found);
        return found;
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
  });
}

function keepFound(client: QueryClient, imageId: string, found: Detection): void {
  client.setQueryData(foundQuery(imageId).queryKey, found);
}
