import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
import { getSession } from "#web/api/session.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toReturn } from "#web/lib/return-address.ts";
import { signInNumbers } from "#web/lib/sign-in-numbers.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import type { Recovery } from "./auth-schemas.ts";
import { EmailInput } from "./email-input.tsx";
import { CodeForm } from "./code-form.tsx";
import { useGreeting } from "./greeting.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** The same result whether or not the address is known. */
async function sendRecovery(email: string): Promise<void> {
  await authCall((auth) => auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/change-password` }));
  toast.success("We will send you password recovery link on email.");
}

function handleError(error: unknown): string {
  toast.error("Failed to send reset email", formToast);
  return authErrorMessage(error);
}

interface ForgotPasswordScreenProps {
  /** Where the visitor was going before signing in. */
  next: string | undefined;
  /** The code was right: a session is open that may set a new password. */
  onRecovered: () => void;
}

export function ForgotPasswordScreen({ next, onRecovered }: ForgotPasswordScreenProps) {
  const greet = useGreeting();
  const [sent, setSent] = useState<{ to: string; isJustSent: boolean }>();
  if (sent === undefined) {
    return <AskForLink next={next} onCode={(to, isJustSent) => setSent({ to, isJustSent })} />;
  }
  const { to: sentTo, isJustSent } = sent;
  const check = async (token: string) => {
    try {
      await authCall((auth) => auth.verifyOtp({ type: "recovery", email: sentTo, token }));
      // With an authenticator the greeting follows its code.
      if (getSession().status === "signed-in") greet();
      onRecovered();
      return undefined;
    } catch (error) {
      return { message: authErrorMessage(error), isWrong: hasErrorCode(error, "otp_expired") };
    }
  };
  const resend = () =>
    sendRecovery(sentTo).then(
      () => true,
      (error: unknown) => {
        toast.info(handleError(error));
        return false;
      },
    );
  return (
    <AuthFrame
      hasNav
      title="Check your email"
      kicker="Forgot password"
      heading="Check your email"
      lead={
        <>
          {isJustSent ? (
            <>
              If <strong className="font-semibold text-ink">{sentTo}</strong> has an account, a link is on its way. Open
              it in this browser, or enter the code from the email here.
            </>
          ) : (
            <>
              Enter the code of our last email to <strong className="font-semibold text-ink">{sentTo}</strong>.
            </>
          )}
        </>
      }
    >
      <CodeForm
        label="Code from the email"
        digits={signInNumbers().mailDigits}
        submitLabel="Continue"
        check={check}
        resend={resend}
        isJustSent={isJustSent}
      />
      <Button look="quiet" size="small" className="mt-4 w-full text-muted" onClick={() => setSent(undefined)}>
        Use another address
      </Button>
    </AuthFrame>
  );
}

interface AskForLinkProps {
  next: string | undefined;
  /** The code can be entered: of a mail sent just now, or of an earlier one. */
  onCode: (email: string, isJustSent: boolean) => void;
}

function AskForLink({ next, onCode }: AskForLinkProps) {
  const { register, submit, isSending, messageOf, setError, trigger, getValues } = useAuthForm<Recovery>({
    loadSchema: async () => (await import("./auth-schemas.ts")).Recovery,
    defaults: { email: "" },
    async send({ email }) {
      await sendRecovery(email);
      onCode(email, true);
    },
    onRejected: (error) => setError("email", { message: handleError(error) }),
  });
  return (
    <AuthFrame
      hasNav
      title="Forgot password"
      kicker="Forgot password"
      heading="Forgot your password?"
      lead="Enter your email and we'll send you a reset link."
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
        <Field label="Email" error={messageOf("email")}>
          {(control) => <EmailInput {...control} {...register("email")} />}
        </Field>
        <Button type="submit" look="primary" size="large" isBusy={isSending}>
          Send recovery link
        </Button>
      </form>
      <Button
        look="quiet"
        className="mt-4 w-full"
        onClick={() => void trigger("email").then((isValid) => isValid && onCode(getValues("email").trim(), false))}
      >
        I have a code
      </Button>
      <Link to="/auth" search={toReturn(next)} className={`${buttonClass("quiet")} w-full`}>
        Back to sign in
      </Link>
    </AuthFrame>
  );
}
