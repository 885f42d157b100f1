import type { Config } from "#server/config/config.ts";
import { fail } from "#server/lib/app-error.ts";
import type { Viewer } from "./viewer.ts";

/**
 * The signed-in member behind a request.
 *
 * @throws auth.required for a visitor.
 */
export function requireMember(context: { viewer: Viewer | null }): Viewer {
  return context.viewer ?? fail("auth.required");
}

/**
 * Lets visitors read profiles, and the lists on them, only if `PUBLIC_PROFILES` is set.
 *
 * @throws auth.required for a visitor otherwise
 * @see docs/product.md#profiles
 */
export function requireProfileReader(context: { viewer: Viewer | null; config: Config }): void {
  if (!context.viewer && !context.config.arePublicProfilesOn) fail("auth.required");
}
