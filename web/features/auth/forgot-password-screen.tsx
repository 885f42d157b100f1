import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
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
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo === undefined) return <AskForLink next={next} onSent={setSentTo} />;
  const check = async (token: string) => {
    try {
      await authCall((auth) => auth.verifyOtp({ type: "recovery", email: sentTo, token }));
      onRecovered();
      return undefined;
    } catch (error) {
      const isWrong = hasErrorCode(error, "otp_expired");
      return { message: isWrong ? "That code isn't right, or it is too old." : authErrorMessage(error), isWrong };
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
          If <strong className="font-semibold text-ink">{sentTo}</strong> has an account, a link is on its way. Open it
          in this browser, or enter the code from the email here.
        </>
      }
    >
      <CodeForm
        label="Code from the email"
        digits={signInNumbers().mailDigits}
        submitLabel="Continue"
        check={check}
        resend={resend}
      />
      <Button look="quiet" size="small" className="mt-4 w-full text-muted" onClick={() => setSentTo(undefined)}>
        Use another address
      </Button>
    </AuthFrame>
  );
}

function AskForLink({ next, onSent }: { next: string | undefined; onSent: (email: string) => void }) {
  const { register, submit, isSending, messageOf, setError } = useAuthForm<Recovery>({
    loadSchema: async () => (await import("./auth-schemas.ts")).Recovery,
    defaults: { email: "" },
    async send({ email }) {
      await sendRecovery(email);
      onSent(email);
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
      <Link to="/auth" search={toReturn(next)} className={`${buttonClass("quiet")} mt-4 w-full`}>
        Back to sign in
      </Link>
    </AuthFrame>
  );
}
