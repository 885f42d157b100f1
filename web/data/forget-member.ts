import type { QueryClient } from "@tanstack/react-query";
import { noteMember } from "#web/api/saved-data.ts";
import { clearStorage } from "#web/lib/clear-storage.ts";

/** Empties both storages and the caches, and reloads the app at /auth, which says why by the hash. */
export async function forgetMember(client: QueryClient, hash: "#logged-out" | "#deletion-scheduled"): Promise<void> {
  document.cookie = "fash-member=; path=/; max-age=0; samesite=lax";
  clearStorage();
  client.clear();
  await noteMember(null);
  location.replace(`/auth${hash}`);
}
