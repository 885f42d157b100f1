import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { providerNames } from "#web/api/auth-call.ts";
import { isFirstSession } from "#web/api/first-session.ts";
import { readCallbackError, type OAuthFlow, takeOAuthFlow } from "#web/api/oauth-redirect.ts";
import { settledSession } from "#web/api/session.ts";
import { onboardingBefore, safeReturnAddress, toReturn } from "#web/lib/return-address.ts";
import { toast } from "#web/lib/toast.ts";
import { authErrorMessage, outageCodes } from "#web/text/auth-errors.ts";
import { useGreeting } from "./greeting.ts";

/** Screens that show the error of a bad link themselves. */
const ownWords = ["/change-password"];

/**
 * Completes an OAuth flow or an e-mail link: both redirect to the site with the result in the URL. Mounted in the root
 * route, because they redirect to the root.
 */
export function AuthCallback() {
  const navigate = useNavigate();
  const greet = useGreeting();
  useEffect(() => {
    const error = readCallbackError(location);
    const flow = takeOAuthFlow();
    if (error) {
      if (!flow && ownWords.includes(location.pathname)) return;
      toast.error(wordsOf(error.code, flow));
      if (flow?.purpose === "link") void navigate({ href: flow.next, replace: true });
      else void navigate({ to: "/auth", search: { next: flow?.next === "/" ? undefined : flow?.next }, replace: true });
    } else if (flow) {
      void settledSession().then(({ status }) => arrive(flow, status));
    } else {
      void settledSession().then(({ status }) => arriveByLink(status));
    }
    function arrive({ provider, purpose, next }: OAuthFlow, status: string) {
      if (status === "signed-in" && purpose !== "link" && isFirstSession(provider)) {
        toast.success("Account created! Welcome to Fash!");
        void navigate({ href: onboardingBefore(next), replace: true });
      } else if (status === "signed-in") {
        if (purpose === "link") toast.success(`${providerNames[provider]} is connected`);
        else greet("Welcome back!");
        void navigate({ href: next, replace: true });
      } else if (status === "code-needed") {
        void navigate({ to: "/auth", search: { next }, replace: true });
      } else if (status === "signed-out") {
        // The code could not be redeemed: too late, or in another browser than the one that began.
        toast.error(wordsOf("", { provider, purpose, next }));
        void navigate({ to: "/auth", search: toReturn(next), replace: true });
      }
    }
    function arriveByLink(status: string) {
      if (ownWords.includes(location.pathname)) {
        if (status === "signed-in" && !isCodeLeft()) greet();
        return;
      }
      if (status === "signed-in" && isCodeLeft()) {
        // Who is signed in here may be another member.
        toast.info("This link was opened in another browser than the one that asked for it");
        return void navigate({ to: "/", replace: true });
      }
      if (status === "signed-in") greet("Welcome to Fash!");
      // Opened in another browser than the one that requested it: the address is confirmed all the same.
      else if (status === "signed-out") toast.info("Please sign in to continue");
      if (status !== "signed-in") void navigate({ to: "/auth", search: toReturn(linkedPath()), replace: true });
    }
  }, [navigate, greet]);
  return null;
}

/** Whether the link's code was not redeemed, which only the browser that asked for the link can do. */
const isCodeLeft = () => new URLSearchParams(location.search).has("code");

/** Where an e-mail's link leads: to the onboarding and on, or to the page of a change of address. */
function linkedPath(): string | undefined {
  const url = new URL(location.href);
  url.searchParams.delete("code");
  return safeReturnAddress(url.pathname + url.search);
}

function wordsOf(code: string, flow: OAuthFlow | undefined): string {
  const name = flow && providerNames[flow.provider];
  if (code === "identity_already_exists") {
    return flow?.purpose === "link"
      ? `This ${name ?? "account"} is connected to another member`
      : `An account with this email already exists. Sign in, then connect ${name ?? "it"} in Settings.`;
  }
  if (code === "over_request_rate_limit" || code === "user_banned") return authErrorMessage({ code });
  if (!flow) return linkWordsOf(code);
  return flow.purpose === "link" ? `Failed to connect ${name}` : `Failed to sign in with ${name}`;
}

function linkWordsOf(code: string): string {
  if (code === "otp_expired") return "This link has expired or was used before";
  // Another mail would make a link void that may still be good.
  if (outageCodes.includes(code)) return "The link could not be checked right now. Open it again in a few minutes.";
  return "Failed to sign in";
}
