import type { QueryClient } from "@tanstack/react-query";
import { unsubscribe } from "#web/api/push-device.ts";
import { noteMember } from "#web/api/saved-data.ts";
import { expectSignOut } from "#web/lib/expected-sign-out.ts";
import { clearStorage } from "#web/lib/clear-storage.ts";

const pushWaitMs = 2_000;

/** Empties both storages and the caches, ends the browser's push messages, and reloads the app at /auth, which says why by the hash. */
export async function forgetMember(client: QueryClient, hash: "#logged-out" | "#deletion-scheduled"): Promise<void> {
  expectSignOut();
  document.cookie = "fash-member=; path=/; max-age=0; samesite=lax";
  clearStorage();
  client.clear();
  await noteMember(null);
  // Without a connection the session goes on, and the server would go on sending. The browser may wait for its push service.
  await Promise.race([unsubscribe().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, pushWaitMs))]);
  location.replace(`/auth${hash}`);
}
