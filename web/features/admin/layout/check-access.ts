import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/api/api-error.ts";
import { adminQueries } from "#web/data/admin.ts";
import { toast } from "#web/lib/toast.ts";
import { errorMessage } from "#web/text/errors.ts";

/** Rejects for who is no admin. An admin without a second factor is told so: they would not know why the area stays closed. */
export async function checkAccess(client: QueryClient): Promise<void> {
  try {
    await client.fetchQuery(adminQueries.access);
  } catch (error) {
    if (error instanceof ApiError && error.code === "auth.second_factor_required") toast.error(errorMessage(error));
    throw error;
  }
}
