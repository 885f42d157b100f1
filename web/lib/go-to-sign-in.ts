import type { RegisteredRouter } from "@tanstack/react-router";
import { safeReturnAddress } from "./return-address.ts";

/**
 * Leads to /auth with the way back. On a sign-in page, also one that is still loading, it does nothing: a second press must
 * not lose the way back of the first.
 */
export function goToSignIn(router: RegisteredRouter): void {
  const next = safeReturnAddress(router.state.location.href);
  if (next !== undefined) void router.navigate({ to: "/auth", search: { next } });
}
