import { createFileRoute, redirect, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { isFirstSession } from "#web/api/first-session.ts";
import { useSession } from "#web/api/session.ts";
import { OtpScreen } from "#web/features/auth/otp-screen.tsx";
import { leaveSignIn } from "#web/lib/leave-sign-in.ts";
import { onboardingBefore, safeReturnAddress } from "#web/lib/return-address.ts";
import { requireVisitor } from "#web/shell/require-visitor.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The full number that a code was sent to. */
    phone?: string;
    /** It was sent when the screen was opened, not before. */
    isJustSent?: boolean;
  }
}

export const Route = createFileRoute("/auth-otp")({
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: safeReturnAddress(search["next"]),
  }),
  beforeLoad: async ({ location, search, cause }) => {
    // Whoever signs in here leaves with the screen.
    if (cause !== "stay") await requireVisitor(search.next);
    if (location.state.phone === undefined) {
      redirect({ to: "/auth-mobile", search, replace: true, throw: true });
    }
  },
  component: AuthOtp,
});

/** For the member that the code has signed in: the return path; new members go to the onboarding first. */
const destination = (next = "/") => (isFirstSession() ? onboardingBefore(next) : next);

function AuthOtp() {
  const navigate = useNavigate();
  const router = useRouter();
  const { next = "/" } = Route.useSearch();
  const { phone, isJustSent = false } = useLocation({ select: ({ state }) => state });
  const { status } = useSession();
  useEffect(() => {
    if (status === "signed-in") leaveSignIn(router, destination(next));
    if (status === "code-needed") void navigate({ to: "/auth", search: { next }, replace: true });
  }, [status, navigate, router, next]);
  return phone === undefined ? null : <OtpScreen phone={phone} isJustSent={isJustSent} next={next} />;
}
