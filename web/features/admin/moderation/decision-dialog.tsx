import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { CaseOutcome, ModerationCaseDetail, ModerationTemplate } from "#contract/moderation.ts";
import { ApiError } from "#web/api/api-error.ts";
import { moderationQueries, useDecideCase } from "#web/data/moderation.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type SuspensionChoice, SuspensionLength } from "#web/features/admin/members/member-actions.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";

/** What a moderator wrote for an outcome. */
export interface WrittenDecision {
  outcome: CaseOutcome;
  message: string;
  days: SuspensionChoice;
}

interface DecisionDialogProps {
  data: ModerationCaseDetail;
  outcome: CaseOutcome;
  label: string;
  /** What was written before there was another picture to look at. */
  written: WrittenDecision | undefined;
  onClose: () => void;
  onDecided: () => void;
  /** There is a picture to look at first. */
  onConflict: (written: WrittenDecision) => void;
}

const appealHint = "The owner reads this message and can appeal.";
const hints: Record<CaseOutcome, string> = {
  dismissed: "The reporters read this message.",
  hidden: `Only the owner and admins still see it. ${appealHint}`,
  deleted: `It is hidden now and deleted for good in 20 days. ${appealHint}`,
  warned: appealHint,
  suspended: "The member is signed out everywhere, reads this message and can appeal.",
};

/** Whether the image screening withholds avatar and banner. */
const areBothHeld = (data: ModerationCaseDetail): boolean =>
  data.foundPictures.filter(({ state }) => state === "withheld").length > 1;

/** What else happens to something that the image screening withholds. */
function releaseHint(outcome: CaseOutcome, data: ModerationCaseDetail): string | undefined {
  if (outcome === "hidden" || outcome === "deleted") return undefined;
  const [they, them] = areBothHeld(data) ? ["Avatar and banner are", "them"] : ["It is", "it"];
  return `${they} no longer withheld${outcome === "suspended" ? "" : `: everybody sees ${them} again`}.`;
}

/** What hiding does to a profile: what is withheld stays off it, and else all leaves it. */
function profileHint(data: ModerationCaseDetail): string {
  const isOnlyHeld =
    data.isHeld && data.reportsCount === 0 && data.foundPictures.every(({ state }) => state === "withheld");
  if (!isOnlyHeld) return "Avatar and banner leave the profile.";
  return areBothHeld(data) ? "Avatar and banner stay off the profile." : "The picture stays off the profile.";
}

/** Who reads the message, and what the outcome does. */
function hintOf(outcome: CaseOutcome, data: ModerationCaseDetail): string {
  if (outcome === "hidden" && data.targetType === "profile") return `${profileHint(data)} ${appealHint}`;
  const isUnread = outcome === "dismissed" && data.reportsCount === 0;
  const hint = isUnread ? "Only the audit log keeps this message." : hints[outcome];
  const unheld = outcome === "dismissed" ? "Nothing else changes." : undefined;
  const more = data.isHeld ? releaseHint(outcome, data) : unheld;
  return more === undefined ? hint : `${hint} ${more}`;
}

const titles: Record<CaseOutcome, string> = {
  dismissed: "Dismiss these reports?",
  hidden: "Hide this?",
  deleted: "Remove this?",
  warned: "Warn the member?",
  suspended: "Suspend the member?",
};

function titleOf(outcome: CaseOutcome, data: ModerationCaseDetail): string {
  if (outcome !== "dismissed" || data.reportsCount > 1) return titles[outcome];
  if (data.reportsCount === 1) return "Dismiss this report?";
  return data.foundPictures.length > 1 ? "Dismiss these findings?" : "Dismiss this finding?";
}

/** The message of a decision, in own words or from a template; ctrl/cmd+enter sends it. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { data: templates, error, isFetching, refetch } = useQuery(moderationQueries.templates);
  const decide = useDecideCase();
  // The case may be loaded again under the dialog, with more of them.
  const [seenIds] = useState(() => props.data.foundPictures.map(({ id }) => id));
  // The next case opens once this one is decided.
  const close = () => {
    if (!decide.isPending) props.onClose();
  };
  const finish = () => {
    props.onClose();
    props.onDecided();
  };
  return (
    <Dialog isOpen onClose={close} title={titleOf(props.outcome, props.data)} size="small">
      {templates ? (
        <DecisionForm
          {...props}
          onClose={close}
          onDecided={finish}
          decide={decide}
          seenIds={seenIds}
          templates={templates.filter(({ outcome }) => outcome === props.outcome)}
        />
      ) : error ? (
        <InlineError
          message={errorMessage(error, "Couldn't load the templates.")}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Spinner label="Loading" size={24} />
      )}
    </Dialog>
  );
}

interface DecisionFormProps extends DecisionDialogProps {
  templates: ModerationTemplate[];
  decide: ReturnType<typeof useDecideCase>;
  seenIds: string[];
}

/** What the form has at first: what was written for the outcome before, else the words of its only template. */
function startOf({ outcome, written, templates }: DecisionFormProps): Omit<WrittenDecision, "outcome"> {
  if (written?.outcome === outcome) return written;
  // Several state different reasons, of which the moderator has to choose the true one.
  return { message: templates.length === 1 ? (templates[0]?.message ?? "") : "", days: "7" };
}

function DecisionForm(props: DecisionFormProps) {
  const { data, outcome, label, templates, decide, seenIds, onClose, onDecided, onConflict } = props;
  const start = startOf(props);
  const [message, setMessage] = useState(start.message);
  const [days, setDays] = useState(start.days);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  // The first time, the templates come after the dialog has opened; later, the dialog itself focuses the marked field.
  useLayoutEffect(() => field.current?.focus(), []);
  const write = (text: string) => {
    setMessage(text);
    setError(undefined);
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    // The keys repeat while they are held.
    if (decide.isPending || decide.isSuccess) return;
    if (message.trim() === "") return setError("Write a message first");
    const suspensionDays = outcome === "suspended" && days !== "" ? Number(days) : null;
    decide.mutate(
      { caseId: data.id, seenIds, outcome, message: message.trim(), suspensionDays },
      {
        onSuccess: onDecided,
        onError: (failure) => {
          if (failure instanceof ApiError && failure.code === "case.conflict") onConflict({ outcome, message, days });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">{hintOf(outcome, data)}</p>
      {outcome === "suspended" && <SuspensionLength value={days} onSelect={setDays} />}
      {templates.length > 1 && <TemplateSelect templates={templates} message={message} onMessage={write} />}
      <Field label="Message" isRequired error={error} hint="Ctrl+Enter decides">
        {(control) => (
          <Textarea
            {...control}
            data-first-focus
            ref={field}
            rows={5}
            maxLength={limits.moderationMessageCharsMax}
            value={message}
            onChange={(event) => write(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look={outcome === "dismissed" ? "ink" : "danger"} isBusy={decide.isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
}

interface TemplateSelectProps {
  templates: ModerationTemplate[];
  message: string;
  onMessage: (message: string) => void;
}

/** Takes the message from a template; one that equals none of them is in own words. */
function TemplateSelect({ templates, message, onMessage }: TemplateSelectProps) {
  return (
    <Field label="Template">
      {(control) => (
        <Select
          {...control}
          label="Template"
          value={templates.find((template) => template.message === message)?.id ?? ""}
          options={[
            { value: "", label: "Own words" },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onSelect={(id) => onMessage(templates.find((template) => template.id === id)?.message ?? "")}
        />
      )}
    </Field>
  );
}
