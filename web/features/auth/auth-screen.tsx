import { Link } from "@tanstack/react-router";
import { Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { useSession } from "#web/api/session.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { toReturn } from "#web/lib/return-address.ts";
import { whenLoaded } from "#web/lib/when-idle.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { CodeBoundary } from "#web/ui/code-boundary.tsx";
import { HydratedSuspense } from "#web/ui/hydrated-suspense.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AuthFrame } from "./auth-frame.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.lazy.ts";
import { SocialButtons } from "./social-buttons.tsx";

// Most sign-ins need neither step, nor their code boxes.
const ConfirmEmail = lazyPart(() => import("./confirm-email.tsx"), "ConfirmEmail");
const SecondStep = lazyPart(() => import("./second-step.tsx"), "SecondStep");

export type AuthTab = "sign-in" | "sign-up";

const tabs = [
  { id: "sign-in", label: "Sign In" },
  { id: "sign-up", label: "Sign Up" },
] as const;

/** As high as its form, so that the other ways below it do not move. */
const signUpRoom = { minHeight: "33.7rem" };

interface AuthScreenProps {
  tab: AuthTab;
  onTab: (tab: AuthTab) => void;
  /** Where the member goes afterwards. */
  next: string;
}

export function AuthScreen({ tab, onTab, next }: AuthScreenProps) {
  const session = useSession();
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; isJustSent: boolean }>();
  useEffect(() => whenLoaded(() => void SignUpForm.preload()), []);
  useEffect(() => {
    if (tab === "sign-up") whenLoaded(() => void ConfirmEmail.preload());
  }, [tab]);
  if (session.status === "code-needed") {
    return (
      <AuthFrame
        title="Authentication code"
        kicker="One more step"
        heading="Your code"
        lead="Open your authenticator app and enter the six digits that it shows for Fash."
      >
        <CodeBoundary>
          <SecondStep />
        </CodeBoundary>
      </AuthFrame>
    );
  }
  if (unconfirmed) {
    const back = () => {
      setUnconfirmed(undefined);
      if (!unconfirmed.isJustSent) onTab("sign-in");
    };
    return <Unconfirmed {...unconfirmed} next={next} onBack={back} />;
  }
  return (
    <AuthFrame
      isOpening
      title={tab === "sign-in" ? "Sign in" : "Sign up"}
      heading={tab === "sign-in" ? "Good to see you" : "Create your account"}
    >
      <Tabs label="Account" tabs={tabs} selected={tab} onSelect={onTab}>
        <div className="pt-7">
          {tab === "sign-in" ? (
            <SignInForm
              next={next}
              onUnconfirmed={(address) => {
                setUnconfirmed({ email: address, isJustSent: false });
                // An account that was never confirmed is new: its code ends a sign-up.
                onTab("sign-up");
              }}
            />
          ) : (
            <HydratedSuspense fallback={<div style={signUpRoom} />} load={() => SignUpForm.preload()}>
              <SignUpForm
                next={next}
                onUnconfirmed={(address) => setUnconfirmed({ email: address, isJustSent: true })}
              />
            </HydratedSuspense>
          )}
        </div>
      </Tabs>
      <OtherWays next={next} />
    </AuthFrame>
  );
}

interface UnconfirmedProps {
  email: string;
  /** A sign-up has sent an email just now; a sign-in sends none. */
  isJustSent: boolean;
  next: string;
  onBack: () => void;
}

function Unconfirmed(props: UnconfirmedProps) {
  const address = <strong className="font-semibold text-ink">{props.email}</strong>;
  return (
    <AuthFrame
      title="Confirm your email"
      kicker="Almost there"
      heading="Check your email"
      lead={
        props.isJustSent ? (
          <>We sent a link and a code to {address}. Open the link, or enter the code here.</>
        ) : (
          <>{address} is not confirmed yet. Enter the code of your last email, or send a new one.</>
        )
      }
    >
      <CodeBoundary>
        <ConfirmEmail {...props} />
      </CodeBoundary>
    </AuthFrame>
  );
}

function OtherWays({ next }: { next: string }) {
  return (
    <>
      <div className="my-7 flex items-center gap-4 small-caps text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </div>
      <SocialButtons next={next} />
      <Link to="/auth-mobile" search={toReturn(next)} className={`${buttonClass("quiet")} mt-3 w-full`}>
        <Smartphone aria-hidden="true" size={18} strokeWidth={1.5} />
        Continue with mobile
      </Link>
    </>
  );
}
