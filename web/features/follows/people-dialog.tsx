import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Follow } from "#contract/follows.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { FollowButton } from "./follow-button.tsx";
import { type FollowList, followQueries, useRemoveFollower } from "./follows.queries.ts";

interface PeopleDialogProps {
  username: string;
  isSelf: boolean;
  viewerId: string;
  /** Null while closed. */
  list: FollowList | null;
  onClose: () => void;
}

const titles: Record<FollowList, string> = { followers: "Followers", following: "Following" };

/** Who follows a member, or whom they follow. */
export function PeopleDialog({ username, isSelf, viewerId, list, onClose }: PeopleDialogProps) {
  return (
    <Dialog isOpen={list !== null} onClose={onClose} title={titles[list ?? "followers"]}>
      {list && (
        <People
          username={username}
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
  const removal = useRemoveFollower(username);
  if (query.isError) return <ErrorState title="This list did not come" onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const people = query.data.pages.flatMap(({ items }) => items);
  if (people.length === 0) {
    return (
      <p className="py-10 text-center text-muted">
        {list === "followers" ? "No followers yet" : "Not following anyone yet"}
      </p>
    );
  }
  return (
    <>
      <ul aria-label={titles[list]} className="flex min-h-72 flex-col p-1">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3 py-1.5">
            <PersonLink person={person} onLeave={onLeave} />
            {isOwnFollowers && (
              <Button
                look="quiet"
                size="small"
                className="px-3!"
                aria-label={`Remove @${person.member.username} from your followers`}
                disabled={removal.isPending}
                onClick={() => removal.mutate(person.id)}
              >
                Remove
              </Button>
            )}
            {person.id !== viewerId && <FollowButton member={person.member} state={person.state} size="small" />}
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          look="outline"
          className="mx-auto mt-4 flex"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function PersonLink({ person: { member }, onLeave }: { person: Follow; onLeave: () => void }) {
  return (
    <Link
      to={profilePath(member.username)}
      onClick={onLeave}
      className="flex min-h-12 min-w-0 flex-1 items-center gap-3"
    >
      <Avatar username={member.username} avatarUrl={member.avatarUrl} size={40} />
      <span className="truncate font-medium">@{member.username}</span>
    </Link>
  );
}

function Waiting() {
  return (
    <div className="flex min-h-72 flex-col gap-4 pt-2">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}
