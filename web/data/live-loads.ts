import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Applies a live event to cached data, and again after each load of these queries that is under way: it may have read
 * the state before the event. `apply` must be safe to repeat. Repeating costs no request and lets every load finish,
 * however many events arrive in the meantime.
 */
export function applyLive(client: QueryClient, queryKey: QueryKey, apply: () => void): void {
  apply();
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })) {
    // After a failed or cancelled load, too, events are applied in their order.
    query.promise?.then(apply, apply);
  }
}

/** Loads again. A load under way may have begun too early, so it is stopped, also a first one, which invalidation lets end. */
export async function reload(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}
