import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { notify } from "#web/ui/notify.ts";
import { useCountdown } from "./use-countdown.ts";

interface CodeFormProps {
  label: string;
  digits: number;
  submitLabel: ReactNode;
  /** Checks the code. What it answers is shown under the boxes, which are emptied; nothing means that it was right. */
  check: (code: string) => Promise<string | undefined>;
  /** Sends another code; true when one was sent. None for an authenticator's code. */
  resend?: (() => Promise<boolean>) | undefined;
  resendLabel?: string;
  /** For one who presses Enter too early. */
  incompleteWords?: string;
}

/** One-time code: boxes, the button that waits for all digits, and the resend with its countdown. */
export function CodeForm({ label, digits, submitLabel, check, resend, ...words }: CodeFormProps) {
  const { resendLabel = "Resend code", incompleteWords = "Please enter the complete code" } = words;
  const [code, setCode] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const [isChecking, setIsChecking] = useState(false);
  const submit = async (whole: string) => {
    if (isChecking || whole.length < digits) return;
    setIsChecking(true);
    setComplaint(undefined);
    const refused = await check(whole);
    setIsChecking(false);
    if (refused === undefined) return;
    setComplaint(refused);
    setRefusals((count) => count + 1);
    setCode("");
  };
  const change = (next: string) => {
    setCode(next);
    setComplaint(undefined);
  };
  const refuseEarly = () => {
    setComplaint(incompleteWords);
    notify.error(incompleteWords);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(code);
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-6">
      <CodeField
        // A refused code starts anew at the first box.
        key={refusals}
        label={label}
        digits={digits}
        value={code}
        onValueChange={change}
        onEarlyEnter={refuseEarly}
        error={complaint}
        isBusy={isChecking}
        isFirst
      />
      <Button type="submit" look="primary" size="large" disabled={code.length < digits} isBusy={isChecking}>
        {submitLabel}
      </Button>
      {resend && <Resend label={resendLabel} send={resend} />}
    </form>
  );
}

function Resend({ label, send }: { label: string; send: () => Promise<boolean> }) {
  const { secondsLeft, restart } = useCountdown(true);
  const [isSending, setIsSending] = useState(false);
  const press = async () => {
    setIsSending(true);
    if (await send()) restart();
    setIsSending(false);
  };
  return (
    <p className="text-center text-fine text-muted">
      Nothing came?{" "}
      <button
        type="button"
        disabled={secondsLeft > 0 || isSending}
        onClick={() => void press()}
        className="min-h-11 rounded-sm px-1 font-semibold text-ink underline decoration-ink/25 underline-offset-4 hover:decoration-ink disabled:font-normal disabled:text-muted disabled:no-underline"
      >
        {secondsLeft > 0 ? `${label} in ${secondsLeft} s` : label}
      </button>
    </p>
  );
}
