import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Follow, FollowPage, FollowState } from "#contract/follows.ts";
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
export const followListKey = (username: string, list: FollowList) => [...profileKeys.ofMember(username), list] as const;

/** The members who follow this one, or whom this one follows. */
export const followListQuery = (username: string, list: FollowList) =>
  pagedQuery(
    followListKey(username, list),
    (cursor, signal): Promise<FollowPage> => call(calls[list], { params: { username }, query: { cursor } }, signal),
    { staleTime: 0 },
  );

interface Member {
  id: string;
  username: string;
}

interface FollowChange {
  isOn: boolean;
  /** What the server said last; quick taps share it, since what is shown runs ahead of it. */
  confirmed: { state: FollowState };
}

/** Follows or unfollows. Optimistic; rolled back on failure. Quick taps are sent in order. */
export function useFollow(member: Member) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      failure: "Failed to update follow",
      signIn: "Please sign in",
      intentOf: ({ isOn }: FollowChange) => isOn && { action: "follow", id: member.id },
    },
    // The button may go over to another member, as that of an outfit's author: the answer is about this one.
    mutationKey: ["follow", member.id],
    scope: { id: `follow ${member.id}` },
    mutationFn: ({ isOn }: FollowChange) =>
      call(isOn ? "PUT /api/follows/:memberId" : "DELETE /api/follows/:memberId", { params: { memberId: member.id } }),
    onMutate: async ({ isOn }) => {
      await cancelReloads(client);
      patch(client, member, (profile) => withState(profile, guess(profile, isOn)));
      patchLists(client, member, (state) => (isOn ? (state === "requested" ? state : "following") : "none"));
    },
    onSuccess: ({ state, followersCount }, { isOn, confirmed }) => {
      patch(client, member, () => ({ followState: state, followersCount }));
      patchLists(client, member, () => state);
      toast.success(!isOn && confirmed.state === "requested" ? "Follow request withdrawn" : wordsOf(state, isOn));
      confirmed.state = state;
    },
    onError: (_error, { confirmed: { state } }) => {
      patch(client, member, (profile) => withState(profile, state));
      patchLists(client, member, () => state);
      return client.invalidateQueries({ queryKey: profileKeys.all });
    },
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
    state.data !== undefined && (queryKey[0] !== profileKeys.all[0] || isFollowList(queryKey));
  await Promise.all(
    [notificationKeys.list, likersKeys.all, profileKeys.all].map((queryKey) =>
      client.cancelQueries({ queryKey, predicate }),
    ),
  );
}

const guess = ({ isPrivate }: Profile, isOn: boolean): FollowState =>
  isOn ? (isPrivate ? "requested" : "following") : "none";

function withState(profile: Profile, followState: FollowState): Partial<Profile> {
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
    { predicate: ({ queryKey }) => queryKey[0] === likersKeys.all[0] || isFollowList(queryKey) },
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

const isFollowList = ([kind, , list]: readonly unknown[]) =>
  kind === profileKeys.all[0] && (list === "followers" || list === "following");

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
