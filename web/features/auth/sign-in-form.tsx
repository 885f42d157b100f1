import { Link } from "@tanstack/react-router";
import { authCall } from "#web/api/auth-call.ts";
import { getSession } from "#web/api/session.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toReturn } from "#web/lib/return-address.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import type { SignIn } from "./auth-schemas.ts";
import { EmailInput } from "./email-input.tsx";
import { useGreeting } from "./greeting.ts";
import { useAuthForm } from "./use-auth-form.ts";

interface SignInFormProps {
  /** Where the member goes afterwards. */
  next: string;
  /** The address is not confirmed yet: the code can be entered. */
  onUnconfirmed: (email: string) => void;
}

export function SignInForm({ next, onUnconfirmed }: SignInFormProps) {
  const greet = useGreeting();
  const { register, submit, isSending, messageOf, getValues, setError, setFocus } = useAuthForm<SignIn>({
    loadSchema: async () => (await import("./auth-schemas.ts")).SignIn,
    defaults: { email: "", password: "" },
    async send({ email, password }) {
      await authCall((auth) => auth.signInWithPassword({ email, password }));
      // With an authenticator the welcome toast follows its code.
      if (getSession().status === "signed-in") greet("Welcome back!");
    },
    onRejected(error) {
      const message = authErrorMessage(error);
      toast.error(message, formToast);
      if (hasErrorCode(error, "email_not_confirmed")) return onUnconfirmed(getValues("email"));
      if (!hasErrorCode(error, "invalid_credentials")) return;
      setError("password", { message: message });
      setFocus("password", { shouldSelect: true });
    },
  });
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Email" error={messageOf("email")}>
        {(control) => <EmailInput {...control} {...register("email")} />}
      </Field>
      <Field
        label="Password"
        error={messageOf("password")}
        aside={
          <Link
            to="/forgot-password"
            search={toReturn(next)}
            // Above the words, since the field is right below them.
            className="relative rounded-sm before:absolute before:-inset-x-1.5 before:-top-5 before:-bottom-1.5 underline decoration-ink/25 underline-offset-4 hover:text-ink"
          >
            Forgot Password?
          </Link>
        }
      >
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="current-password" />}
      </Field>
      <Button type="submit" look="primary" size="large" isBusy={isSending} className="mt-1">
        {isSending ? "Signing in..." : "Sign In"}
      </Button>
    </form>
  );
}
