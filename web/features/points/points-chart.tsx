import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { pointsWeeksQuery } from "#web/data/points.ts";
import { errorMessage } from "#web/text/errors.ts";
import { BarChart } from "#web/ui/bar-chart.tsx";
import { RetryButton } from "#web/ui/retry-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const series = [{ name: "Earned", tone: "ink" }, { name: "Spent or taken back" }] as const;

/** Points of the last twelve weeks. */
export function PointsChart() {
  const query = useQuery(pointsWeeksQuery);
  const { data } = query;
  const columns = useMemo(() => {
    if (!data) return [];
    const { timeZone } = data;
    const long = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone });
    const short = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone });
    return data.weeks.map(({ startsAt, earnedPoints, spentPoints }, index) => ({
      label: `Week of ${long.format(new Date(startsAt))}`,
      // Twelve dates do not fit on a phone.
      shortLabel: (data.weeks.length - 1 - index) % 4 === 0 ? short.format(new Date(startsAt)) : "",
      values: [earnedPoints, spentPoints],
    }));
  }, [data]);
  return (
    <section aria-labelledby="chart-heading">
      <h2 id="chart-heading" className="small-caps text-muted">
        Last 12 Weeks
      </h2>
      {data ? (
        <BarChart className="mt-2" label="Points by week" columnName="Week" columns={columns} series={series} />
      ) : query.isError ? (
        <div role="alert" className="mt-4 grid min-h-44 place-content-center justify-items-center gap-3 text-center">
          <p className="text-muted">{errorMessage(query.error, "Couldn't load the chart.")}</p>
          <RetryButton look="outline" size="small" onClick={() => void query.refetch()} />
        </div>
      ) : (
        <Skeleton className="mt-11 h-44" />
      )}
    </section>
  );
}
