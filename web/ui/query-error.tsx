import { errorMessage } from "#web/text/errors.ts";
import { ErrorState } from "./error-state.tsx";

/** What it takes of a query to show its failure and to try again. */
export interface FailedQuery {
  error: unknown;
  refetch: () => unknown;
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
