import { Link } from "@tanstack/react-router";
import { BadgeCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Author } from "#contract/page.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { MemberName } from "#web/ui/member-name.tsx";

interface PersonLinkProps {
  member: Author;
  /** Under the name, behind the username where a display name stands in its place. */
  hint?: ReactNode;
  onLeave?: () => void;
}

/** A member in a list, linked to their profile. */
export function PersonLink({ member, hint, onLeave }: PersonLinkProps) {
  const handle = member.displayName === null ? undefined : `@${member.username}`;
  return (
    <Link
      to={profilePath(member.username)}
      onClick={onLeave}
      className="group flex min-h-12 min-w-[min(100%,8rem)] flex-1 items-center gap-3 rounded-input"
    >
      <Avatar username={member.username} avatarUrl={member.avatarUrl} size={44} />
      <span className="min-w-0">
        <span className="flex items-center gap-1 font-medium underline-offset-4 group-hover:underline">
          <MemberName member={member} className="truncate" />
          {member.isVerified && (
            <BadgeCheck aria-label="Verified" size={15} strokeWidth={2} className="shrink-0 text-accent" />
          )}
        </span>
        {(handle !== undefined || hint !== undefined) && (
          <span className="block truncate text-fine text-muted">
            {handle}
            {handle !== undefined && hint !== undefined && " · "}
            {hint}
          </span>
        )}
      </span>
    </Link>
  );
}
