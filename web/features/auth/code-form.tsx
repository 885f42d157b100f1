import { type FormEvent, type ReactNode, useState } from "react";
import { formToast } from "#web/lib/form-toast.ts";
import { signInNumbers } from "#web/lib/sign-in-numbers.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { useCountdown } from "./use-countdown.ts";

interface Refusal {
  message: string;
  /** The code itself was refused; otherwise, such as without a connection, the same code may still be right. */
  isWrong: boolean;
}

interface CodeFormProps {
  label: string;
  digits: number;
  submitLabel: ReactNode;
  /** Checks the code and returns undefined if it was right. A wrong one empties the boxes. */
  check: (code: string) => Promise<Refusal | undefined>;
  /** Sends another code; true when one was sent. None for an authenticator's code. */
  resend?: (() => Promise<boolean>) | undefined;
  /** A code was sent just now, so that another has to wait. */
  isJustSent?: boolean;
  resendLabel?: string;
  /** How long another one has to wait. */
  resendSeconds?: number;
  /** Shown if Enter is pressed before the code is complete. */
  incompleteMessage?: string;
}

const spentMessage = "Too many wrong codes. Please request a new one.";

/** A one-time code: boxes, a button that waits for all digits, and a resend button with a countdown. */
export function CodeForm({ label, digits, submitLabel, check, resend, isJustSent = true, ...others }: CodeFormProps) {
  const { resendLabel = "Resend code", incompleteMessage = "Please enter the complete code" } = others;
  const [code, setCode] = useState("");
  const [fieldError, setFieldError] = useState<string>();
  const [failedChecks, setFailedChecks] = useState(0);
  /** Since the last code was sent. */
  const [wrongCodes, setWrongCodes] = useState(0);
  const [isChecking, setIsChecking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking || code.length < digits) return;
    setIsChecking(true);
    setFieldError(undefined);
    const refused = await check(code);
    setIsChecking(false);
    if (refused === undefined) return;
    const { message, isWrong } = refused;
    if (!isWrong) return setFieldError(message);
    const isSpent = resend !== undefined && wrongCodes + 1 >= signInNumbers().codeTriesMax;
    setFieldError(isSpent ? spentMessage : message);
    setFailedChecks((count) => count + 1);
    setWrongCodes((count) => count + 1);
    setCode("");
  };
  const change = (next: string) => {
    setCode(next);
    setFieldError(undefined);
  };
  const refuseEarly = () => {
    setFieldError(incompleteMessage);
    toast.error(incompleteMessage, formToast);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      <CodeField
        // After a wrong code the focus starts again at the first box.
        key={failedChecks}
        label={label}
        digits={digits}
        value={code}
        onValueChange={change}
        onEarlyEnter={refuseEarly}
        error={fieldError}
        isBusy={isChecking}
        isFirst
      />
      <Button type="submit" look="primary" size="large" disabled={code.length < digits} isBusy={isChecking}>
        {submitLabel}
      </Button>
      {resend && (
        <Resend
          label={resendLabel}
          isJustSent={isJustSent}
          seconds={others.resendSeconds ?? signInNumbers().mailResendSeconds}
          send={resend}
          onSent={() => setWrongCodes(0)}
        />
      )}
    </form>
  );
}

interface ResendProps {
  label: string;
  isJustSent: boolean;
  seconds: number;
  send: () => Promise<boolean>;
  onSent: () => void;
}

function Resend({ label, isJustSent, seconds, send, onSent }: ResendProps) {
  const { secondsLeft, restart } = useCountdown(seconds, isJustSent);
  const [isSending, setIsSending] = useState(false);
  const press = async () => {
    setIsSending(true);
    if (await send()) {
      restart();
      onSent();
    }
    setIsSending(false);
  };
  return (
    <p className="text-center text-fine text-muted">
      Didn't get it?{" "}
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
