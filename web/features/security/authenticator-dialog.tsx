import { useQueryClient } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
import { authErrorWords, isRefusal } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { notify } from "#web/ui/notify.ts";
import { securityQueries, useRefusal } from "./security.queries.ts";

const codeDigits = 6;
const nameCharsMax = 40;

interface Enrolment {
  factorId: string;
  name: string;
  /** An image address. */
  qrCode: string;
  secret: string;
}

/** Name it, scan it, prove it. Left half-way, nothing stays behind. */
export function AuthenticatorDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const client = useQueryClient();
  const close = () => {
    // The server forgets it after five minutes anyway; a failure here costs nothing.
    if (enrolment) void authCall((auth) => auth.mfa.unenroll({ factorId: enrolment.factorId })).catch(() => undefined);
    setEnrolment(undefined);
    onClose();
  };
  const finish = () => {
    setEnrolment(undefined);
    onClose();
    notify.success("Your authenticator is on");
    void client.invalidateQueries({ queryKey: securityQueries.authenticators.queryKey });
    // Sessions that never gave a code have ended.
    void client.invalidateQueries({ queryKey: securityQueries.sessions.queryKey });
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={enrolment ? "Scan this code" : "Set up an authenticator"}>
      {enrolment ? <ProveIt enrolment={enrolment} onProven={finish} /> : <NameIt onEnrolled={setEnrolment} />}
    </Dialog>
  );
}

function NameIt({ onEnrolled }: { onEnrolled: (enrolment: Enrolment) => void }) {
  const [name, setName] = useState("My phone");
  const [complaint, setComplaint] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const tellRefusal = useRefusal();
  const enrol = async (event: FormEvent) => {
    event.preventDefault();
    const friendlyName = name.trim();
    if (friendlyName === "") return setComplaint("Give it a name");
    setIsBusy(true);
    try {
      const { id, totp } = await authCall((auth) =>
        auth.mfa.enroll({ factorType: "totp", friendlyName, issuer: "Fash" }),
      );
      onEnrolled({ factorId: id, name: friendlyName, qrCode: totp.qr_code, secret: totp.secret });
    } catch (refusal) {
      const isKnown = isRefusal(refusal, "mfa_factor_name_conflict");
      setComplaint(isKnown ? "You have an authenticator of this name already" : authErrorWords(refusal));
      setIsBusy(false);
      if (isRefusal(refusal, "reauthentication_needed")) tellRefusal(refusal);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void enrol(event)} className="flex flex-col gap-6 pt-2">
      <p className="text-muted">
        Any authenticator app will do: on your phone, or in your password manager. What shall we call this one?
      </p>
      <Field label="Name" error={complaint}>
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

function ProveIt({ enrolment, onProven }: { enrolment: Enrolment; onProven: () => void }) {
  const [code, setCode] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const prove = async (whole: string) => {
    if (isBusy || whole.length < codeDigits) return;
    setIsBusy(true);
    setComplaint(undefined);
    try {
      await authCall((auth) => auth.mfa.challengeAndVerify({ factorId: enrolment.factorId, code: whole }));
      onProven();
    } catch (refusal) {
      const isWrong = isRefusal(refusal, "mfa_verification_failed");
      setComplaint(isWrong ? "That code is not right. Try the newest one." : authErrorWords(refusal));
      setRefusals((count) => count + 1);
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
        // A refused code starts anew at the first box.
        key={refusals}
        label="Six digits from the app"
        digits={codeDigits}
        value={code}
        onValueChange={(next) => {
          setCode(next);
          setComplaint(undefined);
        }}
        error={complaint}
        isBusy={isBusy}
        isFirst={refusals > 0}
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
      <code ref={text} className="text-body tracking-widest break-all select-all">
        {secret.match(/.{1,4}/g)?.join(" ")}
      </code>
      <Button look="outline" size="small" onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden="true" size={16} /> : <Copy aria-hidden="true" size={16} />}
        <span aria-live="polite">{isCopied ? "Copied" : "Copy key"}</span>
      </Button>
    </div>
  );
}
