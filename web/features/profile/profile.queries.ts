import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Me, ProfileEdit } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { meQuery } from "#web/api/me.ts";

export const profileQueries = {
  profile: (username: string) =>
    queryOptions({
      queryKey: ["profiles", username, "profile"],
      queryFn: ({ signal }) => call("GET /api/profiles/:username", { params: { username } }, signal),
      staleTime: limits.profileCacheMs,
      meta: { failure: "Failed to load profile data" },
    }),
  /** Four at first, spec §9; more on demand. */
  outfits: (username: string) =>
    infiniteQueryOptions({
      queryKey: ["profiles", username, "outfits"],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) =>
        call(
          "GET /api/profiles/:username/outfits",
          {
            params: { username },
            query: { cursor, limit: cursor === undefined ? limits.profileOutfitItems : limits.pageItems },
          },
          signal,
        ),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
};

function useProfileEdit(texts: { success?: string; failure?: string; isQuiet?: boolean }) {
  const client = useQueryClient();
  return useMutation({
    meta: { ...texts, signIn: "Please sign in" },
    mutationFn: (body: ProfileEdit) => call("PATCH /api/me", { body }),
    onSuccess: (me: Me) => {
      client.setQueryData(meQuery.queryKey, me);
      return client.invalidateQueries({ queryKey: ["profiles", me.username, "profile"] });
    },
  });
}

export const useChangeAvatar = () =>
  useProfileEdit({ success: "Profile picture updated!", failure: "Failed to update profile picture" });
export const useChangeBanner = () =>
  useProfileEdit({ success: "Banner updated successfully!", failure: "Failed to upload banner" });

export function useDeleteOutfit(username: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Outfit deleted successfully", failure: "Failed to delete outfit" },
    mutationFn: (outfitId: string) => call("DELETE /api/outfits/:outfitId", { params: { outfitId } }),
    onSuccess: async (_done, outfitId) => {
      client.removeQueries({ queryKey: ["outfits", "detail", outfitId] });
      await Promise.all([
        client.invalidateQueries({ queryKey: ["profiles", username] }),
        client.invalidateQueries({ queryKey: meQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["outfits"], refetchType: "none" }),
        client.invalidateQueries({ queryKey: ["closet"], refetchType: "none" }),
      ]);
    },
  });
}
