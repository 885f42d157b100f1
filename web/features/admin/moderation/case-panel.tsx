import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { type CaseOutcome, type ModerationCaseDetail, outcomesFor } from "#contract/moderation.ts";
import { moderationQueries, useRestoreCase } from "#web/data/moderation.ts";
import { Button } from "#web/ui/button.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { CaseContent } from "./case-content.tsx";
import { useOutcomeKeys } from "./case-keys.ts";
import { DecisionDialog, type WrittenDecision } from "./decision-dialog.tsx";
import { useCaseLock } from "./use-case-lock.ts";

interface CasePanelProps {
  caseId: string;
  onClose: () => void;
  onDecided: () => void;
}

export const outcomeLabels: Record<CaseOutcome, string> = {
  dismissed: "Dismiss",
  hidden: "Hide",
  deleted: "Remove",
  warned: "Warn",
  suspended: "Suspend",
};

/** One line where the whole text follows, as that of a comment does. */
const headingClass = ({ content, excerpt }: ModerationCaseDetail): string =>
  clsx("text-lead font-semibold outline-none", content?.startsWith(excerpt) && "truncate");

/** One case with all that a decision needs; letters decide. */
export function CasePanel({ caseId, onClose, onDecided }: CasePanelProps) {
  const query = useQuery(moderationQueries.case(caseId));
  const { data, error, refetch } = query;
  const [outcome, setOutcome] = useState<CaseOutcome>();
  const [written, setWritten] = useState<WrittenDecision>();
  const refusal = useCaseLock(caseId, data?.status === "open", () => void refetch());
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = data !== undefined;
  // After a decision, and for those who use the keys, nothing on the page has the focus: they hear which case is next.
  useEffect(() => {
    if (isLoaded && document.activeElement === document.body) heading.current?.focus();
  }, [isLoaded]);
  const possible = data?.status === "open" && refusal === undefined ? outcomesFor[data.targetType] : [];
  useOutcomeKeys(possible, setOutcome, onClose);
  if (error && !data) return <QueryError title="Couldn't load this case" query={query} />;
  if (!data) return <Skeleton className="h-96 rounded-photo!" />;
  return (
    <section
      aria-labelledby="case"
      // Next to a long queue it keeps its place, so what doesn't fit the screen has to scroll within.
      className="rounded-photo border border-line bg-surface p-4 md:p-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
    >
      <h2 id="case" ref={heading} tabIndex={-1} className={headingClass(data)}>
        {data.excerpt || `Deleted ${data.targetType}`}
      </h2>
      <CaseContent data={data} />
      {refusal !== undefined && (
        <p role="alert" className="mt-4 text-danger">
          {refusal}
        </p>
      )}
      <Outcomes possible={possible} onChoose={setOutcome} />
      <Decision data={data} />
      {outcome && (
        <DecisionDialog
          data={data}
          outcome={outcome}
          label={outcomeLabels[outcome]}
          written={written}
          onClose={() => setOutcome(undefined)}
          onDecided={onDecided}
          onConflict={(unsent) => {
            setWritten(unsent);
            setOutcome(undefined);
          }}
        />
      )}
    </section>
  );
}

interface OutcomesProps {
  possible: readonly CaseOutcome[];
  onChoose: (outcome: CaseOutcome) => void;
}

function Outcomes({ possible, onChoose }: OutcomesProps) {
  if (possible.length === 0) return null;
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      {possible.map((wanted) => (
        <Button
          key={wanted}
          look={wanted === "deleted" || wanted === "suspended" ? "danger" : "outline"}
          size="small"
          onClick={() => onChoose(wanted)}
        >
          {outcomeLabels[wanted]}
        </Button>
      ))}
    </div>
  );
}

/** What became of the decision. While it is in force, one to hide or delete can be taken back here, others with an appeal. */
function Decision({ data: { id, status, decision } }: { data: ModerationCaseDetail }) {
  const [isOpen, setOpen] = useState(false);
  const restore = useRestoreCase();
  const close = () => setOpen(false);
  if (decision === null) return null;
  if (decision !== "in_force") {
    const what = decision === "erased" ? "It was deleted for good." : "This decision was taken back.";
    return <p className="mt-6 text-muted">{what}</p>;
  }
  if (status !== "hidden" && status !== "deleted") return null;
  return (
    <>
      <Button look="outline" size="small" className="mt-6" onClick={() => setOpen(true)}>
        Restore
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        onClose={close}
        title="Restore this?"
        hint="It is shown again unless something else hides it. The owner reads the reason."
        confirmLabel="Restore"
        isBusy={restore.isPending}
        onConfirm={(reason) => restore.mutate({ caseId: id, reason }, { onSuccess: close })}
      />
    </>
  );
}
