import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useSession } from "#web/api/session.ts";
import { OnboardingSteps } from "#web/features/auth/onboarding-steps.tsx";
import { OnboardingWelcome } from "#web/features/auth/onboarding-welcome.tsx";
import { PageSpinner } from "#web/shell/page-spinner.tsx";

export const Route = createFileRoute("/onboarding")({ component: Onboarding });

function Onboarding() {
  const navigate = useNavigate();
  const session = useSession();
  if (session.status === "loading") return <PageSpinner />;
  if (session.status !== "signed-in") return <OnboardingWelcome />;
  return <OnboardingSteps userId={session.userId} onDone={() => void navigate({ to: "/", replace: true })} />;
}
