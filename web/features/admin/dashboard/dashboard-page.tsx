import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { Dashboard, SiteTotal } from "#contract/admin.ts";
import { adminQueries } from "#web/data/admin.ts";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AdminHeading } from "#web/features/admin/parts/admin-heading.tsx";
import { HealthSection } from "./health-section.tsx";
import { LineChart } from "./line-chart.tsx";
import { RetentionTable } from "./retention-table.tsx";

const metricNames: Record<SiteTotal["metric"], string> = {
  members: "Users",
  outfits: "Outfits",
  comments: "Comments",
  likes: "Likes",
  points: "Points distributed",
  rewards: "Rewards redeemed",
};
const format = new Intl.NumberFormat("en");

/** What waits first, then how the site does, then whether it runs well. */
export function DashboardPage() {
  const query = useQuery(adminQueries.dashboard);
  const { data, error } = query;
  return (
    <>
      <AdminHeading title="Dashboard" hint="The last 30 days" />
      {error && !data ? (
        <QueryError title="Couldn't load the dashboard" query={query} />
      ) : data ? (
        <Figures dashboard={data} />
      ) : (
        <DashboardSkeleton />
      )}
      <HealthSection />
    </>
  );
}

function Figures({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      <Pending pending={dashboard.pending} moderation={dashboard.moderation} />
      <section aria-label="Totals" className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {dashboard.totals.map((total) => (
          <TotalCard key={total.metric} total={total} />
        ))}
      </section>
      <Activity dashboard={dashboard} />
      <RetentionTable rows={dashboard.retention} />
    </>
  );
}

function Pending({ pending, moderation }: Pick<Dashboard, "pending" | "moderation">) {
  const items = [
    { label: "Reports", count: pending.cases, to: "/admin/moderation", search: {} },
    { label: "Appeals", count: pending.appeals, to: "/admin/moderation", search: { tab: "appeals" } },
    { label: "Articles", count: pending.articles, to: "/admin/articles", search: {} },
    { label: "Events", count: pending.events, to: "/admin/articles", search: { tab: "event" } },
    { label: "Redemptions", count: pending.redemptions, to: "/admin/rewards", search: {} },
  ];
  return (
    <section aria-label="Waiting for a decision" className="@container">
      <ul className="grid grid-cols-2 gap-3 @max-3xs:grid-cols-1 sm:grid-cols-3 lg:grid-cols-5">
        {items.map(({ label, count, to, search }) => (
          <li key={label}>
            <Link
              to={to}
              search={search}
              className={clsx(
                "flex h-full min-h-20 flex-col justify-center rounded-photo border px-4 py-3 hover:border-ink",
                count > 0 ? "border-accent" : "border-line",
              )}
            >
              <span className="font-display text-title tabular-nums">{format.format(count)}</span>
              <span className="text-fine text-muted">{`${label} waiting`}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-fine text-muted">
        {`Median time to first response: ${toHours(moderation.hoursToFirstResponse)} · to decision: ${toHours(moderation.hoursToDecision)}`}
      </p>
    </section>
  );
}

function toHours(hours: number | null): string {
  if (hours === null) return "–";
  return hours < 1 ? `${Math.max(1, Math.round(hours * 60))} min` : `${Math.round(hours * 10) / 10} h`;
}

function TotalCard({ total }: { total: SiteTotal }) {
  const name = metricNames[total.metric];
  const change = total.changePercent;
  const first = total.series[0]?.total ?? total.total;
  return (
    <article className="rounded-photo border border-line bg-surface p-4">
      <h2 className="text-fine font-semibold text-muted">{name}</h2>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-title tabular-nums">{format.format(total.total)}</span>
        {change !== null && (
          <span className="text-fine text-muted">{`${change > 0 ? "+" : ""}${format.format(change)} % on the previous 30 days`}</span>
        )}
        {total.pending > 0 && <span className="text-fine text-muted">{`${format.format(total.pending)} pending`}</span>}
      </div>
      <LineChart
        values={total.series.map((day) => day.total)}
        label={`${name}: from ${format.format(first)} to ${format.format(total.total)} within 30 days`}
      />
    </article>
  );
}

function Activity({ dashboard: { activity, totals } }: { dashboard: Dashboard }) {
  const added = (metric: SiteTotal["metric"]) =>
    totals.find((total) => total.metric === metric)?.series.map((day) => day.added) ?? [];
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const rows = [
    { label: "Sign-ups", values: added("members") },
    { label: "Posts", values: added("outfits") },
    { label: "Daily active members", values: activity.series.map((day) => day.daily) },
  ];
  return (
    <section aria-labelledby="activity" className="mt-10">
      <h2 id="activity" className="font-display text-title">
        Activity
      </h2>
      <p className="mt-1 text-fine text-muted">
        {activity.computedAt === null
          ? "Active members are counted every five minutes; the first count is on its way."
          : `Active members: ${format.format(activity.daily)} today, ${format.format(activity.weekly)} in 7 days, ${format.format(activity.monthly)} in 30 days.`}
      </p>
      <div className="mt-4 grid gap-3 lg:grid-cols-3">
        {rows.map(({ label, values }) => (
          <article key={label} className="rounded-photo border border-line bg-surface p-4">
            <h3 className="text-fine font-semibold text-muted">{label}</h3>
            <span className="font-display text-title tabular-nums">
              {format.format(label.startsWith("Daily") ? (values.at(-1) ?? 0) : sum(values))}
            </span>
            <LineChart values={values} label={`${label} by day within 30 days, at most ${Math.max(0, ...values)}`} />
          </article>
        ))}
      </div>
    </section>
  );
}

function DashboardSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {[1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} className="h-20 rounded-photo!" />
        ))}
      </div>
      <div className="mt-14 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((index) => (
          <Skeleton key={index} className="h-36 rounded-photo!" />
        ))}
      </div>
    </div>
  );
}
