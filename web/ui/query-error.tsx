import { errorMessage } from "#web/text/errors.ts";
import { ErrorState } from "./error-state.tsx";

/** What it takes of a query to show its failure and to try again. */
export interface FailedQuery {
  error: unknown;
  refetch: () => unknown;
}

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

interface QueryErrorProps {
  title: string;
  query: FailedQuery;
  /** Said if there are no words for the failure itself. */
  fallback?: string;
}

/** In place of what a query could not load: why, and a retry. */
export function QueryError({ title, query, fallback }: QueryErrorProps) {
  return (
    <ErrorState title={title} onRetry={() => void query.refetch()}>
      {errorMessage(query.error, fallback)}
    </ErrorState>
  );
}
