import { Link } from "@tanstack/react-router";
import { authCall } from "#web/api/auth-call.ts";
import { getSession } from "#web/api/session.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toReturn } from "#web/lib/return-address.ts";
import { signInNumbers } from "#web/lib/sign-in-numbers.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeForm } from "./code-form.tsx";
import { useGreeting } from "./greeting.ts";
import { readablePhone } from "./phone-number.ts";

/** The code on the phone. The right one signs in, or makes the account. */
export function OtpScreen({ phone, isJustSent, next }: { phone: string; isJustSent: boolean; next: string }) {
  const greet = useGreeting();
  const { phoneDigits, smsResendSeconds } = signInNumbers();
  const check = async (token: string) => {
    try {
      await authCall((auth) => auth.verifyOtp({ type: "sms", phone, token }));
      if (getSession().status === "signed-in") greet("Phone verified successfully!");
      return undefined;
    } catch (error) {
      const isWrong = hasErrorCode(error, "otp_expired");
      const message = isWrong ? "Invalid OTP. Please try again." : authErrorMessage(error);
      toast.error(message, formToast);
      return { message, isWrong };
    }
  };
  const resend = async () => {
    try {
      await authCall((auth) => auth.signInWithOtp({ phone }));
      toast.success("OTP resent successfully!");
      return true;
    } catch (error) {
      toast.error("Failed to send OTP", formToast);
      if (hasErrorCode(error, "over_sms_send_rate_limit", "phone_locked")) toast.info(authErrorMessage(error));
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
          {isJustSent ? "We sent it to" : "Enter the code of our last message to"}{" "}
          <strong className="font-semibold whitespace-nowrap text-ink">{readablePhone(phone)}</strong>.{" "}
          <Link
            to="/auth-mobile"
            search={toReturn(next)}
            className="relative before:absolute before:-inset-x-1.5 before:-inset-y-3 underline decoration-ink/25 underline-offset-4 hover:text-ink"
          >
            Change number
          </Link>
        </>
      }
    >
      <CodeForm
        label={`${phoneDigits}-digit code`}
        digits={phoneDigits}
        submitLabel="SUBMIT"
        check={check}
        resend={resend}
        isJustSent={isJustSent}
        resendLabel="Resend OTP"
        resendSeconds={smsResendSeconds}
        incompleteMessage="Please enter complete OTP"
      />
    </AuthFrame>
  );
}
