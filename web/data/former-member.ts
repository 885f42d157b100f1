import type { QueryClient } from "@tanstack/react-query";
import { getUserId, onSessionChange } from "#web/api/session.ts";
import { forgetRemovals } from "#web/lib/removals.ts";

/**
 * Drops what a member has done and is not sent yet when their session ends or another member's begins, as from a second window: it
 * would be done in the next one's name.
 */
export function forgetFormerMember(client: QueryClient): () => void {
  let userId = getUserId();
  return onSessionChange(() => {
    const formerId = userId;
    userId = getUserId();
    if (formerId === undefined || formerId === userId) return;
    client.getMutationCache().clear();
    forgetRemovals();
  });
}
