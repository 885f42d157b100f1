import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";
import { authCall } from "#web/api/auth-call.ts";
import { useSession } from "#web/api/session.ts";
import { passwordRightsQuery } from "#web/data/auth.ts";
import { withRecentSignIn } from "#web/data/recent-sign-in.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toast } from "#web/lib/toast.ts";
import { PageSpinner } from "#web/shell/page-spinner.tsx";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import type { PasswordChange } from "./auth-schemas.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { NoSession, type LinkFailure } from "./no-session.tsx";
import { useAuthForm } from "./use-auth-form.ts";

interface ChangePasswordScreenProps {
  /** Why the link in the e-mail opened no session. */
  linkFailure: LinkFailure | undefined;
  onChanged: () => void;
}

export function ChangePasswordScreen({ linkFailure, onChanged }: ChangePasswordScreenProps) {
  const session = useSession();
  const isMember = session.status === "signed-in";
  const { data, isError } = useQuery({ ...passwordRightsQuery, enabled: isMember });
  // Unknown: the server asks for the current password if it needs it.
  const rights = data ?? (isError ? { isCurrentNeeded: false } : undefined);
  if (session.status === "loading" || (isMember && !rights)) return <PageSpinner />;
  // Who is signed in here may be another member than the link's.
  if (!isMember || !rights || linkFailure) return <NoSession reason={linkFailure ?? "none"} />;
  if (!session.email) return <NoEmail />;
  return (
    <AuthFrame
      hasNav
      title="Change password"
      kicker="Security"
      heading={rights.isCurrentNeeded ? "Change password" : "A new password"}
      lead="You stay signed in here; every other device is signed out."
    >
      <PasswordForm isCurrentNeeded={rights.isCurrentNeeded} email={session.email} onChanged={onChanged} />
    </AuthFrame>
  );
}

/** Who signs in by phone or through a provider without an address. */
function NoEmail() {
  return (
    <AuthFrame
      hasNav
      title="Change password"
      kicker="Security"
      heading="No password needed"
      lead="A password signs in together with an email address, and your account has none. You sign in as you did so far."
    >
      <Link to="/settings" className={buttonClass("primary", "large")}>
        Settings
      </Link>
    </AuthFrame>
  );
}

interface PasswordFormProps {
  isCurrentNeeded: boolean;
  email: string;
  onChanged: () => void;
}

function PasswordForm({ isCurrentNeeded: isNeededAtFirst, email, onChanged }: PasswordFormProps) {
  const [isAskedLater, setIsAskedLater] = useState(false);
  const isCurrentNeeded = isNeededAtFirst || isAskedLater;
  const form = useAuthForm<PasswordChange>({
    async loadSchema() {
      const schemas = await import("./auth-schemas.ts");
      return isCurrentNeeded ? schemas.PasswordChange : schemas.PasswordReset;
    },
    defaults: { currentPassword: "", password: "", repeatedPassword: "" },
    async send({ currentPassword, password }) {
      const current = isCurrentNeeded ? { current_password: currentPassword } : {};
      await withRecentSignIn(() => authCall((auth) => auth.updateUser({ password, ...current })));
      toast.success("Password changed successfully!");
      onChanged();
    },
    onRejected(error) {
      if (hasErrorCode(error, "reauthentication_needed")) return toast.error(authErrorMessage(error), formToast);
      toast.error("Failed to change password", formToast);
      if (hasErrorCode(error, "current_password_required")) {
        flushSync(() => setIsAskedLater(true));
        setFocus("currentPassword");
        setError("currentPassword", { message: "Enter your current password, too" });
        return;
      }
      const isWrong = isCurrentNeeded && hasErrorCode(error, "current_password_invalid", "invalid_credentials");
      const field = isWrong ? "currentPassword" : "password";
      setError(field, { message: isWrong ? "This isn't your current password" : authErrorMessage(error) });
      setFocus(field, { shouldSelect: true });
    },
  });
  const { register, submit, isSending, messageOf, setError, setFocus } = form;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {/* Password managers file the new password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {isCurrentNeeded && (
        <Field label="Current password" error={messageOf("currentPassword")}>
          {(control) => <PasswordInput {...control} {...register("currentPassword")} autoComplete="current-password" />}
        </Field>
      )}
      <NewPasswordFields form={form} email={email} />
      <Button type="submit" look="primary" size="large" isBusy={isSending} className="mt-1">
        Change Password
      </Button>
    </form>
  );
}
