import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { counted } from "#contract/counted.ts";
import { limits } from "#contract/limits.ts";
import type { DryRun, PointsSummary } from "#contract/points.ts";
import { useSession } from "#web/api/session.ts";
import { ledgerQuery, pointsSummaryQuery, useDryRun } from "#web/data/points.ts";
import { announce } from "#web/lib/announce.ts";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RowSkeletons } from "#web/ui/row-skeleton.tsx";
import { LedgerRow } from "./ledger-row.tsx";
import { TierBadge } from "./tier-badge.tsx";

/** Dry runs of the engine for the caller, next to its earlier decisions. */
export function PointsDebug() {
  const session = useSession();
  return (
    <Page title="Points Debug">
      <PageHeading>Points Debug</PageHeading>
      {session.status === "signed-in" ? (
        <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
          <div className="flex flex-col gap-12">
            <Standing />
            <Tests />
          </div>
          <LatestActivities />
        </div>
      ) : (
        <EmptyState
          title="Please log in to access the points debug page."
          art="page"
          action={
            <Link to="/auth" search={{ next: "/points-debug" }} className={buttonClass("ink")}>
              Sign In
            </Link>
          }
        />
      )}
    </Page>
  );
}

function Standing() {
  const summary = useSuspenseQuery(pointsSummaryQuery).data;
  const { balance, activity } = summary;
  const figures = [
    { name: "Total Points", value: balance.toLocaleString("en") },
    { name: "Activity Score", value: activity.score.toLocaleString("en"), tier: activity.tier },
    { name: "Outfits Posted", value: activity.outfitsCount.toLocaleString("en") },
  ];
  return (
    <section aria-label="Where you stand">
      <dl className="flex flex-wrap gap-x-10 gap-y-6">
        {figures.map(({ name, value, tier }) => (
          <div key={name}>
            <dt className="small-caps text-muted">{name}</dt>
            <dd className="mt-2 flex items-center gap-3">
              <span className="font-display text-title tabular-nums">{value}</span>
              {tier && <TierBadge tier={tier} />}
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-8 font-medium">Tier Details</h2>
      <div className="mt-2 overflow-x-auto">
        <TierTable summary={summary} />
      </div>
    </section>
  );
}

function TierTable({ summary: { activity, bonusRules } }: { summary: PointsSummary }) {
  return (
    <table className="w-full text-fine">
      <thead>
        <tr className="border-b border-ink/80 text-left">
          <th scope="col" className="py-2 font-medium">
            Tier
          </th>
          <th scope="col" className="py-2 font-medium">
            Score
          </th>
          <th scope="col" className="py-2 font-medium">
            Chance
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {bonusRules.map((rule) => (
          <tr key={rule.tier} className="border-b border-line">
            <th scope="row" className="py-2 text-left">
              <TierBadge tier={rule.tier} />
              {rule.tier === activity.tier && <span className="ml-2 font-normal text-muted">yours</span>}
            </th>
            <td className="py-2 tabular-nums">from {rule.scoreMin}</td>
            <td className="py-2 tabular-nums">
              {rule.chancePercent} % ± {rule.variationPercent} % of it
            </td>
            <td className="py-2 text-right tabular-nums">
              {rule.pointsMin}–{rule.pointsMax}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const tests = [
  { source: "LIKE", label: "Test Like" },
  { source: "COMMENT", label: "Test Comment" },
  { source: "FAVORITE", label: "Test Favorite" },
  { source: "TAG_LINK", label: "Test Tag Link" },
] as const;

const reasons: Partial<Record<NonNullable<DryRun["reason"]>, string>> = {
  chance: "chance gave nothing",
  cooldown: "cool-down is running",
  daily_limit: "the day's limit is reached",
};

const outcome = ({ success, pointsAwarded, pointsDrawn, reason }: DryRun) => {
  if (success) return `+${counted(pointsAwarded, "point")}`;
  const drawn = pointsDrawn > 0 ? ` (chance gave ${pointsDrawn})` : "";
  return `No points: ${(reason && reasons[reason]) ?? reason}${drawn}`;
};

function Tests() {
  const [results, setResults] = useState<(DryRun & { id: number; at: Date })[]>([]);
  const run = useDryRun((result) => {
    setResults((before) => {
      const id = (before[0]?.id ?? 0) + 1;
      return [{ ...result, id, at: new Date() }, ...before].slice(0, limits.pointsDebugResults);
    });
    announce(outcome(result));
  });
  return (
    <section aria-labelledby="tests-heading">
      <h2 id="tests-heading" className="font-display text-title">
        Test the Engine
      </h2>
      <p className="mt-2 text-muted">Dry runs: the real engine decides, and nothing is written.</p>
      <div className="mt-4 grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        {tests.map(({ source, label }) => (
          <Button key={source} look="outline" onClick={() => run.mutate(source)}>
            {label}
          </Button>
        ))}
      </div>
      <h3 className="small-caps mt-8 border-b border-ink/80 pb-2">Last {limits.pointsDebugResults} Results</h3>
      {results.length === 0 ? (
        <p className="py-4 text-muted">No results yet. Press a button above.</p>
      ) : (
        <ol>
          {results.map((result) => (
            <li key={result.id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5">
              <span>
                <span className="font-medium">{result.source}</span> {outcome(result)}
              </span>
              <time dateTime={result.at.toISOString()} className="text-fine text-muted tabular-nums">
                {result.at.toLocaleTimeString("en")}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function LatestActivities() {
  const query = useInfiniteQuery(ledgerQuery(undefined));
  const items = query.data?.pages[0]?.items.slice(0, limits.pointsDebugActivities);
  return (
    <section aria-labelledby="latest-heading" className="min-w-0">
      <h2 id="latest-heading" className="font-display text-title">
        Recent activity
      </h2>
      {query.isPending && (
        <RowSkeletons label="Loading your activity" count={6} hasHint className="min-h-16 gap-4 py-3" />
      )}
      {query.isError && !items && <QueryError title="Couldn't load your activity" query={query} />}
      {items?.length === 0 && <p className="py-4 text-muted">No activity yet.</p>}
      {items && items.length > 0 && (
        <ol className="mt-3 border-t border-ink/80">
          {items.map((entry) => (
            <li key={entry.id} className="border-b border-line">
              <LedgerRow entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
