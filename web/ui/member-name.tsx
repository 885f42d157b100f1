import clsx from "clsx";
import { type Named, nameOf } from "#contract/member-names.ts";

interface MemberNameProps {
  member: Named;
  /** Adds the username where a display name stands in its place. */
  hasHandle?: boolean;
  className?: string;
}

/** What a member is called, docs/product.md#display-names. A name written from right to left keeps to itself. */
export function MemberName({ member, hasHandle = false, className }: MemberNameProps) {
  return (
    <>
      <bdi className={className}>{nameOf(member)}</bdi>
      {hasHandle && member.displayName !== null && (
        <span className={clsx("font-normal text-muted", className)}> @{member.username}</span>
      )}
    </>
  );
}
