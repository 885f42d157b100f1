import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Follow } from "#contract/follows.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { useWhenNear } from "#web/lib/use-when-near.ts";
import { wordsFor } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { FollowButton } from "./follow-button.tsx";
import { type FollowList, followQueries, useRemoveFollower } from "./follows.queries.ts";
import { PersonLink } from "./person-link.tsx";

interface PeopleDialogProps {
  member: { username: string; followersCount: number; followingCount: number };
  isSelf: boolean;
  viewerId: string;
  /** Null while closed. */
  list: FollowList | null;
  onClose: () => void;
}

const titles: Record<FollowList, string> = { followers: "Followers", following: "Following" };

/** Who follows a member, or whom they follow. */
export function PeopleDialog({ member, isSelf, viewerId, list, onClose }: PeopleDialogProps) {
  const shown = list ?? "followers";
  const count = shown === "followers" ? member.followersCount : member.followingCount;
  return (
    <Dialog isOpen={list !== null} onClose={onClose} title={`${formatCount(count)} ${titles[shown]}`}>
      {list && (
        <People
          username={member.username}
          isOwnFollowers={isSelf && list === "followers"}
          viewerId={viewerId}
          list={list}
          onLeave={onClose}
        />
      )}
    </Dialog>
  );
}

interface PeopleProps {
  username: string;
  isOwnFollowers: boolean;
  viewerId: string;
  list: FollowList;
  onLeave: () => void;
}

function People({ username, isOwnFollowers, viewerId, list, onLeave }: PeopleProps) {
  const query = useInfiniteQuery(followQueries.list(username, list));
  const end = useWhenNear<HTMLDivElement>(() => {
    if (query.hasNextPage && !query.isFetching && !query.isFetchNextPageError) void query.fetchNextPage();
  });
  if (query.isError && !query.data) {
    return (
      <ErrorState title="This list did not load" onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
        {wordsFor(query.error)}
      </ErrorState>
    );
  }
  if (!query.data) return <Waiting />;
  const people = query.data.pages.flatMap(({ items }) => items);
  if (people.length === 0) return <Nobody list={list} />;
  return (
    <>
      <ul aria-label={titles[list]} className="flex min-h-72 flex-col p-1">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-2 py-1.5">
            <PersonLink member={person.member} onLeave={onLeave} />
            {isOwnFollowers && <RemoveButton ownUsername={username} follower={person} />}
            {person.id !== viewerId && <FollowButton member={person.member} state={person.state} size="small" />}
          </li>
        ))}
      </ul>
      <div ref={end} />
      {query.isFetchingNextPage && <WaitingRow />}
      {query.isFetchNextPageError && (
        <Button look="outline" className="mx-auto mt-4 flex!" onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
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
        aria-label={`Remove @${member.username} from your followers`}
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
        @{member.username} will not be told.
      </ConfirmDialog>
    </>
  );
}

function Nobody({ list }: { list: FollowList }) {
  return (
    <p className="font-display grid min-h-72 place-items-center text-lead text-muted">
      {list === "followers" ? "No followers yet" : "Not following anyone yet"}
    </p>
  );
}

const rowIds = [1, 2, 3, 4];

function Waiting() {
  return (
    <ul aria-label="Loading" aria-busy="true" className="min-h-72 p-1">
      {rowIds.map((id) => (
        <li key={id}>
          <WaitingRow />
        </li>
      ))}
    </ul>
  );
}

function WaitingRow() {
  return (
    <span className="flex min-h-15 items-center gap-3">
      <Skeleton className="size-11 shrink-0 rounded-full!" />
      <Skeleton className="h-4 w-32" />
      <Skeleton className="ml-auto h-9 w-24 rounded-full!" />
    </span>
  );
}
