import { useQuery } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import { authCall } from "#web/api/auth-call.ts";
import { usernameQuery } from "#web/data/auth.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toast } from "#web/lib/toast.ts";
import { onboardingBefore } from "#web/lib/return-address.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { SignUp } from "./auth-schemas.ts";
import { EmailInput } from "./email-input.tsx";
import { StrengthHint } from "./strength-hint.tsx";
import { useAuthForm } from "./use-auth-form.ts";

export interface SignUpFormProps {
  /** Where the member goes after the onboarding. */
  next: string;
  /** The account waits until its address is confirmed. */
  onUnconfirmed: (email: string) => void;
}

export function SignUpForm({ next, onUnconfirmed }: SignUpFormProps) {
  const { register, submit, isSending, messageOf, setError, setFocus, watch } = useAuthForm<SignUp>({
    loadSchema: async () => (await import("./auth-schemas.ts")).SignUp,
    defaults: { name: "", email: "", password: "", bio: "" },
    async send(form) {
      if (!(await signUp(form, next))) onUnconfirmed(form.email);
      toast.success("Account created! Welcome to Fash!");
    },
    onRejected(error) {
      const message = authErrorMessage(error);
      toast.error(message, formToast);
      const field = rejectedField(error);
      if (!field) return;
      setError(field, { message: message });
      setFocus(field);
    },
  });
  const [name, email, password, bio] = watch(["name", "email", "password", "bio"]);
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Name" error={messageOf("name")} hint={<UsernameHint name={name} />}>
        {(control) => <Input {...control} {...register("name")} autoComplete="name" maxLength={limits.nameCharsMax} />}
      </Field>
      <Field label="Email" error={messageOf("email")}>
        {(control) => <EmailInput {...control} {...register("email")} />}
      </Field>
      <Field
        label="Password"
        error={messageOf("password")}
        hint={<StrengthHint password={password} personal={[name, email]} />}
      >
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </Field>
      <Field label="Bio" error={messageOf("bio")} aside={`Optional · ${bio.length}/${limits.bioCharsMax}`}>
        {(control) => (
          <Textarea
            {...control}
            {...register("bio")}
            rows={2}
            maxLength={limits.bioCharsMax}
            placeholder="What you wear, in a line or two"
            className="min-h-18"
          />
        )}
      </Field>
      <Button type="submit" look="primary" size="large" isBusy={isSending} className="mt-1">
        {isSending ? "Creating account..." : "Create Account"}
      </Button>
    </form>
  );
}

/** True when the account is signed in at once, false when its address must be confirmed first. */
async function signUp({ name, email, password, bio }: SignUp, next: string): Promise<boolean> {
  const data = bio === "" ? { username: name } : { username: name, bio };
  const options = { emailRedirectTo: `${location.origin}${onboardingBefore(next)}`, data };
  const { session } = await authCall((auth) => auth.signUp({ email, password, options }));
  return session !== null;
}

function rejectedField(error: unknown): "email" | "password" | undefined {
  if (hasErrorCode(error, "user_already_exists", "email_exists")) return "email";
  return hasErrorCode(error, "weak_password") ? "password" : undefined;
}

function UsernameHint({ name }: { name: string }) {
  const wanted = useDebounced(name.trim(), limits.searchDebounceMs);
  const { data } = useQuery(usernameQuery(wanted));
  if (wanted === "" || !data) return "In any language. We'll create your username from it.";
  return (
    <>
      You will be <strong className="font-semibold text-ink">@{data.username}</strong>
    </>
  );
}
