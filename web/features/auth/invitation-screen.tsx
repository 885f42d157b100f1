import { type ReactNode, useEffect, useState } from "react";
import { serviceTokenPrefix } from "#contract/service-links.ts";
import { authCall } from "#web/api/auth-call.ts";
import { useSession } from "#web/api/session.ts";
import { withRecentSignIn } from "#web/data/recent-sign-in.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toast } from "#web/lib/toast.ts";
import { PageSpinner } from "#web/shell/page-spinner.tsx";
import { enterPage } from "#web/shell/use-page-focus.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import type { PasswordChange } from "./auth-schemas.ts";
import { LogOutFirst } from "./log-out-first.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { NoSession } from "./no-session.tsx";
import { isMember, redeemLink } from "./service-link.ts";
import { useAuthForm } from "./use-auth-form.ts";

interface InvitationScreenProps {
  /** Of the link in the e-mail. */
  token: string;
  /** Ends the session of whoever is signed in here. */
  logOut: ReactNode;
  /** The token is of no more use: it has opened a session, or has expired. */
  onSpent: () => void;
  onDone: () => void;
}

/**
 * Where an invited person chooses a password. The token is used when the form is sent: mail scanners open links too, and
 * opening one signs nobody in, docs/security.md#s-164.
 */
export function InvitationScreen({ token, logOut, onSpent, onDone }: InvitationScreenProps) {
  const session = useSession();
  const [state, setState] = useState<"unused" | "used" | "expired">(() =>
    // The server takes no other, and says so of it.
    token.startsWith(serviceTokenPrefix) ? "unused" : "expired",
  );
  const email = session.status === "signed-in" ? (session.email ?? undefined) : undefined;
  useEffect(() => {
    if (state === "expired") enterPage();
  }, [state]);
  if (state === "expired") return <NoSession reason="invitation expired" />;
  if (session.status === "loading") return <PageSpinner />;
  if (isMember(session) && state === "unused") {
    const page = { title: "Invitation", kicker: "Invitation" };
    return <LogOutFirst {...page} email={email} purpose="accept an invitation to another address" logOut={logOut} />;
  }
  const accept = async () => {
    if (state === "used") return true;
    // Before there is a session, which would be taken for another member's.
    setState("used");
    try {
      if (!(await redeemLink("invite", token))) {
        setState("unused");
        return false;
      }
    } catch (error) {
      const isExpired = hasErrorCode(error, "otp_expired");
      setState(isExpired ? "expired" : "unused");
      if (isExpired) onSpent();
      throw error;
    }
    onSpent();
    return true;
  };
  return (
    <AuthFrame
      hasNav
      title="Invitation"
      kicker="Invitation"
      heading="Welcome to Fash"
      lead="Choose a password. You sign in with it and the address of the email that invited you."
    >
      <InvitationForm email={email} accept={accept} onDone={onDone} />
    </AuthFrame>
  );
}

interface InvitationFormProps {
  /** Known once the invitation is accepted. */
  email: string | undefined;
  /** Opens the session in which the password is set; false if there is another member's. */
  accept: () => Promise<boolean>;
  onDone: () => void;
}

function InvitationForm({ email, accept, onDone }: InvitationFormProps) {
  const form = useAuthForm<PasswordChange>({
    loadSchema: async () => (await import("./auth-schemas.ts")).PasswordReset,
    defaults: { currentPassword: "", password: "", repeatedPassword: "" },
    async send({ password }) {
      if (!(await accept())) return;
      await withRecentSignIn(() => authCall((auth) => auth.updateUser({ password })));
      toast.success("Welcome to Fash!");
      onDone();
    },
    onRejected(error) {
      // The screen says it.
      if (hasErrorCode(error, "otp_expired")) return;
      // An earlier press set it, whose answer was lost, or the service that made the account.
      if (hasErrorCode(error, "current_password_required")) {
        toast.info("This account has a password already. You can change it in Settings.");
        return onDone();
      }
      const message = authErrorMessage(error);
      toast.error(message, formToast);
      form.setError("password", { message });
      form.setFocus("password", { shouldSelect: true });
    },
  });
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-5">
      {/* Password managers file the new password under this name. */}
      <input type="email" autoComplete="username" value={email ?? ""} readOnly hidden />
      <NewPasswordFields form={form} email={email} />
      <Button type="submit" look="primary" size="large" isBusy={form.isSending} className="mt-1">
        Accept Invitation
      </Button>
    </form>
  );
}
