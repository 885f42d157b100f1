import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { wasAccountRestored } from "#web/api/session.ts";
import { toast } from "#web/lib/toast.ts";

/** Long enough to read it on a page that has just opened, and to go and delete the account again. */
const restoredMs = 10_000;

/**
 * Greets whoever has just signed in, with these words or silently. A sign-in that has cancelled the deletion of the account
 * says that instead: it may have been meant only to look.
 */
export function useGreeting(): (words?: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (words) => {
      if (wasAccountRestored()) {
        const toSettings = () => void navigate({ to: "/settings", hash: "your-data" });
        toast.success("Welcome back! Your account will not be deleted.", {
          duration: restoredMs,
          action: { label: "Settings", onClick: toSettings },
        });
      } else if (words !== undefined) toast.success(words);
    },
    [navigate],
  );
}
