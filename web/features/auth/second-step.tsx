import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
import { secondStepQuery } from "#web/data/auth.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { FactorChoice } from "#web/ui/factor-choice.tsx";
import { CodeForm } from "./code-form.tsx";
import { useGreeting } from "./greeting.ts";

const authenticatorDigits = 6;
const noFactor = "This account has no authenticator any more. Please sign in again.";

/** The authenticator's code after the password. Leaving ends the session. */
export function SecondStep() {
  const greet = useGreeting();
  const [isLeaving, setIsLeaving] = useState(false);
  const { data: factors } = useQuery(secondStepQuery);
  const [chosenId, setChosenId] = useState<string>();
  const check = async (code: string) => {
    try {
      const factorId = chosenId ?? (await authCall((auth) => auth.mfa.listFactors())).totp[0]?.id;
      if (factorId === undefined) return { message: noFactor, isWrong: false };
      await authCall((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
      greet("Welcome back!");
      return undefined;
    } catch (error) {
      return { message: authErrorMessage(error), isWrong: hasErrorCode(error, "mfa_verification_failed") };
    }
  };
  const leave = async () => {
    setIsLeaving(true);
    try {
      await authCall((auth) => auth.signOut({ scope: "local" }));
    } catch (error) {
      toast.error(authErrorMessage(error), formToast);
    }
    setIsLeaving(false);
  };
  return (
    <div className="flex flex-col gap-6">
      {factors && factors.length > 1 && (
        <FactorChoice factors={factors} chosenId={chosenId ?? factors[0]?.id} onChoose={setChosenId} />
      )}
      <CodeForm label="Authentication code" digits={authenticatorDigits} submitLabel="Verify" check={check} />
      <p className="text-fine text-muted">
        Lost your authenticator? Write to us, from the email address of your account if it has one, and we will help you
        back in.
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
