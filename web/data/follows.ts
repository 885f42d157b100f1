import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Follow, FollowState } from "#contract/follows.ts";
import type { Notification } from "#contract/notifications.ts";
import type { Page } from "#contract/page.ts";
import type { Profile } from "#contract/profiles.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { notificationKeys } from "./notification-keys.ts";
import { likersKeys } from "./likers.ts";
import { meKey } from "./me.ts";
import { outfitKeys } from "./outfits.ts";
import { pagedQuery } from "./paged.ts";
import { profileKeys } from "./profiles.ts";

export type FollowList = "followers" | "following";

const calls = {
  followers: "GET /api/profiles/:username/followers",
  following: "GET /api/profiles/:username/following",
} as const;

type FollowPages = InfiniteData<Page<Follow>, string | undefined>;

/** Below the member's key, so that reloading a profile reloads its lists. */
const listKey = (username: string, list: FollowList) => [...profileKeys.ofMember(username), list] as const;

/** The members who follow this one, or whom this one follows. */
export const followListQuery = (username: string, list: FollowList) =>
  pagedQuery(
    listKey(username, list),
    (cursor, signal): Promise<Page<Follow>> => call(calls[list], { params: { username }, query: { cursor } }, signal),
    { staleTime: 0 },
  );

interface Member {
  id: string;
  username: string;
}

/** Follows or unfollows. Optimistic; rolled back on failure. Quick taps are sent in order. */
export function useFollow(member: Member) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      failure: "Failed to update follow",
      signIn: "Please sign in",
      intentOf: (isOn: boolean) => isOn && { action: "follow", id: member.id },
    },
    scope: { id: `follow ${member.id}` },
    mutationFn: (isOn: boolean) =>
      call(isOn ? "PUT /api/follows/:memberId" : "DELETE /api/follows/:memberId", { params: { memberId: member.id } }),
    onMutate: async (isOn) => {
      await cancelReloads(client);
      const wasRequested = isRequested(client, member);
      patch(client, member, (profile) => guess(profile, isOn));
      patchLists(client, member, (state) => (isOn ? (state === "requested" ? state : "following") : "none"));
      return { wasRequested };
    },
    onSuccess: ({ state, followersCount }, isOn, { wasRequested }) => {
      patch(client, member, () => ({ followState: state, followersCount }));
      patchLists(client, member, () => state);
      toast.success(!isOn && wasRequested ? "Follow request withdrawn" : wordsOf(state, isOn));
    },
    onError: () => client.invalidateQueries({ queryKey: profileKeys.all }),
    // What a profile shows depends on following it, so all of it is reloaded.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: profileKeys.ofMember(member.username) }),
        client.invalidateQueries({ queryKey: meKey }),
        client.invalidateQueries({ queryKey: likersKeys.all }),
        client.invalidateQueries({ queryKey: notificationKeys.list }),
        client.invalidateQueries({ queryKey: outfitKeys.all, refetchType: "none" }),
      ]),
  });
}

/** What a toast says after following or unfollowing. */
export function wordsOf(state: FollowState, isOn: boolean): string {
  if (!isOn) return "Unfollowed";
  return state === "requested" ? "Follow request sent" : "Following!";
}

/** A list that was asked for before the change and comes after it would show the state from before. A first load goes on. */
async function cancelReloads(client: QueryClient): Promise<void> {
  const predicate = ({ state, queryKey }: { state: { data: unknown }; queryKey: readonly unknown[] }) =>
    state.data !== undefined && (queryKey[0] !== profileKeys.all[0] || isFollowList(queryKey[2]));
  await Promise.all(
    [notificationKeys.list, profileKeys.all].map((queryKey) => client.cancelQueries({ queryKey, predicate })),
  );
}

/** By the profile, or by any list that shows the member. */
function isRequested(client: QueryClient, { id, username }: Member): boolean {
  const profile = client.getQueryData<Profile>(profileKeys.profile(username));
  if (profile) return profile.followState === "requested";
  const lists = client.getQueriesData<FollowPages>({
    queryKey: profileKeys.all,
    predicate: ({ queryKey }) => isFollowList(queryKey[2]),
  });
  const items = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
  return items.some((item) => item.id === id && item.state === "requested");
}

function guess(profile: Profile, isOn: boolean): Partial<Profile> {
  const followState: FollowState = isOn ? (profile.isPrivate ? "requested" : "following") : "none";
  const was = profile.followState === "following" ? 1 : 0;
  const is = followState === "following" ? 1 : 0;
  return { followState, followersCount: profile.followersCount + is - was };
}

function patch(client: QueryClient, { username }: Member, change: (profile: Profile) => Partial<Profile>): void {
  client.setQueryData<Profile>(
    profileKeys.profile(username),
    (profile) => profile && { ...profile, ...change(profile) },
  );
}

/** The member's state in every cached list of members, and in the news that they follow. */
function patchLists(client: QueryClient, { id }: Member, change: (state: FollowState) => FollowState): void {
  client.setQueriesData<FollowPages>(
    { queryKey: profileKeys.all, predicate: ({ queryKey }) => isFollowList(queryKey[2]) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.id === id ? { ...item, state: change(item.state) } : item)),
        })),
      },
  );
  patchNews(client, id, change);
}

function patchNews(client: QueryClient, id: string, change: (state: FollowState) => FollowState): void {
  client.setQueryData<InfiniteData<Page<Notification>>>(
    notificationKeys.list,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((item) =>
            item.actor?.id === id && item.actorFollowState !== null
              ? { ...item, actorFollowState: change(item.actorFollowState) }
              : item,
          ),
        })),
      },
  );
}

const isFollowList = (part: unknown): part is FollowList => part === "followers" || part === "following";

/** Removes a follower of the caller. */
export function useRemoveFollower(ownUsername: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { success: "Follower removed", failure: "Failed to remove follower", signIn: "Please sign in" },
    mutationFn: (memberId: string) => call("DELETE /api/followers/:memberId", { params: { memberId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: profileKeys.ofMember(ownUsername) }),
        client.invalidateQueries({ queryKey: meKey }),
      ]),
  });
}
