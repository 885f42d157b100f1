import { createFileRoute, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { limits } from "#contract/limits.ts";
import { isFirstSession } from "#web/api/first-session.ts";
import { useSession } from "#web/api/session.ts";
import { AuthScreen, type AuthTab } from "#web/features/auth/auth-screen.tsx";
import { SignUpForm } from "#web/features/auth/sign-up-form.lazy.ts";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { leaveSignIn } from "#web/lib/leave-sign-in.ts";
import { onboardingBefore, safeReturnAddress } from "#web/lib/return-address.ts";
import { toast } from "#web/lib/toast.ts";
import { requireVisitor } from "#web/shell/require-visitor.ts";

export interface AuthSearch {
  /** Where to go after signing in. */
  next?: string | undefined;
  tab?: "sign-up" | undefined;
}

export const Route = createFileRoute("/auth")({
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    next: safeReturnAddress(search["next"]),
    tab: search["tab"] === "sign-up" ? "sign-up" : undefined,
  }),
  beforeLoad: async ({ search, cause }) => {
    // Whoever signs in here leaves with the screen.
    if (cause !== "stay") await requireVisitor(search.next);
    // The server renders only what has loaded.
    if (!isInBrowser && search.tab === "sign-up") await SignUpForm.preload();
  },
  component: Auth,
});

/** The return path; whoever signs up goes to the onboarding first, but not a member who signs in in another tab meanwhile. */
function destination({ next, tab }: AuthSearch): string {
  return tab === "sign-up" && isFirstSession("email") ? onboardingBefore(next) : (next ?? "/");
}

function Auth() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const isMember = useSession().status === "signed-in";
  const router = useRouter();
  const next = destination(search);
  useEffect(() => {
    if (isMember) leaveSignIn(router, next);
  }, [isMember, router, next]);
  useLeftToast();
  const showTab = (tab: AuthTab) =>
    void navigate({
      to: "/auth",
      search: { next: search.next, tab: tab === "sign-up" ? tab : undefined },
      replace: true,
      viewTransition: false,
    });
  return <AuthScreen tab={search.tab ?? "sign-in"} onTab={showTab} next={search.next ?? "/"} />;
}

const leftToasts = new Map([
  ["#logged-out", "Logged out successfully"],
  [
    "#deletion-scheduled",
    `Your account will be deleted in ${limits.accountDeletionDays} days. Sign in before then to keep it.`,
  ],
]);

/** Leaving reloads the page; the hash tells it to show the toast. */
function useLeftToast() {
  useEffect(() => {
    const message = leftToasts.get(location.hash);
    if (message === undefined) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    toast.success(message);
  }, []);
}
