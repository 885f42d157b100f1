import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Follow, FollowState } from "#contract/follows.ts";
import { limits } from "#contract/limits.ts";
import type { Page } from "#contract/page.ts";
import type { Profile } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { notify } from "#web/ui/notify.ts";

export type FollowList = "followers" | "following";

const calls = {
  followers: "GET /api/profiles/:username/followers",
  following: "GET /api/profiles/:username/following",
} as const;

type FollowPages = InfiniteData<Page<Follow>, string | undefined>;

export const followQueries = {
  /** How the caller stands to a member: a part of the profile, which is then there when they open it. */
  member: (username: string) =>
    queryOptions({
      queryKey: ["profiles", username, "profile"],
      queryFn: ({ signal }) => call("GET /api/profiles/:username", { params: { username } }, signal),
      staleTime: limits.profileCacheMs,
    }),
  requests: () =>
    infiniteQueryOptions({
      queryKey: ["follow-requests"],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }): Promise<Page<Follow>> =>
        call("GET /api/follow-requests", { query: { cursor } }, signal),
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      staleTime: 0,
    }),
  list: (username: string, list: FollowList) =>
    infiniteQueryOptions({
      queryKey: ["profiles", username, list],
      initialPageParam: undefined as string | undefined,
      queryFn: ({ pageParam: cursor, signal }): Promise<Page<Follow>> =>
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
      patchLists(client, member, (state) => (isOn ? (state === "requested" ? state : "following") : "none"));
    },
    onSuccess: ({ state, followersCount }, isOn) => {
      patch(client, member, () => ({ followState: state, followersCount }));
      patchLists(client, member, () => state);
      notify.success(isOn ? (state === "requested" ? "Follow request sent" : "Following!") : "Unfollowed");
    },
    onError: () => client.invalidateQueries({ queryKey: ["profiles"] }),
    // What the profile shows depends on following it, so it is asked for whole.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["profiles", member.username] }),
        client.invalidateQueries({ queryKey: ["me"] }),
        client.invalidateQueries({ queryKey: ["likers"] }),
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

/** The member's state in every list of people that is kept. */
function patchLists(client: QueryClient, { id }: Member, change: (state: FollowState) => FollowState): void {
  changeLists(client, (items) => items.map((item) => (item.id === id ? { ...item, state: change(item.state) } : item)));
}

function changeLists(client: QueryClient, change: (items: Follow[]) => Follow[], isMeant = isListOfPeople): void {
  client.setQueriesData<FollowPages>(
    { predicate: ({ queryKey }) => isMeant(queryKey) },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

const isListOfPeople = ([noun, , part]: readonly unknown[]) =>
  noun === "profiles" && (part === "followers" || part === "following");

/** Lets somebody who asked follow oneself, or not. */
export function useAnswerRequest() {
  const client = useQueryClient();
  return useMutation({
    meta: { failure: "Failed to answer the request", signIn: "Please sign in" },
    mutationFn: ({ memberId, isAccepted }: { memberId: string; isAccepted: boolean }) =>
      call(isAccepted ? "PUT /api/follow-requests/:memberId" : "DELETE /api/follow-requests/:memberId", {
        params: { memberId },
      }),
    onSuccess: (_done, { memberId, isAccepted }) => {
      notify.success(isAccepted ? "Follow request accepted" : "Follow request declined");
      changeLists(
        client,
        (items) => items.filter(({ id }) => id !== memberId),
        ([noun]) => noun === "follow-requests",
      );
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["follow-requests"] }),
        client.invalidateQueries({ queryKey: ["notifications", "list"] }),
        client.invalidateQueries({ queryKey: ["me"] }),
        client.invalidateQueries({ queryKey: ["profiles"], refetchType: "none" }),
      ]),
  });
}

/** Makes somebody follow oneself no longer. */
export function useRemoveFollower(ownUsername: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Follower removed", failure: "Failed to remove follower", signIn: "Please sign in" },
    mutationFn: (memberId: string) => call("DELETE /api/followers/:memberId", { params: { memberId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["profiles", ownUsername] }),
        client.invalidateQueries({ queryKey: ["me"] }),
      ]),
  });
}
