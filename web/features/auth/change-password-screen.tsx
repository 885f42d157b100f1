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
import { StrengthHint } from "./strength-hint.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** The link was used before or has expired; or it was not checked, and may still be good. */
export type LinkFailure = "expired" | "limited" | "unchecked";

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
  if (!isMember || !rights || linkFailure) return <NoSession linkFailure={linkFailure} />;
  if (!session.email) return <NoEmail />;
  return (
    <AuthFrame
      hasNav
      title="Change password"
      kicker="Security"
      heading={rights.isCurrentNeeded ? "Change password" : "A new password"}
      lead="You stay signed in here; every other device is signed out."
    >
      <PasswordForm isCurrentNeeded={rights.isCurrentNeeded} email={session.email ?? ""} onChanged={onChanged} />
    </AuthFrame>
  );
}

const noSessionTexts: Record<LinkFailure | "none", { heading: string; lead: string }> = {
  expired: {
    heading: "This link has expired",
    lead: "A recovery link works once, for a short time, and in the browser that asked for it. Send yourself a new one, or enter the code from the email.",
  },
  limited: {
    heading: "Open the link again",
    lead: "Too many attempts from your network. Open the link again in a few minutes.",
  },
  unchecked: {
    heading: "Open the link again",
    lead: "The link could not be checked right now. Open it again in a few minutes.",
  },
  none: {
    heading: "Sign in first",
    lead: "To change your password, sign in, or send yourself a recovery link.",
  },
};

function NoSession({ linkFailure }: { linkFailure: LinkFailure | undefined }) {
  // Another mail would make a link void that may still be good.
  const isMailOffered = linkFailure === undefined || linkFailure === "expired";
  return (
    <AuthFrame hasNav title="Change password" kicker="Security" {...noSessionTexts[linkFailure ?? "none"]}>
      <div className="grid gap-3">
        {isMailOffered && (
          <Link to="/forgot-password" className={buttonClass("primary", "large")}>
            Send recovery link
          </Link>
        )}
        <Link to="/auth" search={{ next: "/change-password" }} className={buttonClass("outline", "large")}>
          Sign In
        </Link>
      </div>
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
  const { register, submit, isSending, messageOf, setError, setFocus, watch } = useAuthForm<PasswordChange>({
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
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {/* Password managers file the new password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {isCurrentNeeded && (
        <Field label="Current password" error={messageOf("currentPassword")}>
          {(control) => <PasswordInput {...control} {...register("currentPassword")} autoComplete="current-password" />}
        </Field>
      )}
      <Field
        label="New password"
        error={messageOf("password")}
        hint={<StrengthHint password={watch("password")} personal={[email]} />}
      >
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </Field>
      <Field label="Re-enter new password" error={messageOf("repeatedPassword")}>
        {(control) => <PasswordInput {...control} {...register("repeatedPassword")} autoComplete="new-password" />}
      </Field>
      <Button type="submit" look="primary" size="large" isBusy={isSending} className="mt-1">
        Change Password
      </Button>
    </form>
  );
}
