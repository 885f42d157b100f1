import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { limits } from "#contract/limits.ts";
import { ledgerQuery } from "#web/data/points.ts";
import { LedgerRow } from "#web/features/points/ledger-row.tsx";
import { pointsPath } from "#web/lib/paths.ts";
import { errorMessage } from "#web/text/errors.ts";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const rowsMax = 5;

/** The newest of what the member earned and spent, and the way to all of it. */
export function RecentActivity() {
  const { data, isError, error, isFetching, refetch } = useInfiniteQuery(ledgerQuery(undefined));
  const entries = data?.pages[0]?.items.slice(0, rowsMax);
  return (
    <section aria-labelledby="recent-activity">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent-activity" className="font-display text-title">
          Recent activity
        </h2>
        <Link to={pointsPath} className="inline-flex min-h-11 items-center font-medium underline">
          View all
        </Link>
      </div>
      {isError && !data && (
        <InlineError message={errorMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {!data && !isError && <ActivitySkeleton />}
      {entries?.length === 0 && (
        <p className="border-y border-line py-6 text-muted">
          Nothing yet. Post an outfit to earn {limits.postOutfitPoints} points.
        </p>
      )}
      {entries && entries.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {entries.map((entry) => (
            <li key={entry.id}>
              <LedgerRow entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ActivitySkeleton() {
  return (
    <ul aria-label="Loading your activity" aria-busy="true" className="divide-y divide-line border-y border-line">
      {Array.from({ length: rowsMax }, (_, index) => (
        <li key={index} className="flex min-h-16 items-center justify-between gap-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-10" />
        </li>
      ))}
    </ul>
  );
}
