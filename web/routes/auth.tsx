import { createFileRoute, redirect, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { settledSession, useSession } from "#web/api/session.ts";
import { AuthScreen, type AuthTab } from "#web/features/auth/auth-screen.tsx";
import { safeReturnAddress } from "#web/lib/return-address.ts";
import { notify } from "#web/ui/notify.ts";

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
    const session = await settledSession();
    // One who comes here signed in is no new member, whatever tab the address names.
    if (session.status === "signed-in") {
      redirect({ href: destination(cause === "stay" ? search : { next: search.next }), replace: true, throw: true });
    }
  },
  component: Auth,
});

/** Back to where the member came from; a new one without such a place is shown around. */
function destination({ next, tab }: AuthSearch): string {
  return next ?? (tab === "sign-up" ? "/onboarding" : "/");
}

function Auth() {
  const search = Route.useSearch();
  const navigate = useNavigate();
  const isMember = useSession().status === "signed-in";
  const next = destination(search);
  useEffect(() => {
    if (isMember) void navigate({ href: next, replace: true });
  }, [isMember, navigate, next]);
  useGoodbye();
  const showTab = (tab: AuthTab) =>
    void navigate({
      to: "/auth",
      search: { next: search.next, tab: tab === "sign-up" ? tab : undefined },
      replace: true,
      viewTransition: false,
    });
  return <AuthScreen tab={search.tab ?? "sign-in"} onTab={showTab} next={search.next ?? "/"} />;
}

/** Logging out loads the page anew; its good news waits behind the hash. */
function useGoodbye() {
  useEffect(() => {
    if (location.hash !== "#logged-out") return;
    history.replaceState(history.state, "", location.pathname + location.search);
    notify.success("Logged out successfully");
  }, []);
}
