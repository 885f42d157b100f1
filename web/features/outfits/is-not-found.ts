import { ApiError } from "#web/api/api-error.ts";

/** The outfit does not exist or is not visible to the caller; other errors may be temporary. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "outfit.not_found" || error.code === "request.invalid");
}
