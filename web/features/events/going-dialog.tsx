import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Event } from "#contract/events.ts";
import { eventQueries } from "#web/data/events.ts";
import { formatCount } from "#web/lib/format-count.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RowSkeletons } from "#web/ui/row-skeleton.tsx";
import { UnnamedMembers } from "#web/ui/unnamed-members.tsx";

interface GoingDialogProps {
  event: Pick<Event, "id" | "goingCount">;
  onClose: () => void;
}

/** Everyone who is going, as far as the reader may see them. */
export function GoingDialog({ event, onClose }: GoingDialogProps) {
  const { data } = useInfiniteQuery(eventQueries.attendees(event.id));
  const goingCount = data?.pages.at(-1)?.goingCount ?? event.goingCount;
  return (
    <Dialog isOpen onClose={onClose} title={`${formatCount(goingCount)} going`}>
      <Attendees eventId={event.id} onLeave={onClose} />
    </Dialog>
  );
}

const row = { size: 40, className: "min-h-15" };

function Attendees({ eventId, onLeave }: { eventId: string; onLeave: () => void }) {
  const query = useInfiniteQuery(eventQueries.attendees(eventId));
  if (query.isError && !query.data) return <QueryError title="Couldn't load this list" query={query} />;
  if (!query.data) return <RowSkeletons label="Loading" count={4} {...row} listClassName="min-h-72 py-1" />;
  const people = query.data.pages.flatMap(({ items }) => items);
  const goingCount = query.data.pages.at(-1)?.goingCount ?? 0;
  const unnamed = query.hasNextPage ? 0 : goingCount - people.length;
  if (people.length === 0 && goingCount === 0) {
    return (
      <p className="font-display grid min-h-72 place-items-center text-lead text-muted">Nobody is going any more.</p>
    );
  }
  return (
    <div className="min-h-72">
      <ul aria-label="Going" className="flex flex-col py-1">
        {people.map(({ id, member }) => (
          <li key={id} className="py-1.5">
            <Link
              to={profilePath(member.username)}
              onClick={onLeave}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3"
            >
              <Avatar username={member.username} avatarUrl={member.avatarUrl} size={40} />
              <span className="truncate font-medium">
                <MemberName member={member} hasHandle />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <UnnamedMembers count={unnamed} hasOthers={people.length > 0} />
      <MoreButton query={query} className="mx-auto mt-4" />
    </div>
  );
}
