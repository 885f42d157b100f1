import { useEffect, useState } from "react";
import { providerNames, type SocialProvider, socialProviders } from "#web/api/auth-call.ts";
import { startOAuth } from "#web/api/oauth-redirect.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { socialIcons } from "#web/ui/social-icons.tsx";

interface SocialButtonsProps {
  /** Where the member goes afterwards. */
  next: string;
  /** Words before the provider's name: 'Continue with'. */
  verb?: string;
}

export function SocialButtons({ next, verb }: SocialButtonsProps) {
  const [leavingFor, setLeavingFor] = useState<SocialProvider>();
  // Back from the provider's page through the back/forward cache: reset the busy state.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setLeavingFor(undefined);
    addEventListener("pageshow", wake);
    return () => removeEventListener("pageshow", wake);
  }, []);
  const leave = async (provider: SocialProvider) => {
    setLeavingFor(provider);
    try {
      await startOAuth({ provider, purpose: "sign-in", next });
    } catch {
      setLeavingFor(undefined);
      toast.error(`Failed to sign in with ${providerNames[provider]}`);
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
          {leavingFor !== provider && socialIcons[provider]}
          {verb === undefined ? providerNames[provider] : `${verb} ${providerNames[provider]}`}
        </Button>
      ))}
    </div>
  );
}
