import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { notify } from "#web/ui/notify.ts";
import { getSession } from "./session.ts";

/**
 * Asks a visitor to sign in before a deed: `if (!mayGoOn("Please sign in to comment")) return;`. They come back to
 * where they were afterwards, spec §6.
 */
export function useSignInGate(): (prompt: string) => boolean {
  const router = useRouter();
  return useCallback(
    (prompt) => {
      if (getSession().status === "signed-in") return true;
      notify.info(prompt);
      void router.navigate({ to: "/auth", search: { next: router.state.location.href } });
      return false;
    },
    [router],
  );
}
