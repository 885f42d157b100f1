import { useSuspenseQuery } from "@tanstack/react-query";
import type { PointsSummary } from "#contract/points.ts";
import { pointsSummaryQuery } from "#web/data/points.ts";

const days = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;

/** Consecutive days with a visit, and how to continue. */
export function LoginStreak() {
  const { streak, day } = useSuspenseQuery(pointsSummaryQuery).data;
  return (
    <section aria-labelledby="streak-heading">
      <h2 id="streak-heading" className="small-caps text-muted">
        Streak
      </h2>
      <p className="font-display mt-3 text-title tabular-nums">{days(streak.currentDays)}</p>
      <p className="mt-3 text-fine text-muted">
        {keepStreakText(streak, day.timeZone)} {streak.bestDays > 0 && `Your best is ${days(streak.bestDays)}.`}
      </p>
    </section>
  );
}

function keepStreakText(
  { currentDays, isTodayCounted, visitBefore }: PointsSummary["streak"],
  timeZone: string,
): string {
  if (visitBefore === null || currentDays === 0) return "Visit Fash on two days in a row to begin a streak.";
  // One minute before midnight is still that day.
  const last = new Intl.DateTimeFormat("en", { weekday: "long", timeZone }).format(Date.parse(visitBefore) - 60_000);
  return isTodayCounted
    ? `Today is counted. Come back by the end of ${last} to keep it.`
    : `Today isn't counted yet: come back by the end of ${last} to keep it.`;
}
