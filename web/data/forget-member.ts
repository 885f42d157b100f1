import type { QueryClient } from "@tanstack/react-query";
import { noteMember } from "#web/api/saved-data.ts";

/** Empties both storages and the caches, and reloads the app at /auth, which says why by the hash. */
export async function forgetMember(client: QueryClient, hash: "#logged-out" | "#deletion-scheduled"): Promise<void> {
  localStorage.clear();
  document.cookie = "fash-member=; path=/; max-age=0; samesite=lax";
  sessionStorage.clear();
  client.clear();
  await noteMember(null);
  location.replace(`/auth${hash}`);
}
