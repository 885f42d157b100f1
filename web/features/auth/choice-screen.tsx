import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { SocialButtons } from "./social-buttons.tsx";

/** All sign-in methods. */
export function ChoiceScreen() {
  return (
    <AuthFrame isOpening title="Ways to sign in" kicker="Members" heading="How would you like to sign in?">
      <div className="grid gap-3">
        <Link to="/auth-mobile" className={buttonClass("primary", "large")}>
          SIGN IN WITH MOBILE
        </Link>
        <Link to="/auth" className={buttonClass("ink", "large")}>
          SIGN IN WITH EMAIL
        </Link>
      </div>
      <div className="my-7 flex items-center gap-4 small-caps text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </div>
      <SocialButtons next="/" verb="Continue with" />
      <p className="mt-8 text-center text-fine text-muted">
        Just looking?{" "}
        <Link
          to="/explore"
          className="font-semibold text-ink underline decoration-ink/25 underline-offset-4 hover:decoration-ink"
        >
          Explore outfits
        </Link>
      </p>
    </AuthFrame>
  );
}
