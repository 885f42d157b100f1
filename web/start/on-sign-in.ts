import type { QueryClient } from "@tanstack/react-query";
import { getSession, onSessionChange } from "#web/api/session.ts";
import { hasIntent, noteSignedIn } from "#web/lib/intent-storage.ts";

/**
 * Carries out what somebody pressed before they signed in: now, if they have, and at each sign-in. `startServices` is called
 * with the first member only; services follow the session themselves.
 */
export function onSignIn(client: QueryClient, startServices: () => void): () => void {
  let start: (() => void) | undefined = startServices;
  const follow = () => {
    const session = getSession();
    if (session.status !== "signed-in") return;
    noteSignedIn(session.userId);
    if (hasIntent()) void import("#web/data/apply-intent.ts").then(({ applyIntent }) => applyIntent(client));
    start?.();
    start = undefined;
  };
  follow();
  return onSessionChange(follow);
}
