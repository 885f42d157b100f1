import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { Author } from "#contract/page.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { isErased } from "./is-erased.ts";

/** A member with the way to their page in the admin area. */
export function MemberCell({ member, detail }: { member: Author; detail?: string | null }) {
  if (isErased(member)) return <span className="text-muted">{member.username}</span>;
  const secondLine = [member.displayName, detail].filter(Boolean).join(" · ");
  return (
    <Link
      to="/admin/users/$memberId"
      params={{ memberId: member.id }}
      className="flex min-h-11 min-w-0 items-center gap-3 rounded-input hover:underline"
    >
      <Avatar username={member.username} avatarUrl={member.avatarUrl} size={36} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{`@${member.username}`}</span>
        {secondLine !== "" && (
          // In a table a name is cut; what a panel says about the member is not.
          <span className={clsx("block text-fine text-muted", detail ? "break-words" : "truncate")}>{secondLine}</span>
        )}
      </span>
    </Link>
  );
}
