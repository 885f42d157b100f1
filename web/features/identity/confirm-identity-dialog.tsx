import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ChangeEvent, type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSession } from "#web/api/session.ts";
import { identityQuery, proveIdentity, useSignInAgain } from "#web/data/identity.ts";
import { answerIdentity, useIsIdentityAsked } from "#web/lib/confirm-identity.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FactorChoice } from "#web/ui/factor-choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

const codeDigits = 6;

/** Asks for the password, or the authenticator's code, before a sensitive action; part of every screen that has one. */
export function ConfirmIdentityDialog() {
  const isAsked = useIsIdentityAsked();
  const session = useSession();
  const memberId = session.status === "signed-in" ? session.userId : undefined;
  // A question that was left is answered: neither another screen nor another member may carry out what waits for it.
  useEffect(() => () => answerIdentity(false), [memberId]);
  return (
    <Dialog isOpen={isAsked} onClose={() => answerIdentity(false)} title="Confirm it's you" size="small">
      {isAsked && <ProofForm />}
    </Dialog>
  );
}

function ProofForm() {
  const { data: identity, error: failure, isFetching, refetch } = useQuery(identityQuery);
  const [text, setText] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // The first time, what is asked for is known only after the dialog has opened; later the dialog focuses the marked field.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus(), [identity]);
  if (failure && !identity) {
    return <InlineError message={authErrorMessage(failure)} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!identity) return <Spinner label="Loading" size={24} />;
  const { factors, hasPassword } = identity;
  const factorId = chosenId ?? factors[0]?.id;
  if (!factorId && !hasPassword) return <SignInAgain />;
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => setText(target.value);
  // Authenticators show the code with a gap, which is pasted, too.
  const typeCode = ({ target }: ChangeEvent<HTMLInputElement>) =>
    setText((target.value = target.value.replace(/\D/g, "").slice(0, codeDigits)));
  const field = { "data-first-focus": true, value: text };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text === "") return setError(factorId ? "Enter the code" : "Enter your password");
    setIsBusy(true);
    const how = factorId ? { factorId, code: text } : { password: text };
    proveIdentity(how).then(
      () => answerIdentity(true),
      (refusal: unknown) => {
        // Only a password was asked for.
        const isWrong = hasErrorCode(refusal, "invalid_credentials");
        setError(isWrong ? "This isn't your password" : authErrorMessage(refusal));
        setIsBusy(false);
      },
    );
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">This action needs a recent sign-in.</p>
      {factors.length > 1 && <FactorChoice factors={factors} chosenId={factorId} onChoose={setChosenId} />}
      {factorId ? (
        <Field label="Code from your authenticator app" error={error}>
          {(control) => (
            <Input {...control} {...field} onChange={typeCode} inputMode="numeric" autoComplete="one-time-code" />
          )}
        </Field>
      ) : (
        <Field label="Password" error={error}>
          {(control) => <PasswordInput {...control} {...field} onChange={type} autoComplete="current-password" />}
        </Field>
      )}
      <Actions isBusy={isBusy} />
    </form>
  );
}

/** For an account without a password and an authenticator, which signs in by a provider or a phone. */
function SignInAgain() {
  const here = useLocation({ select: ({ href }) => href });
  const signInAgain = useSignInAgain();
  const [isBusy, setIsBusy] = useState(false);
  const leave = () => {
    setIsBusy(true);
    void signInAgain(here).finally(() => answerIdentity(false));
  };
  return (
    <div className="space-y-4">
      <p className="text-muted">
        This action needs a recent sign-in, and your account has no password. Sign in again to come back to this page
        and repeat the action.
      </p>
      <div className="flex justify-end gap-3">
        <Button look="outline" onClick={() => answerIdentity(false)}>
          Cancel
        </Button>
        <Button data-first-focus isBusy={isBusy} onClick={leave}>
          Sign in again
        </Button>
      </div>
    </div>
  );
}

function Actions({ isBusy }: { isBusy: boolean }) {
  return (
    <div className="flex justify-end gap-3">
      <Button look="outline" onClick={() => answerIdentity(false)}>
        Cancel
      </Button>
      <Button type="submit" isBusy={isBusy}>
        Continue
      </Button>
    </div>
  );
}
