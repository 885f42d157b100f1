import type { QueryClient } from "@tanstack/react-query";
import { refreshPushSubscription } from "#web/api/push-device.ts";
import { getSession, onSessionChange } from "#web/api/session.ts";
import { notificationKeys } from "./notification-keys.ts";

/** Sends the browser's push subscription now and after each sign-in, until it is stopped: the server forgets it with the session. */
export function renewPush(client: QueryClient): () => void {
  // The old subscription still works or there is none; the next visit tries again.
  refreshPushSubscription().catch(() => undefined);
  return onSessionChange(() => void renewAfterSignIn(client).catch(() => undefined));
}

async function renewAfterSignIn(client: QueryClient): Promise<void> {
  if (getSession().status !== "signed-in") return;
  await refreshPushSubscription();
  await client.invalidateQueries({ queryKey: notificationKeys.settings });
}
