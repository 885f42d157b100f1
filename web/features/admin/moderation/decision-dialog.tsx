import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { CaseOutcome, ModerationCaseDetail, ModerationTemplate } from "#contract/moderation.ts";
import { moderationQueries, useDecideCase } from "#web/data/moderation.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type SuspensionChoice, SuspensionLength } from "#web/features/admin/members/member-actions.tsx";
import { Select } from "#web/features/admin/parts/select.tsx";

interface DecisionDialogProps {
  data: ModerationCaseDetail;
  outcome: CaseOutcome;
  label: string;
  onClose: () => void;
  onDecided: () => void;
}

const appealHint = "The owner reads this message and can appeal.";
const hints: Record<CaseOutcome, string> = {
  dismissed: "The reporters read this message.",
  hidden: `Only the owner and admins still see it. ${appealHint}`,
  deleted: `It is hidden now and deleted for good in 20 days. ${appealHint}`,
  warned: appealHint,
  suspended: "The member is signed out everywhere, reads this message and can appeal.",
};

/** What else happens to something that the image screening withholds. */
const releaseHints: Partial<Record<CaseOutcome, string>> = {
  dismissed: "It is no longer withheld: everybody sees it again.",
  warned: "It is no longer withheld: everybody sees it again.",
  suspended: "It is no longer withheld.",
};

/** Who reads the message, and what the outcome does. */
function hintOf(outcome: CaseOutcome, { targetType, isHeld, reportsCount }: ModerationCaseDetail): string {
  if (outcome === "hidden" && targetType === "profile") {
    const isOnePicture = isHeld && reportsCount === 0;
    return `${isOnePicture ? "The picture stays off the profile." : "Avatar and banner leave the profile."} ${appealHint}`;
  }
  const isUnread = outcome === "dismissed" && reportsCount === 0;
  const hint = isUnread ? "Only the audit log keeps this message." : hints[outcome];
  const more = isHeld ? releaseHints[outcome] : outcome === "dismissed" ? "Nothing else changes." : undefined;
  return more === undefined ? hint : `${hint} ${more}`;
}

const titles: Record<CaseOutcome, string> = {
  dismissed: "Dismiss these reports?",
  hidden: "Hide this?",
  deleted: "Remove this?",
  warned: "Warn the member?",
  suspended: "Suspend the member?",
};

/** The message of a decision, in own words or from a template; ctrl/cmd+enter sends it. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { data: templates, error, isFetching, refetch } = useQuery(moderationQueries.templates);
  const isFinding = props.outcome === "dismissed" && props.data.reportsCount === 0;
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={isFinding ? "Dismiss this finding?" : titles[props.outcome]}
      size="small"
    >
      {templates ? (
        <DecisionForm {...props} templates={templates.filter(({ outcome }) => outcome === props.outcome)} />
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

function DecisionForm(props: DecisionDialogProps & { templates: ModerationTemplate[] }) {
  const { data, outcome, label, templates, onClose, onDecided } = props;
  // Several state different reasons, of which the moderator has to choose the true one.
  const [message, setMessage] = useState(templates.length === 1 ? (templates[0]?.message ?? "") : "");
  const [days, setDays] = useState<SuspensionChoice>("7");
  const [error, setError] = useState<string>();
  const decide = useDecideCase();
  const field = useRef<HTMLTextAreaElement>(null);
  // The first time, the templates come after the dialog has opened; later, the dialog itself focuses the marked field.
  useLayoutEffect(() => field.current?.focus(), []);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    // The keys repeat while they are held.
    if (decide.isPending || decide.isSuccess) return;
    if (message.trim() === "") return setError("Write a message first");
    const suspensionDays = outcome === "suspended" && days !== "" ? Number(days) : null;
    decide.mutate(
      { caseId: data.id, outcome, message: message.trim(), suspensionDays },
      {
        onSuccess: () => {
          toast.success("Case decided");
          onClose();
          onDecided();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">{hintOf(outcome, data)}</p>
      {outcome === "suspended" && <SuspensionLength value={days} onSelect={setDays} />}
      {templates.length > 1 && <TemplateSelect templates={templates} message={message} onMessage={setMessage} />}
      <Field label="Message" isRequired error={error} hint="Ctrl+Enter decides">
        {(control) => (
          <Textarea
            {...control}
            data-first-focus
            ref={field}
            rows={5}
            maxLength={limits.moderationMessageCharsMax}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
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
