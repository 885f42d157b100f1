import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { type CaseOutcome, type ModerationCaseDetail, outcomesFor } from "#contract/moderation.ts";
import { ApiError } from "#web/api/api-error.ts";
import { lockCase, moderationQueries, unlockCase, useRestoreCase } from "#web/data/moderation.ts";
import { areShortcutsOn } from "#web/lib/shortcut-choice.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { isTyping } from "./case-queue.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { ObjectLog } from "#web/features/admin/parts/object-log.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";

interface CasePanelProps {
  caseId: string;
  onClose: () => void;
  onDecided: () => void;
}

const outcomeKeys: Record<string, CaseOutcome> = {
  d: "dismissed",
  h: "hidden",
  r: "deleted",
  w: "warned",
  s: "suspended",
};
const outcomeLabels: Record<CaseOutcome, string> = {
  dismissed: "Dismiss",
  hidden: "Hide",
  deleted: "Remove",
  warned: "Warn",
  suspended: "Suspend",
};
const lockRenewMs = (limits.caseLockMinutes * 60_000) / 2;
/** A colleague may leave the case, or the connection return, at any moment. */
const lockRetryMs = 10_000;

const isPassing = ({ code, status }: ApiError): boolean =>
  code === "case.locked" || code === "connection.lost" || code === "rate.limited" || status >= 500;

/**
 * Reserves the case while it is on screen, as soon as that is possible; gives why it could not be, or undefined. Calls
 * `onDecided` if it has been decided since it was loaded.
 */
function useCaseLock(caseId: string, isOpen: boolean, onDecided: () => void): string | undefined {
  const [refusal, setRefusal] = useState<string>();
  const reload = useEffectEvent(onDecided);
  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const settle = (refused: string | undefined, nextMs: number | undefined) => {
      if (isClosed) return;
      setRefusal(refused);
      clearTimeout(timer);
      if (nextMs !== undefined) timer = setTimeout(take, nextMs);
    };
    const take = () => {
      lockCase(caseId).then(
        () => settle(undefined, lockRenewMs),
        (error: unknown) => {
          const failure = error instanceof ApiError ? error : undefined;
          settle(errorMessage(error), failure && isPassing(failure) ? lockRetryMs : undefined);
          if (failure?.code === "case.decided" && !isClosed) reload();
        },
      );
    };
    take();
    addEventListener("online", take);
    return () => {
      isClosed = true;
      clearTimeout(timer);
      removeEventListener("online", take);
      unlockCase(caseId).catch(() => undefined);
    };
  }, [caseId, isOpen]);
  return refusal;
}

/** A letter chooses one of the possible outcomes; Escape closes. */
function useOutcomeKeys(
  possible: readonly CaseOutcome[],
  onChoose: (outcome: CaseOutcome) => void,
  onClose: () => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return;
    const wanted = outcomeKeys[event.key];
    if (event.key === "Escape") onClose();
    else if (wanted && areShortcutsOn() && possible.includes(wanted)) {
      event.preventDefault();
      onChoose(wanted);
    }
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** One case with all that a decision needs; letters decide. */
export function CasePanel({ caseId, onClose, onDecided }: CasePanelProps) {
  const { data, error, refetch } = useQuery(moderationQueries.case(caseId));
  const [outcome, setOutcome] = useState<CaseOutcome>();
  const refusal = useCaseLock(caseId, data?.status === "open", () => void refetch());
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = data !== undefined;
  // After a decision, and for those who use the keys, nothing on the page has the focus: they hear which case is next.
  useEffect(() => {
    if (isLoaded && document.activeElement === document.body) heading.current?.focus();
  }, [isLoaded]);
  const possible = data?.status === "open" && refusal === undefined ? outcomesFor[data.targetType] : [];
  useOutcomeKeys(possible, setOutcome, onClose);
  if (error && !data) {
    return (
      <ErrorState title="Couldn't load this case" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  }
  if (!data) return <Skeleton className="h-96 rounded-photo!" />;
  return (
    <section
      aria-labelledby="case"
      className="rounded-photo border border-line bg-surface p-4 md:p-6 lg:sticky lg:top-20"
    >
      <h2 id="case" ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
        {data.excerpt || `Deleted ${data.targetType}`}
      </h2>
      <CaseContent data={data} />
      {refusal !== undefined && (
        <p role="alert" className="mt-4 text-danger">
          {refusal}
        </p>
      )}
      <Outcomes possible={possible} onChoose={setOutcome} />
      <Removal data={data} />
      {outcome && (
        <DecisionDialog
          data={data}
          outcome={outcome}
          label={outcomeLabels[outcome]}
          onClose={() => setOutcome(undefined)}
          onDecided={onDecided}
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

/** What became of the decision to hide or remove, which can be taken back while it is in force. */
function Removal({ data: { id, removal } }: { data: ModerationCaseDetail }) {
  const [isOpen, setOpen] = useState(false);
  const restore = useRestoreCase();
  const close = () => setOpen(false);
  if (removal === null) return null;
  if (removal !== "in_force") {
    const what = removal === "erased" ? "It was deleted for good." : "This decision was taken back.";
    return <p className="mt-6 text-muted">{what}</p>;
  }
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

function CaseContent({ data }: { data: ModerationCaseDetail }) {
  return (
    <div className="mt-4 grid gap-6 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
      {data.picture ? (
        <div className="overflow-hidden rounded-photo">
          <Picture picture={data.picture} alt={data.excerpt} sizes="224px" />
        </div>
      ) : (
        <div className="rounded-photo border border-line p-4 break-words whitespace-pre-line">
          {data.content ?? "This content no longer exists."}
        </div>
      )}
      <div className="min-w-0 space-y-4">
        <MemberCell member={data.member} detail={pastReports(data.memberReportsCount)} />
        {data.picture && data.content && <p className="break-words">{data.content}</p>}
        {data.context && <p className="text-muted">{`On: ${data.context}`}</p>}
        {data.isHidden && <p className="font-medium text-danger">Hidden at the moment</p>}
        <Screening data={data} />
        <OnTheSite data={data} />
        <Reports reports={data.reports} />
        <History history={data.history} />
        <ObjectLog targetType="case" targetId={data.id} />
        <ObjectLog targetType={data.targetType === "profile" ? "member" : data.targetType} targetId={data.targetId} />
      </div>
    </div>
  );
}

/** What the image screening found, when it opened or joined the case. */
function Screening({ data: { screeningPercent, isImageMatch } }: { data: ModerationCaseDetail }) {
  if (screeningPercent === null && !isImageMatch) return null;
  return (
    <section aria-label="Image screening">
      <h3 className="font-semibold">Image screening</h3>
      {screeningPercent !== null && <p>{`Score ${screeningPercent} %`}</p>}
      {isImageMatch && <p>Resembles a picture that was removed before</p>}
    </section>
  );
}

const linkClass = "flex min-h-11 w-fit items-center underline underline-offset-4";

/** The way to what the case is about. */
function OnTheSite({ data: { outfitId, eventId, articleId } }: { data: ModerationCaseDetail }) {
  if (outfitId !== null) {
    return (
      <Link to="/outfit/$outfitId" params={{ outfitId }} className={linkClass}>
        Open the outfit
      </Link>
    );
  }
  if (eventId !== null) {
    return (
      <Link to="/events/$eventId" params={{ eventId }} className={linkClass}>
        Open the event
      </Link>
    );
  }
  if (articleId === null) return null;
  return (
    <Link to="/articles/$articleId" params={{ articleId }} className={linkClass}>
      Open the article
    </Link>
  );
}

function Reports({ reports }: Pick<ModerationCaseDetail, "reports">) {
  if (reports.length === 0) return null;
  return (
    <section aria-label="Reports">
      <h3 className="font-semibold">Reports</h3>
      <ul className="mt-1 divide-y divide-line">
        {reports.map((report) => (
          <li key={report.id} className="py-2">
            <p>
              <span className="font-medium capitalize">{report.reason}</span>
              {` by @${report.reporter.username} `}
              <span className="text-fine text-muted">{`(${report.upheld} upheld, ${report.dismissed} dismissed) `}</span>
              <RelativeTime at={report.createdAt} className="text-fine text-muted" />
            </p>
            {report.details && <p className="break-words text-muted">{report.details}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ history }: Pick<ModerationCaseDetail, "history">) {
  return (
    <section aria-label="History">
      <h3 className="font-semibold">History of the member</h3>
      {history.length === 0 ? (
        <p className="text-muted">No earlier decisions.</p>
      ) : (
        <ul className="mt-1">
          {history.map((entry) => (
            <li key={entry.id} className="text-fine">
              <span className="font-medium capitalize">{entry.kind}</span>
              {`: ${entry.excerpt} `}
              <RelativeTime at={entry.createdAt} className="text-muted" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const pastReports = (count: number): string =>
  count === 1 ? "1 report against them so far" : `${count} reports against them so far`;
