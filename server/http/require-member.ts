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
