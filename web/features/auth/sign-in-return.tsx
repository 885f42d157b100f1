import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { providerNames } from "#web/api/auth-call.ts";
import { settledSession } from "#web/api/session.ts";
import { readReturnError, type SignInTrip, takeTrip } from "#web/api/sign-in-trip.ts";
import { notify } from "#web/ui/notify.ts";

/** The screens that tell about a bad link themselves. */
const ownWords = ["/change-password"];

/**
 * Ends a way through a provider or a mailed link: both bring the browser back to the site with an answer in the address.
 * Stands in the root, because that address is the site's own.
 */
export function SignInReturn() {
  const navigate = useNavigate();
  useEffect(() => {
    const error = readReturnError(location);
    const trip = takeTrip();
    if (error) {
      if (!trip && ownWords.includes(location.pathname)) return;
      notify.error(wordsOf(error.code, trip));
      if (trip?.purpose === "link") void navigate({ href: trip.next, replace: true });
      else void navigate({ to: "/auth", search: { next: trip?.next === "/" ? undefined : trip?.next }, replace: true });
    } else if (trip) {
      void settledSession().then(({ status }) => arrive(trip, status));
    } else if (!ownWords.includes(location.pathname)) {
      void settledSession().then(({ status }) => arriveByLink(status));
    }
    function arrive({ provider, purpose, next }: SignInTrip, status: string) {
      if (status === "signed-in") {
        notify.success(purpose === "link" ? `${providerNames[provider]} is connected` : "Welcome back!");
        void navigate({ href: next, replace: true });
      } else if (status === "code-needed") {
        void navigate({ to: "/auth", search: { next }, replace: true });
      }
    }
    function arriveByLink(status: string) {
      if (status === "signed-in") notify.success("Welcome to Fash!");
      // Opened in another browser than the one that asked for it: what the link confirms is confirmed all the same.
      else if (status === "signed-out") notify.info("Please sign in to go on");
      if (status !== "signed-in") void navigate({ to: "/auth", search: {}, replace: true });
    }
  }, [navigate]);
  return null;
}

function wordsOf(code: string, trip: SignInTrip | undefined): string {
  const name = trip && providerNames[trip.provider];
  if (code === "identity_already_exists") {
    return trip?.purpose === "link"
      ? `This ${name ?? "account"} is connected to another member`
      : `An account with this email already exists. Sign in, then connect ${name ?? "it"} in Settings.`;
  }
  if (code === "otp_expired") return "This link has expired or was used before";
  if (!name) return "Failed to sign in";
  return trip.purpose === "link" ? `Failed to connect ${name}` : `Failed to sign in with ${name}`;
}
