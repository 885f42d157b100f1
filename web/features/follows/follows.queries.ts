import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { FollowState } from "#contract/follows.ts";
import type { Profile } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { notify } from "#web/ui/notify.ts";

export type FollowList = "followers" | "following";

const calls = {
  followers: "GET /api/profiles/:username/followers",
  following: "GET /api/profiles/:username/following",
} as const;

export const followQueries = {
  list: (username: string, list: FollowList) =>
    infiniteQueryOptions({
      queryKey: ["profiles", username, list],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }) =>
        call(calls[list], { params: { username }, query: { cursor } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
};

interface Member {
  id: string;
  username: string;
}

/** Follows or no longer follows: shown at once, taken back if the server refuses. Taps in a row are sent in their order. */
export function useFollow(member: Member) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to update follow", signIn: "Please sign in" },
    scope: { id: `follow ${member.id}` },
    mutationFn: (isOn: boolean) =>
      call(isOn ? "PUT /api/follows/:memberId" : "DELETE /api/follows/:memberId", { params: { memberId: member.id } }),
    onMutate: (isOn) => {
      patch(client, member, (profile) => guess(profile, isOn));
    },
    onSuccess: ({ state, followersCount }, isOn) => {
      patch(client, member, () => ({ followState: state, followersCount }));
      notify.success(isOn ? (state === "requested" ? "Follow request sent" : "Following!") : "Unfollowed");
    },
    // What the profile shows depends on following it, so it is asked for whole.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["profiles", member.username] }),
        client.invalidateQueries({ queryKey: ["me"] }),
        client.invalidateQueries({ queryKey: ["outfits"], refetchType: "none" }),
      ]),
  });
}

function guess(profile: Profile, isOn: boolean): Partial<Profile> {
  const followState: FollowState = isOn ? (profile.isPrivate ? "requested" : "following") : "none";
  const was = profile.followState === "following" ? 1 : 0;
  const is = followState === "following" ? 1 : 0;
  return { followState, followersCount: profile.followersCount + is - was };
}

function patch(client: QueryClient, { username }: Member, change: (profile: Profile) => Partial<Profile>): void {
  client.setQueryData<Profile>(
    ["profiles", username, "profile"],
    (profile) => profile && { ...profile, ...change(profile) },
  );
}

/** Makes somebody follow oneself no longer. */
export function useRemoveFollower(ownUsername: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to remove follower" },
    mutationFn: (memberId: string) => call("DELETE /api/followers/:memberId", { params: { memberId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["profiles", ownUsername] }),
        client.invalidateQueries({ queryKey: ["me"] }),
      ]),
  });
}
