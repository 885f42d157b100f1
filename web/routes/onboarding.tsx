import { createFileRoute, useRouter } from "@tanstack/react-router";
import { useSession } from "#web/api/session.ts";
import { OnboardingSteps } from "#web/features/onboarding/onboarding-steps.tsx";
import { OnboardingWelcome } from "#web/features/onboarding/onboarding-welcome.tsx";
import { leaveSignIn } from "#web/lib/leave-sign-in.ts";
import { safeReturnAddress } from "#web/lib/return-address.ts";
import { PageSpinner } from "#web/shell/page-spinner.tsx";

export const Route = createFileRoute("/onboarding")({
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: safeReturnAddress(search["next"]),
  }),
  component: Onboarding,
});

function Onboarding() {
  const router = useRouter();
  const { next = "/" } = Route.useSearch();
  const session = useSession();
  if (session.status === "loading") return <PageSpinner />;
  if (session.status !== "signed-in") return <OnboardingWelcome />;
  return <OnboardingSteps userId={session.userId} onDone={() => leaveSignIn(router, next)} />;
}
