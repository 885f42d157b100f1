import { type FormEvent, type ReactNode, useState } from "react";
import { isBlankText } from "#contract/blank-text.ts";
import { limits } from "#contract/limits.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Textarea } from "./textarea.tsx";

interface ReasonDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What happens, and who reads the reason. */
  hint: string;
  confirmLabel: string;
  isBusy?: boolean;
  isDangerous?: boolean;
  /** Further fields above the reason. */
  children?: ReactNode;
  onConfirm: (reason: string) => void;
}

/** Asks for the reason of an action. */
export function ReasonDialog(props: ReasonDialogProps) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title={props.title} size="small">
      {props.isOpen && <ReasonForm {...props} />}
    </Dialog>
  );
}

function ReasonForm({ hint, confirmLabel, isBusy = false, isDangerous = false, ...props }: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlankText(reason)) return setError("Please give a reason");
    props.onConfirm(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">{hint}</p>
      {props.children}
      <Field label="Reason" isRequired error={error}>
        {(control) => (
          <Textarea
            {...control}
            data-first-focus
            rows={3}
            maxLength={limits.auditReasonCharsMax}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" look={isDangerous ? "danger" : "ink"} isBusy={isBusy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
