import { authCall } from "#web/api/auth-call.ts";
import { authErrorWords } from "#web/text/auth-errors.ts";
import { notify } from "#web/ui/notify.ts";
import { CodeForm } from "./code-form.tsx";

export const mailCodeDigits = 6;

/** After sign-up where addresses are confirmed: the mail's link works, and so does its code, on any device. */
export function ConfirmEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const check = async (token: string) => {
    try {
      await authCall((auth) => auth.verifyOtp({ type: "signup", email, token }));
      notify.success("Welcome to Fash!");
      return undefined;
    } catch (refusal) {
      return authErrorWords(refusal);
    }
  };
  const resend = async () => {
    try {
      await authCall((auth) =>
        auth.resend({ type: "signup", email, options: { emailRedirectTo: `${location.origin}/onboarding` } }),
      );
      notify.success("A new mail is on its way");
      return true;
    } catch (refusal) {
      notify.error(authErrorWords(refusal));
      return false;
    }
  };
  return (
    <div className="flex flex-col gap-6">
      <CodeForm
        label="Code from the mail"
        digits={mailCodeDigits}
        submitLabel="Confirm"
        check={check}
        resend={resend}
      />
      <button type="button" onClick={onBack} className="min-h-11 self-center text-fine text-muted hover:text-ink">
        Use another address
      </button>
    </div>
  );
}
