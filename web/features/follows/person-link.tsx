import { Link } from "@tanstack/react-router";
import { BadgeCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Author } from "#contract/page.ts";
import { profilePath } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";

interface PersonLinkProps {
  member: Author;
  /** A secondary line under the name. */
  hint?: ReactNode;
  onLeave?: () => void;
}

/** A member in a list, linked to their profile. */
export function PersonLink({ member, hint, onLeave }: PersonLinkProps) {
  return (
    <Link
      to={profilePath(member.username)}
      onClick={onLeave}
      className="group flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-input"
    >
      <Avatar username={member.username} avatarUrl={member.avatarUrl} size={44} />
      <span className="min-w-0">
        <span className="flex items-center gap-1 font-medium underline-offset-4 group-hover:underline">
          <span className="truncate">{member.username}</span>
          {member.isVerified && (
            <BadgeCheck aria-label="Verified" size={15} strokeWidth={2} className="shrink-0 text-accent" />
          )}
        </span>
        {hint !== undefined && <span className="block text-fine text-muted">{hint}</span>}
      </span>
    </Link>
  );
}
