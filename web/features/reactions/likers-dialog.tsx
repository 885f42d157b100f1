import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Liker } from "#contract/reactions.ts";
import { likersQuery } from "#web/data/likers.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { MemberName } from "#web/ui/member-name.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RowSkeletons } from "#web/ui/row-skeleton.tsx";
import { UnnamedMembers } from "#web/ui/unnamed-members.tsx";

interface LikersProps {
  outfitId: string;
  /** At the end of each row: the follow button. */
  controlOf: ((liker: Liker) => ReactNode) | undefined;
  onLeave: () => void;
}

interface LikersDialogProps extends LikersProps {
  isOpen: boolean;
}

export function LikersDialog({ isOpen, ...likers }: LikersDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={likers.onLeave} title="Liked by">
      {isOpen && <Likers {...likers} />}
    </Dialog>
  );
}

function Likers({ outfitId, controlOf, onLeave }: LikersProps) {
  const query = useInfiniteQuery(likersQuery(outfitId));
  if (query.isError && !query.data) return <QueryError title="Couldn't load this list" query={query} />;
  if (!query.data) {
    return (
      <RowSkeletons label="Loading" count={4} size={40} hasButton className="min-h-15" listClassName="min-h-72 py-1" />
    );
  }
  const likers = query.data.pages.flatMap(({ items }) => items);
  const likesCount = query.data.pages.at(-1)?.likesCount ?? 0;
  const unnamed = query.hasNextPage ? 0 : likesCount - likers.length;
  if (likers.length === 0 && likesCount === 0) {
    return (
      <p className="font-display grid min-h-72 place-items-center text-lead text-muted">Nobody likes this any more.</p>
    );
  }
  return (
    <div className="min-h-72">
      <ul aria-label="Liked by" className="flex flex-col py-1">
        {likers.map((liker) => (
          <li key={liker.id} className="flex items-center gap-3 py-1.5">
            <Link
              to={profilePath(liker.member.username)}
              onClick={onLeave}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3"
            >
              <Avatar username={liker.member.username} avatarUrl={liker.member.avatarUrl} size={40} />
              <span className="min-w-0 truncate font-medium">
                <MemberName member={liker.member} hasHandle />
              </span>
            </Link>
            {controlOf?.(liker)}
          </li>
        ))}
      </ul>
      <UnnamedMembers count={unnamed} hasOthers={likers.length > 0} />
      <MoreButton query={query} className="mx-auto mt-4" />
    </div>
  );
}
