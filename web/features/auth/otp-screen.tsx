import { Link } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { authCall } from "#web/api/auth-call.ts";
import { getSession } from "#web/api/session.ts";
import { authErrorWords, isRefusal } from "#web/text/auth-errors.ts";
import { notify } from "#web/ui/notify.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeForm } from "./code-form.tsx";
import { readablePhone } from "./phone-number.ts";

/** The code on the phone. The right one signs in, or makes the account. */
export function OtpScreen({ phone }: { phone: string }) {
  const check = async (token: string) => {
    try {
      await authCall((auth) => auth.verifyOtp({ type: "sms", phone, token }));
      if (getSession().status === "signed-in") notify.success("Phone verified successfully!");
      return undefined;
    } catch (refusal) {
      const words = isRefusal(refusal, "otp_expired") ? "Invalid OTP. Please try again." : authErrorWords(refusal);
      notify.error(words);
      return words;
    }
  };
  const resend = async () => {
    try {
      await authCall((auth) => auth.signInWithOtp({ phone }));
      notify.success("OTP resent successfully!");
      return true;
    } catch (refusal) {
      notify.error("Failed to send OTP");
      if (isRefusal(refusal, "over_sms_send_rate_limit")) notify.info(authErrorWords(refusal));
      return false;
    }
  };
  return (
    <AuthFrame
      title="Enter the code"
      kicker="Step 2 of 2"
      heading="Enter the code"
      lead={
        <>
          We sent it to <strong className="font-semibold whitespace-nowrap text-ink">{readablePhone(phone)}</strong>.{" "}
          <Link to="/auth-mobile" className="underline decoration-ink/25 underline-offset-4 hover:text-ink">
            Change number
          </Link>
        </>
      }
    >
      <CodeForm
        label={`${limits.phoneCodeDigits}-digit code`}
        digits={limits.phoneCodeDigits}
        submitLabel="SUBMIT"
        check={check}
        resend={resend}
        resendLabel="Resend OTP"
        incompleteWords="Please enter complete OTP"
      />
    </AuthFrame>
  );
}
