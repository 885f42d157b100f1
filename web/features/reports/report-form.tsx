import { type FormEvent, useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { NewReport } from "#contract/reports.ts";
import { useReport } from "#web/data/reports.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

const reasons: Record<NewReport["reason"], string> = {
  spam: "Spam",
  harassment: "Harassment or bullying",
  nudity: "Nudity",
  hate: "Hate speech",
  violence: "Violence or threats",
  stolen: "Stolen picture or text",
  other: "Something else",
};
const reasonIds = Object.keys(reasons) as NewReport["reason"][];

interface ReportFormProps {
  target: Pick<NewReport, "targetType" | "targetId">;
  onDone: () => void;
}

export function ReportForm({ target, onDone }: ReportFormProps) {
  const [reason, setReason] = useState<NewReport["reason"]>();
  const [details, setDetails] = useState("");
  const report = useReport();
  const group = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason) return;
    const message = details.trim();
    report.mutate({ ...target, reason, details: message === "" ? null : message }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <fieldset>
        <legend className="mb-1 text-muted">What is wrong with it?</legend>
        {reasonIds.map((id) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={group}
              checked={reason === id}
              onChange={() => setReason(id)}
              className="size-5 shrink-0 accent-ink"
            />
            {reasons[id]}
          </label>
        ))}
      </fieldset>
      <Field label="Details" aside="Optional">
        {(control) => (
          <Textarea
            {...control}
            value={details}
            maxLength={limits.reportDetailsCharsMax}
            onChange={(event) => setDetails(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" look="ink" disabled={!reason} isBusy={report.isPending} className="self-end">
        Send report
      </Button>
    </form>
  );
}
