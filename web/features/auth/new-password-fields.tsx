import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import type { PasswordChange } from "./auth-schemas.ts";
import { StrengthHint } from "./strength-hint.tsx";
import type { AuthFormState } from "./use-auth-form.ts";

interface NewPasswordFieldsProps {
  form: AuthFormState<PasswordChange>;
  /** Of the account, as far as it is known. */
  email: string | undefined;
}

/** The new password, twice. */
export function NewPasswordFields({ form: { register, watch, messageOf }, email }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label="New password"
        error={messageOf("password")}
        hint={<StrengthHint password={watch("password")} personal={email === undefined ? [] : [email]} />}
      >
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </Field>
      <Field label="Re-enter new password" error={messageOf("repeatedPassword")}>
        {(control) => <PasswordInput {...control} {...register("repeatedPassword")} autoComplete="new-password" />}
      </Field>
    </>
  );
}
