import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";

/** The link was used before or has expired; or it was not checked, and may still be good. */
export type LinkFailure = "expired" | "limited" | "unchecked";

type Reason = LinkFailure | "invitation expired" | "none";

const texts: Record<Reason, { heading: string; lead: string }> = {
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
  "invitation expired": {
    heading: "This link has expired",
    lead: "An invitation works once, for a short time. If you have chosen a password, sign in; if not, send yourself a recovery link.",
  },
  none: {
    heading: "Sign in first",
    lead: "To change your password, sign in, or send yourself a recovery link.",
  },
};

/** Nobody is signed in who could set a password, or not by the link that led here. */
export function NoSession({ reason }: { reason: Reason }) {
  // Another mail would make a link void that may still be good.
  const isMailOffered = reason !== "limited" && reason !== "unchecked";
  const next = reason === "invitation expired" ? {} : { next: "/change-password" };
  const page =
    reason === "invitation expired"
      ? { title: "Invitation", kicker: "Invitation" }
      : { title: "Change password", kicker: "Security" };
  return (
    <AuthFrame hasNav {...page} {...texts[reason]}>
      <div className="grid gap-3">
        {isMailOffered && (
          <Link to="/forgot-password" className={buttonClass("primary", "large")}>
            Send recovery link
          </Link>
        )}
        <Link to="/auth" search={next} className={buttonClass("outline", "large")}>
          Sign In
        </Link>
      </div>
    </AuthFrame>
  );
}
