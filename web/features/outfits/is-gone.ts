import { ApiError } from "#web/api/api-error.ts";

/** It is not there, or not for this caller; all else may pass. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "outfit.not_found" || error.code === "request.invalid");
}
