import { useQueryClient } from "@tanstack/react-query";
import { LogOut as LogOutIcon } from "lucide-react";
import { useState } from "react";
import { authCall } from "#web/api/auth-call.ts";
import { getAccessToken } from "#web/api/session.ts";
import { forgetMember } from "#web/data/forget-member.ts";
import { signOutOnPurpose } from "#web/lib/expected-sign-out.ts";
import { commitRemovals } from "#web/lib/removals.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";

/** Ends this device's session, empties both storages and the caches, and reloads the app at /auth, docs/product.md#sessions. */
export function LogOut() {
  const client = useQueryClient();
  const [state, setState] = useState<"idle" | "leaving" | "failed">("idle");
  const leave = () => forgetMember(client, "#logged-out");
  const logOut = async () => {
    setState("leaving");
    toast.info("Signing out...");
    try {
      await commitRemovals();
      await signOutOnPurpose(endThisSession);
      await leave();
    } catch {
      setState("failed");
      toast.error("Failed to log out. Please try again.");
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="danger" isBusy={state === "leaving"} onClick={() => void logOut()}>
        <LogOutIcon aria-hidden="true" size={18} strokeWidth={1.5} />
        Log Out
      </Button>
      {state === "failed" && (
        <Button look="quiet" className="text-muted" onClick={() => void leave()}>
          Forget me on this device anyway
        </Button>
      )}
    </div>
  );
}

/** What the server answers when there is nothing left to end. */
const endedStatuses = [401, 403, 404];

/** auth-js's own local sign-out forgets the session before it asks, and so could not say that asking failed. */
async function endThisSession(): Promise<void> {
  try {
    await authCall(async (auth) => {
      // Read only here: `authCall` has waited for a new token, also on a slow line. The server refuses an expired one.
      const token = await getAccessToken();
      return token === null ? { error: null } : auth.admin.signOut(token, "local");
    });
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === undefined || !endedStatuses.includes(status)) throw error;
  }
}
