import type { QueryClient } from "@tanstack/react-query";
import type { RegisteredRouter } from "@tanstack/react-router";
import { getSession, getUserId, onSessionChange } from "#web/api/session.ts";
import { isSignOutExpected } from "#web/lib/expected-sign-out.ts";
import { toast } from "#web/lib/toast.ts";

/** Data of one member must not be shown to the next: likes, rights and lists depend on the session. */
export function resetOnSessionChange(client: QueryClient, router: RegisteredRouter): void {
  let userId = getUserId();
  onSessionChange(() => {
    if (getUserId() === userId) return;
    // Ended elsewhere or too old; logging out here reloads the page before it comes to this.
    const hasEnded = getSession().status === "signed-out" && !isSignOutExpected();
    if (hasEnded) toast.info("Your session has ended. Please sign in again.");
    userId = getUserId();
    client.removeQueries({ type: "inactive" });
    void client.resetQueries();
    void router.invalidate();
  });
}
