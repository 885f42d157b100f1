import type { FailedQuery } from "./query-error.tsx";

/**
 * What several parts of a screen failed with as one failure, so that it is said once and retried together; undefined if
 * at most one of them has nothing to show.
 */
export function jointFailure(parts: readonly (FailedQuery & { data: unknown })[]): FailedQuery | undefined {
  const failed = parts.filter(({ error, data }) => error && data === undefined);
  if (failed.length < 2) return undefined;
  return {
    error: failed[0]?.error,
    refetch: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
