import { useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
import { authErrorWords, isRefusal } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { notify } from "#web/ui/notify.ts";
import { CodeForm } from "./code-form.tsx";

const authenticatorDigits = 6;

/** The authenticator's code after the password. Leaving ends the half-opened session. */
export function SecondStep() {
  const [isLeaving, setIsLeaving] = useState(false);
  const check = async (code: string) => {
    try {
      const { totp } = await authCall((auth) => auth.mfa.listFactors());
      const factorId = totp[0]?.id;
      if (factorId === undefined) return "This account has no authenticator any more. Please sign in again.";
      await authCall((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
      notify.success("Welcome back!");
      return undefined;
    } catch (refusal) {
      return isRefusal(refusal, "mfa_verification_failed")
        ? "That code is not right. Try the newest one."
        : authErrorWords(refusal);
    }
  };
  const leave = async () => {
    setIsLeaving(true);
    try {
      await authCall((auth) => auth.signOut({ scope: "local" }));
    } catch (refusal) {
      notify.error(authErrorWords(refusal));
    }
    setIsLeaving(false);
  };
  return (
    <div className="flex flex-col gap-6">
      <CodeForm label="Authentication code" digits={authenticatorDigits} submitLabel="Verify" check={check} />
      <p className="text-fine text-muted">
        Lost your authenticator? Write to us from the address of your account, and we will help you back in.
      </p>
      <Button
        look="quiet"
        size="small"
        isBusy={isLeaving}
        className="self-start -ml-4 text-muted"
        onClick={() => void leave()}
      >
        Sign in as someone else
      </Button>
    </div>
  );
}
