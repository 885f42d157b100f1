import type { Submission } from "#web/data/admin-submissions.ts";

const names: Record<Submission["status"], string> = {
  draft: "Draft",
  submitted: "Awaiting review",
  changes_requested: "Changes requested",
  published: "Published",
  withdrawn: "Withdrawn",
};

/** How far an article or event has come, and what sets it apart. */
export function StatusWords({ submission: { status, isFeatured, isHidden, proposal } }: { submission: Submission }) {
  return (
    <span className="text-fine">
      <span className="text-muted">{names[status]}</span>
      {proposal && (
        <span className="font-medium">{proposal.isWaiting ? " · Changes await review" : " · Changes sent back"}</span>
      )}
      {isFeatured && <span className="font-medium"> · Featured</span>}
      {isHidden && <span className="font-medium text-danger"> · Hidden</span>}
    </span>
  );
}
