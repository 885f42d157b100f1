import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AbuseFinding } from "#contract/abuse-findings.ts";
import { findingQueries, useResolveFinding } from "#web/data/abuse-findings.ts";
import { errorMessage } from "#web/text/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { counted } from "#contract/counted.ts";

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** Addresses from which many accounts were made on one day; nothing at all while there is none. */
export function AbuseFindings() {
  const query = useInfiniteQuery(findingQueries.open);
  const findings = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (query.isError && !query.data) {
    return (
      <InlineError
        message={`Couldn't load the abuse findings. ${errorMessage(query.error)}`}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby="findings" className="mb-8">
      <h2 id="findings" className="font-semibold">
        Many new accounts from one address
      </h2>
      <p className="text-fine text-muted">
        A school or office can look the same, so no one is penalised automatically.
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {findings.map((finding) => (
          <li key={finding.id} className="py-3">
            <Finding finding={finding} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} look="quiet" className="mt-2" />
    </section>
  );
}

function Finding({ finding }: { finding: AbuseFinding }) {
  const [isOpen, setOpen] = useState(false);
  const resolve = useResolveFinding();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-40 flex-1">
          <span className="font-medium">{`${counted(finding.accountsCount, "account")} from ${finding.address}`}</span>
          <span className="block text-fine text-muted">{day.format(new Date(finding.day))}</span>
        </p>
        <Button look="outline" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Accounts
        </Button>
        <Button look="quiet" size="small" isBusy={resolve.isPending} onClick={() => resolve.mutate(finding.id)}>
          Mark as looked at
        </Button>
      </div>
      {isOpen && <Accounts findingId={finding.id} />}
    </>
  );
}

function Accounts({ findingId }: { findingId: string }) {
  const { data, error, isFetching, refetch } = useQuery(findingQueries.accounts(findingId));
  if (error && !data) {
    return <InlineError message={errorMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <Skeleton className="mt-3 h-16" />;
  return (
    <ul aria-label="Accounts" className="mt-2">
      {data.items.map(({ userId, username, earnedPoints }) => (
        <li key={userId} className="flex min-h-11 items-center justify-between gap-4">
          <Link to="/admin/users/$memberId" params={{ memberId: userId }} className="truncate hover:underline">
            {`@${username}`}
          </Link>
          <span className="text-fine text-muted tabular-nums">{`${counted(earnedPoints, "point")} earned`}</span>
        </li>
      ))}
    </ul>
  );
}
