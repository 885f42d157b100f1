import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { isFirstSession } from "#web/api/first-session.ts";
import { getSession, useSession } from "#web/api/session.ts";
import { onboardingBefore, toReturn } from "#web/lib/return-address.ts";
import { toast } from "#web/lib/toast.ts";
import { PageSpinner } from "#web/shell/page-spinner.tsx";
import { authErrorMessage, hasErrorCode } from "#web/text/auth-errors.ts";
import { Button } from "#web/ui/button.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { useGreeting } from "./greeting.ts";
import { LogOutFirst } from "./log-out-first.tsx";
import { isMember, redeemLink, type ServiceLink } from "./service-link.ts";

const texts = {
  recovery: {
    title: "Change password",
    kicker: "Security",
    heading: "Choose a new password",
    lead: "This link lets you choose a new password for your account. It works once.",
    button: "Continue",
    purpose: "choose a new password with this link",
  },
  magiclink: {
    title: "Sign in",
    kicker: "Your link",
    heading: "Sign in to Fash",
    lead: "This link signs you in to your account. It works once.",
    button: "Sign In",
    purpose: "sign in with this link",
  },
  signup: {
    title: "Confirm your email",
    kicker: "Almost there",
    heading: "Confirm your email",
    lead: "Confirm your address and your account is ready.",
    button: "Confirm",
    purpose: "confirm another address",
  },
};

interface ServiceLinkScreenProps {
  link: ServiceLink;
  /** Where the link leads on to. */
  next: string | undefined;
  /** Ends the session of whoever is signed in here. */
  logOut: ReactNode;
}

/** Uses a service's link once its button is pressed: mail scanners open links too, docs/security.md#s-164. */
export function ServiceLinkScreen({ link: { type, token }, next, logOut }: ServiceLinkScreenProps) {
  const session = useSession();
  const navigate = useNavigate();
  const greet = useGreeting();
  // It stays so once the link is used: the session that it opened is not another member's.
  const [isSending, setIsSending] = useState(false);
  const { heading, lead, button, purpose, ...frame } = texts[type];
  if (session.status === "loading") return <PageSpinner />;
  if (isMember(session) && !isSending) {
    const email = session.status === "signed-in" ? (session.email ?? undefined) : undefined;
    return <LogOutFirst {...frame} email={email} purpose={purpose} logOut={logOut} />;
  }
  const arrive = () => {
    const isSignedIn = getSession().status === "signed-in";
    if (type === "recovery") {
      if (isSignedIn) greet();
      return navigate({ to: "/change-password", search: { next }, replace: true });
    }
    if (!isSignedIn) return navigate({ to: "/auth", search: toReturn(next), replace: true });
    const isFirst = isFirstSession("email");
    greet(isFirst ? "Welcome to Fash!" : "Welcome back!");
    return navigate({ href: isFirst ? onboardingBefore(next) : (next ?? "/"), replace: true });
  };
  const send = async () => {
    setIsSending(true);
    try {
      if (!(await redeemLink(type, token))) return setIsSending(false);
    } catch (error) {
      setIsSending(false);
      if (!hasErrorCode(error, "otp_expired")) return toast.error(authErrorMessage(error));
      toast.error("This link has expired or was used before");
      return navigate({ to: "/auth", search: toReturn(next), replace: true });
    }
    return arrive();
  };
  return (
    <AuthFrame hasNav {...frame} heading={heading} lead={lead}>
      <Button look="primary" size="large" isBusy={isSending} className="w-full" onClick={() => void send()}>
        {button}
      </Button>
    </AuthFrame>
  );
}
