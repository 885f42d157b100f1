import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Follow } from "#contract/follows.ts";
import { fullNameOf } from "#contract/member-names.ts";
import { type FollowList, followListQuery, useRemoveFollower } from "#web/data/follows.ts";
import { countOf, formatCount } from "#web/lib/format-count.ts";
import { useRestoredFocus } from "#web/lib/use-restored-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RowSkeleton, RowSkeletons } from "#web/ui/row-skeleton.tsx";
import { UnnamedMembers } from "#web/ui/unnamed-members.tsx";
import { FollowButton } from "./follow-button.tsx";
import { PersonLink } from "./person-link.tsx";

interface PeopleDialogProps {
  member: { username: string; followersCount: number; followingCount: number };
  isSelf: boolean;
  /** Undefined for a visitor. */
  viewerId: string | undefined;
  /** Null while closed. */
  list: FollowList | null;
  onClose: () => void;
}

const titles: Record<FollowList, string> = { followers: "Followers", following: "Following" };

/** A member's followers, or the members they follow. */
export function PeopleDialog({ member, isSelf, viewerId, list, onClose }: PeopleDialogProps) {
  const shown = list ?? "followers";
  const { data } = useInfiniteQuery({ ...followListQuery(member.username, shown), enabled: list !== null });
  const known = shown === "followers" ? member.followersCount : member.followingCount;
  // One's own profile follows one's actions, while those one unfollows stay in the list.
  const count = isSelf ? known : (data?.pages[0]?.count ?? known);
  const title = shown === "followers" ? countOf(count, "Follower") : `${formatCount(count)} Following`;
  return (
    <Dialog isOpen={list !== null} onClose={onClose} title={title}>
      {list && (
        <People
          username={member.username}
          isOwnFollowers={isSelf && list === "followers"}
          viewerId={viewerId}
          list={list}
          isWhole={isSelf}
          onLeave={onClose}
        />
      )}
    </Dialog>
  );
}

interface PeopleProps {
  username: string;
  isOwnFollowers: boolean;
  /** Undefined for a visitor. */
  viewerId: string | undefined;
  list: FollowList;
  /** Only to others, some members are not shown. */
  isWhole: boolean;
  onLeave: () => void;
}

/** The skeleton of a person. */
const row = { size: 44, hasButton: true, className: "min-h-15" };

function People({ username, isOwnFollowers, viewerId, list, isWhole, onLeave }: PeopleProps) {
  const query = useInfiniteQuery(followListQuery(username, list));
  const kept = useRestoredFocus();
  if (query.isError && !query.data) return <QueryError title="Couldn't load this list" query={query} />;
  if (!query.data) return <RowSkeletons label="Loading" count={4} {...row} listClassName="min-h-72 py-1" />;
  const people = query.data.pages.flatMap(({ items }) => items);
  const count = query.data.pages.at(-1)?.count ?? 0;
  const unnamed = query.hasNextPage || isWhole ? 0 : count - people.length;
  return (
    <div {...kept} className="min-h-72 outline-none">
      {people.length === 0 && unnamed <= 0 ? (
        <NoPeople list={list} />
      ) : (
        <ul aria-label={titles[list]} className="flex flex-col py-1">
          {people.map((person) => (
            <li key={person.id} className="flex flex-wrap items-center justify-end gap-x-2 py-1.5">
              <PersonLink member={person.member} onLeave={onLeave} />
              {isOwnFollowers && <RemoveButton ownUsername={username} follower={person} />}
              {person.id !== viewerId && <FollowButton member={person.member} state={person.state} size="small" />}
            </li>
          ))}
        </ul>
      )}
      <UnnamedMembers count={unnamed} hasOthers={people.length > 0} />
      <ListEnd query={query} waiting={<RowSkeleton {...row} />} />
    </div>
  );
}

function RemoveButton({ ownUsername, follower: { id, member } }: { ownUsername: string; follower: Follow }) {
  const removal = useRemoveFollower(ownUsername);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        size="small"
        className="px-3!"
        aria-label={`Remove ${fullNameOf(member)} from your followers`}
        isBusy={removal.isPending}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          removal.mutate(id);
          setIsAsking(false);
        }}
        title="Remove this follower?"
        confirmLabel="Remove"
      >
        <MemberName member={member} hasHandle /> won't be notified.
      </ConfirmDialog>
    </>
  );
}

function NoPeople({ list }: { list: FollowList }) {
  return (
    <p className="font-display grid min-h-72 place-items-center text-lead text-muted">
      {list === "followers" ? "No followers yet" : "Not following anyone yet"}
    </p>
  );
}
