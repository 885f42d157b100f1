import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { getSession } from "#web/api/session.ts";
import { goToSignIn } from "#web/lib/go-to-sign-in.ts";
import { type Intent, saveIntent } from "#web/lib/intent-storage.ts";
import { toast } from "#web/lib/toast.ts";

/**
 * Asks a visitor to sign in before an action: `if (!requireSignIn("Please sign in to comment")) return;`. They return
 * to the same page afterwards, where the intent, if given, is carried out, docs/product.md#sessions; where a member's session
 * has ended on this page, only for that member.
 */
export function useSignInGate(): (prompt: string, intent?: Intent) => boolean {
  const router = useRouter();
  return useCallback(
    (prompt, intent) => {
      if (getSession().status === "signed-in") return true;
      saveIntent(intent);
      toast.info(prompt);
      goToSignIn(router);
      return false;
    },
    [router],
  );
}
