import { authCall } from "#web/api/auth-call.ts";
import { onboardingBefore } from "#web/lib/return-address.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { signInNumbers } from "#web/lib/sign-in-numbers.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { CodeForm } from "./code-form.tsx";

interface ConfirmEmailProps {
  email: string;
  /** By a sign-up; a sign-in before the confirmation sends nothing. */
  isJustSent: boolean;
  /** Where the member goes after the onboarding. */
  next: string;
  onBack: () => void;
}

/** After sign-up, if addresses must be confirmed: the e-mail's link and its code both work, on any device. */
export function ConfirmEmail({ email, isJustSent, next, onBack }: ConfirmEmailProps) {
  const check = async (token: string) => {
    try {
      await authCall((auth) => auth.verifyOtp({ type: "signup", email, token }));
      toast.success("Welcome to Fash!");
      return undefined;
    } catch (error) {
      return { message: authErrorMessage(error), isWrong: hasErrorCode(error, "otp_expired") };
    }
  };
  const resend = async () => {
    try {
      await authCall((auth) =>
        auth.resend({
          type: "signup",
          email,
          options: { emailRedirectTo: `${location.origin}${onboardingBefore(next)}` },
        }),
      );
      toast.success("We sent you a new email");
      return true;
    } catch (error) {
      toast.error(authErrorMessage(error), formToast);
      return false;
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <CodeForm
        label="Code from the email"
        digits={signInNumbers().mailDigits}
        submitLabel="Confirm"
        check={check}
        resend={resend}
        isJustSent={isJustSent}
      />
      <button type="button" onClick={onBack} className="min-h-11 self-center text-fine text-muted hover:text-ink">
        Use another address
      </button>
    </div>
  );
}
