import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { draftQueries } from "#web/data/article-editing.ts";
import { eventQueries } from "#web/data/events.ts";
import {
  type Shown,
  type Submission,
  useFeature,
  usePublish,
  useRequestChanges,
  useWithdraw,
} from "#web/data/admin-submissions.ts";
import { Button } from "#web/ui/button.tsx";
import { EventCheckIns } from "./event-check-ins.tsx";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { ObjectLog } from "#web/features/admin/parts/object-log.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { StatusWords } from "./submission-status.tsx";

interface SubmissionPanelProps {
  submission: Submission;
  /** As readers will see it. */
  preview: ReactNode;
  onClose: () => void;
  /** A step was taken that ends the review. */
  onDone: () => void;
}

/** One article or event as readers will see it, with the steps of its review above. */
export function SubmissionPanel({ submission, preview, onClose, onDone }: SubmissionPanelProps) {
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus(), []);
  return (
    <section aria-label={`Review of ${submission.title}`}>
      <div className="sticky top-14 z-10 -mx-4 border-b border-line bg-paper px-4 py-3 md:-mx-6 md:px-6 lg:-mx-8 lg:px-8">
        <div className="flex flex-wrap items-center gap-3">
          <Button ref={back} look="quiet" size="small" onClick={onClose}>
            <ArrowLeft aria-hidden="true" size={16} strokeWidth={1.5} />
            Back to the list
          </Button>
          <span className="grow">
            <StatusWords submission={submission} />
          </span>
          <Steps submission={submission} onDone={onDone} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pt-4">
        <MemberCell member={submission.author} detail={submission.detail} />
        {submission.note !== null && <p className="text-muted">{`Last note: ${submission.note}`}</p>}
      </div>
      <ObjectLog targetType={submission.kind} targetId={submission.id} />
      {submission.kind === "event" && submission.status === "published" && <EventCheckIns eventId={submission.id} />}
      <div className="mt-4 overflow-hidden rounded-photo border border-line pb-10">{preview}</div>
    </section>
  );
}

const notes = {
  changes: {
    title: "Request changes?",
    hint: "It goes back to its member, who reads what should change.",
    label: "Request changes",
  },
  withdraw: {
    title: "Withdraw this?",
    hint: "It is taken off the site and the member sees the reason. Everyone who replied to an event ahead is notified that it is cancelled; it can't be published again.",
    label: "Withdraw",
  },
} as const;

/** Which steps the state of an article or event allows. */
function stepsFor({ status, isPublic, kind, proposal, isOffForGood }: Submission) {
  const isWaiting = status === "submitted" || status === "changes_requested";
  return {
    canPublish: !isOffForGood && (isWaiting || status === "withdrawn" || (isPublic && proposal !== null)),
    canRequestChanges: status === "submitted" || (isPublic && proposal?.isWaiting === true),
    canWithdraw: isPublic || (kind === "event" && isWaiting),
    canFeature: isPublic,
  };
}

/** The version that the preview shows, undefined until it does: the list may know of a later one. */
function useShown({ kind, id }: Submission): Shown | undefined {
  const { data: draft } = useQuery({ ...draftQueries.draft(id), enabled: kind === "article" });
  const { data: event } = useQuery({ ...eventQueries.detail(id), enabled: kind === "event" });
  if (kind === "article") return draft && { kind, id, revision: draft.revision };
  return event && { kind, id, updatedAt: event.updatedAt };
}

function Steps({ submission, onDone }: { submission: Submission; onDone: () => void }) {
  const { isFeatured } = submission;
  const { canPublish, canRequestChanges, canWithdraw, canFeature } = stepsFor(submission);
  const [asking, setAsking] = useState<keyof typeof notes>();
  const steps = { publish: usePublish(), changes: useRequestChanges(), withdraw: useWithdraw() };
  const feature = useFeature();
  const shown = useShown(submission);
  const { title, hint, label } = notes[asking ?? "changes"];
  const confirm = (note: string) => {
    if (asking === "withdraw") steps.withdraw.mutate({ ...submission, note }, { onSuccess: onDone });
    else if (shown) steps.changes.mutate({ ...shown, note }, { onSuccess: onDone });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {canFeature && (
        <Button
          look="outline"
          size="small"
          isBusy={feature.isPending}
          onClick={() => feature.mutate({ ...submission, isFeatured: !isFeatured }, { onSuccess: onDone })}
        >
          {isFeatured ? "Stop featuring" : "Feature on the landing page"}
        </Button>
      )}
      {canWithdraw && (
        <Button look="danger" size="small" onClick={() => setAsking("withdraw")}>
          Withdraw
        </Button>
      )}
      {canRequestChanges && (
        <Button look="outline" size="small" disabled={!shown} onClick={() => setAsking("changes")}>
          Request changes
        </Button>
      )}
      {canPublish && (
        <Button
          size="small"
          disabled={!shown}
          isBusy={steps.publish.isPending}
          onClick={() => shown && steps.publish.mutate(shown, { onSuccess: onDone })}
        >
          {submission.proposal === null ? "Publish" : "Publish changes"}
        </Button>
      )}
      <ReasonDialog
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={title}
        hint={hint}
        confirmLabel={label}
        isDangerous={asking === "withdraw"}
        isBusy={steps.changes.isPending || steps.withdraw.isPending}
        onConfirm={confirm}
      />
    </div>
  );
}
