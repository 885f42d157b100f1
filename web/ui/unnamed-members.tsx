import { countOf } from "#web/lib/format-count.ts";

interface UnnamedMembersProps {
  /** How many members count but are not in the list. */
  count: number;
  /** Whether the list names others. */
  hasOthers: boolean;
}

/** Under a list of members: those whom it does not name, such as private ones. */
export function UnnamedMembers({ count, hasOthers }: UnnamedMembersProps) {
  if (count <= 0) return null;
  return (
    <p className="py-3 text-fine text-muted">
      {hasOthers && "And "}
      {countOf(count, "member")} who {count === 1 ? "keeps" : "keep"} to themselves.
    </p>
  );
}
