import { useEffect, useState } from "react";
import { providerNames, type SocialProvider, socialProviders } from "#web/api/auth-call.ts";
import { startTrip } from "#web/api/sign-in-trip.ts";
import { Button } from "#web/ui/button.tsx";
import { notify } from "#web/ui/notify.ts";
import { socialMarks } from "#web/ui/social-marks.tsx";

interface SocialButtonsProps {
  /** Where the member goes afterwards. */
  next: string;
  /** Words before the provider's name: 'Continue with'. */
  verb?: string;
}

export function SocialButtons({ next, verb }: SocialButtonsProps) {
  const [leavingFor, setLeavingFor] = useState<SocialProvider>();
  // Back from the provider's page by the browser's own button: the page may stand here as it was left.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setLeavingFor(undefined);
    addEventListener("pageshow", wake);
    return () => removeEventListener("pageshow", wake);
  }, []);
  const leave = async (provider: SocialProvider) => {
    setLeavingFor(provider);
    try {
      await startTrip({ provider, purpose: "sign-in", next });
    } catch {
      setLeavingFor(undefined);
      notify.error(`Failed to sign in with ${providerNames[provider]}`);
    }
  };
  return (
    <div className={verb === undefined ? "grid grid-cols-2 gap-3" : "grid gap-3"}>
      {socialProviders.map((provider) => (
        <Button
          key={provider}
          look="outline"
          size={verb === undefined ? "regular" : "large"}
          isBusy={leavingFor === provider}
          disabled={leavingFor !== undefined}
          onClick={() => void leave(provider)}
        >
          {leavingFor !== provider && socialMarks[provider]}
          {verb === undefined ? providerNames[provider] : `${verb} ${providerNames[provider]}`}
        </Button>
      ))}
    </div>
  );
}
