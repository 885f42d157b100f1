import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
import { authErrorWords, isRefusal } from "#web/text/auth-errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { notify } from "#web/ui/notify.ts";
import { AuthFrame } from "./auth-frame.tsx";
import type { Recovery } from "./auth-schemas.ts";
import { CodeForm } from "./code-form.tsx";
import { mailCodeDigits } from "./confirm-email.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** The same answer whether the address is known or not. */
async function sendRecovery(email: string): Promise<void> {
  await authCall((auth) => auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/change-password` }));
  notify.success("We will send you password recovery link on email.");
}

function tellRefusal(refusal: unknown): string {
  notify.error("Failed to send reset email");
  return authErrorWords(refusal);
}

interface ForgotPasswordScreenProps {
  /** The code was right: a session is open that may set a new password. */
  onRecovered: () => void;
}

export function ForgotPasswordScreen({ onRecovered }: ForgotPasswordScreenProps) {
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo === undefined) return <AskForLink onSent={setSentTo} />;
  const check = async (token: string) => {
    try {
      await authCall((auth) => auth.verifyOtp({ type: "recovery", email: sentTo, token }));
      onRecovered();
      return undefined;
    } catch (refusal) {
      return isRefusal(refusal, "otp_expired") ? "That code is not right, or it is too old." : authErrorWords(refusal);
    }
  };
  const resend = () =>
    sendRecovery(sentTo).then(
      () => true,
      (refusal: unknown) => {
        notify.info(tellRefusal(refusal));
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
          in this browser, or enter the mail's code here.
        </>
      }
    >
      <CodeForm
        label="Code from the mail"
        digits={mailCodeDigits}
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

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const { register, submit, isSending, messageOf, setError } = useAuthForm<Recovery>({
    loadSchema: async () => (await import("./auth-schemas.ts")).Recovery,
    defaults: { email: "" },
    async send({ email }) {
      await sendRecovery(email);
      onSent(email);
    },
    onRefused: (refusal) => setError("email", { message: tellRefusal(refusal) }),
  });
  return (
    <AuthFrame
      hasNav
      title="Forgot password"
      kicker="Forgot password"
      heading="It happens"
      lead="Tell us the address of your account, and we will send you a way back in."
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
        <Field label="Email" error={messageOf("email")}>
          {(control) => (
            <Input
              {...control}
              {...register("email")}
              type="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
            />
          )}
        </Field>
        <Button type="submit" look="primary" size="large" isBusy={isSending}>
          Send recovery link
        </Button>
      </form>
      <Link to="/auth" className={`${buttonClass("quiet")} mt-4 w-full`}>
        Back to sign in
      </Link>
    </AuthFrame>
  );
}
