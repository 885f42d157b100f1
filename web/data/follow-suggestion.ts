import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { wordsOf } from "./follows.ts";
import { meKey } from "./me.ts";
import { outfitKeys } from "./outfits.ts";
import { profileKeys } from "./profiles.ts";

interface SuggestionChange {
  memberId: string;
  isFollowed: boolean;
}

/** Follows or unfollows a suggested stylist; the screen keeps the state. Quick taps are sent in order. */
export function useFollowSuggestion() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      signIn: "Please sign in",
      failure: "Failed to follow",
      intentOf: ({ memberId, isFollowed }: SuggestionChange) => !isFollowed && { action: "follow", id: memberId },
    },
    scope: { id: "follow suggestions" },
    mutationFn: ({ memberId, isFollowed }: SuggestionChange) =>
      call(isFollowed ? "DELETE /api/follows/:memberId" : "PUT /api/follows/:memberId", { params: { memberId } }),
    onSuccess: ({ state }, { isFollowed }) => {
      toast.success(wordsOf(state, !isFollowed));
      // The next tap, and the end of the onboarding, do not wait for one's own figures.
      void client.invalidateQueries({ queryKey: meKey });
      return Promise.all([
        client.invalidateQueries({ queryKey: profileKeys.all }),
        client.invalidateQueries({ queryKey: outfitKeys.all, refetchType: "none" }),
      ]);
    },
  });
}
