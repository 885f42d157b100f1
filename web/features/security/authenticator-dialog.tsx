import { Check, Copy } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
import { withRecentSignIn } from "#web/data/recent-sign-in.ts";
import { useAuthenticatorAdded } from "#web/data/security.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

const codeDigits = 6;
const nameCharsMax = 40;

interface Enrolment {
  factorId: string;
  name: string;
  /** An image address. */
  qrCode: string;
  secret: string;
}

/** Name, scan, confirm. Cancelling leaves nothing behind. */
export function AuthenticatorDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  /** Of an enrolment that the server has forgotten. */
  const [expiredName, setExpiredName] = useState<string>();
  const refresh = useAuthenticatorAdded();
  const leave = () => {
    setEnrolment(undefined);
    setExpiredName(undefined);
    onClose();
  };
  const close = () => {
    // The server forgets it after five minutes anyway; a failure here costs nothing.
    if (enrolment) void authCall((auth) => auth.mfa.unenroll({ factorId: enrolment.factorId })).catch(() => undefined);
    leave();
  };
  const startAgain = (name: string) => {
    setEnrolment(undefined);
    setExpiredName(name);
  };
  const finish = () => {
    leave();
    toast.success("Your authenticator is on");
    refresh();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={enrolment ? "Scan this code" : "Set up an authenticator"}>
      {enrolment ? (
        <ProveIt enrolment={enrolment} onProven={finish} onExpired={() => startAgain(enrolment.name)} />
      ) : (
        <NameIt expiredName={expiredName} onEnrolled={setEnrolment} />
      )}
    </Dialog>
  );
}

interface NameItProps {
  expiredName: string | undefined;
  onEnrolled: (enrolment: Enrolment) => void;
}

function NameIt({ expiredName, onEnrolled }: NameItProps) {
  const [name, setName] = useState(expiredName ?? "My phone");
  const [fieldError, setFieldError] = useState(
    expiredName === undefined ? undefined : "This code is no longer valid. Continue for a new one.",
  );
  const [isBusy, setIsBusy] = useState(false);
  const enrol = async (event: FormEvent) => {
    event.preventDefault();
    const friendlyName = name.trim();
    if (friendlyName === "") return setFieldError("Give it a name");
    setIsBusy(true);
    try {
      const { id, totp } = await withRecentSignIn(() =>
        authCall((auth) => auth.mfa.enroll({ factorType: "totp", friendlyName, issuer: "Fash" })),
      );
      onEnrolled({ factorId: id, name: friendlyName, qrCode: totp.qr_code, secret: totp.secret });
    } catch (error) {
      const isKnown = hasErrorCode(error, "mfa_factor_name_conflict");
      setFieldError(isKnown ? "You already have an authenticator with this name" : authErrorMessage(error));
      setIsBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void enrol(event)} className="flex flex-col gap-6 pt-2">
      <p className="text-muted">
        Any authenticator app will do: on your phone, or in your password manager. What shall we call this one?
      </p>
      <Field label="Name" error={fieldError}>
        {(control) => (
          <Input {...control} value={name} maxLength={nameCharsMax} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Button type="submit" isBusy={isBusy} className="self-end">
        Continue
      </Button>
    </form>
  );
}

interface ProveItProps {
  enrolment: Enrolment;
  onProven: () => void;
  onExpired: () => void;
}

function ProveIt({ enrolment, onProven, onExpired }: ProveItProps) {
  const [code, setCode] = useState("");
  const [fieldError, setFieldError] = useState<string>();
  const [failedChecks, setFailedChecks] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const prove = async (whole: string) => {
    if (isBusy || whole.length < codeDigits) return;
    setIsBusy(true);
    setFieldError(undefined);
    try {
      await authCall((auth) => auth.mfa.challengeAndVerify({ factorId: enrolment.factorId, code: whole }));
      onProven();
    } catch (error) {
      if (hasErrorCode(error, "mfa_factor_not_found")) return onExpired();
      setFieldError(authErrorMessage(error));
      setFailedChecks((count) => count + 1);
      setCode("");
      setIsBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void prove(code);
      }}
      className="flex flex-col gap-6 pt-2"
    >
      <Scan enrolment={enrolment} />
      <CodeField
        // After a wrong code the focus starts again at the first box.
        key={failedChecks}
        label="Six digits from the app"
        digits={codeDigits}
        value={code}
        onValueChange={(next) => {
          setCode(next);
          setFieldError(undefined);
        }}
        error={fieldError}
        isBusy={isBusy}
        isFirst={failedChecks > 0}
      />
      <Button type="submit" isBusy={isBusy} disabled={code.length < codeDigits} className="self-end">
        Verify
      </Button>
    </form>
  );
}

function Scan({ enrolment }: { enrolment: Enrolment }) {
  return (
    <div className="flex flex-col items-center gap-6 sm:flex-row sm:items-start">
      <img
        src={enrolment.qrCode}
        alt={`QR code for ${enrolment.name}. The key beside it says the same in letters.`}
        width={176}
        height={176}
        className="size-44 shrink-0 rounded-photo bg-white p-3"
      />
      <div className="min-w-0">
        <p className="text-muted">Point your app's camera at the code, or type this key into it:</p>
        <Secret secret={enrolment.secret} />
      </div>
    </div>
  );
}

function Secret({ secret }: { secret: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setIsCopied(true);
    } catch {
      // No permission: the key is selected, so that the keyboard copies it.
      if (text.current) getSelection()?.selectAllChildren(text.current);
    }
  };
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      <code ref={text} className="text-body tracking-widest select-all">
        {secret.match(/.{1,4}/g)?.join(" ")}
      </code>
      <Button look="outline" size="small" onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
        <span aria-live="polite">{isCopied ? "Copied" : "Copy key"}</span>
      </Button>
    </div>
  );
}
