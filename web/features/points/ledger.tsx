import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useMemo } from "react";
import { pointsKinds } from "#contract/limits.ts";
import type { LedgerPage, PointsEntry, PointsKind } from "#contract/points.ts";
import { ledgerQuery } from "#web/data/points.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { RowSkeleton, RowSkeletons } from "#web/ui/row-skeleton.tsx";
import { LedgerRow } from "./ledger-row.tsx";
import { kindFilters, signed } from "./points-words.ts";

const row = { hasHint: true, className: "min-h-16 gap-4 py-3" };

interface LedgerProps {
  kind: PointsKind | undefined;
  onKind: (kind: PointsKind | undefined) => void;
}

/** All that was earned, taken back and redeemed, by month, newest first, without an end. */
export function Ledger({ kind, onKind }: LedgerProps) {
  return (
    <section aria-labelledby="activity-heading" className="min-w-0">
      <h2 id="activity-heading" className="font-display text-title">
        Recent activity
      </h2>
      <fieldset className="min-w-0 -mx-4 mt-4 flex gap-2 overflow-x-auto px-4 pb-1 md:mx-0 md:flex-wrap md:px-0">
        <legend className="sr-only">Kinds of activity</legend>
        <Chip isOn={kind === undefined} onClick={() => onKind(undefined)}>
          All
        </Chip>
        {pointsKinds.map((one) => (
          <Chip key={one} isOn={kind === one} onClick={() => onKind(one)}>
            {kindFilters[one]}
          </Chip>
        ))}
      </fieldset>
      <Months kind={kind} />
    </section>
  );
}

function Months({ kind }: { kind: PointsKind | undefined }) {
  const query = useInfiniteQuery(ledgerQuery(kind));
  const months = useMemo(() => groupByMonth(query.data?.pages ?? []), [query.data]);
  if (query.isPending) return <RowSkeletons label="Loading your activity" count={6} {...row} listClassName="pt-6" />;
  if (query.isError && !query.data) return <QueryError title="Couldn't load your activity" query={query} />;
  if (months.length === 0) return <Nothing isFiltered={kind !== undefined} />;
  return (
    <>
      {months.map((month) => (
        <Month key={month.month} month={month} />
      ))}
      <ListEnd query={query} waiting={<RowSkeleton {...row} />} />
    </>
  );
}

interface MonthGroup {
  month: string;
  earnedPoints: number;
  spentPoints: number;
  items: PointsEntry[];
}

/** The rows grouped by month, across pages. */
function groupByMonth(pages: LedgerPage[]): MonthGroup[] {
  const groups = new Map<string, MonthGroup>();
  for (const { items, months, timeZone } of pages) {
    const nameOf = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", timeZone });
    for (const sums of months) if (!groups.has(sums.month)) groups.set(sums.month, { ...sums, items: [] });
    for (const item of items) groups.get(nameOf.format(new Date(item.createdAt)))?.items.push(item);
  }
  return [...groups.values()];
}

const monthName = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

function Month({ month: { month, earnedPoints, spentPoints, items } }: { month: MonthGroup }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8">
      <h3 id={id} className="small-caps flex justify-between gap-4 border-b border-ink/80 pb-2">
        {monthName.format(new Date(`${month}-01T00:00:00Z`))}{" "}
        <span className="flex gap-3 tabular-nums">
          <span>
            {signed(earnedPoints)}
            <span className="sr-only"> earned</span>
          </span>
          {spentPoints > 0 && (
            <span className="text-muted">
              {signed(-spentPoints)}
              <span className="sr-only"> spent or taken back</span>
            </span>
          )}
        </span>
      </h3>
      <ul>
        {items.map((entry) => (
          <li key={entry.id} className="border-b border-line">
            <LedgerRow entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="Nothing of this kind yet" art="page" />;
  return (
    <EmptyState
      title="No points yet"
      art="page"
      action={
        <Link to="/explore" className={buttonClass("ink")}>
          Explore Outfits
        </Link>
      }
    >
      Like, save and comment on outfits, post your own, and come back every day.
    </EmptyState>
  );
}
