import { Link } from "@tanstack/react-router";
import { useSuspenseQuery } from "@tanstack/react-query";
import { counted } from "#contract/counted.ts";
import { pointsSummaryQuery, useDownloadLedger } from "#web/data/points.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { CountUp } from "#web/ui/count-up.tsx";
import { signed } from "./points-words.ts";

const monthName = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone }).format(new Date(at));

/** The balance as a large figure, what came this month, and what is held or owed. */
export function PointsBalance() {
  const { data } = useSuspenseQuery(pointsSummaryQuery);
  const { balance, heldPoints, owedPoints, month, day } = data;
  const download = useDownloadLedger();
  return (
    <header className="pt-6 pb-8 md:pt-10 md:pb-12">
      {/* Forced colours put a box behind the figure, which would cover it. */}
      <p className="small-caps relative text-muted">Your Points</p>
      <h1 className="font-display mt-3 text-poster">
        <CountUp value={balance} />
        <span className="sr-only"> points</span>
      </h1>
      <p className="mt-4 text-lead">
        {signed(month.earnedPoints)} <span className="text-muted">in {monthName(month.startsAt, day.timeZone)}</span>
      </p>
      {heldPoints > 0 && (
        <p className="mt-1 text-muted">
          {heldPoints.toLocaleString("en")} more are held for rewards that await approval.
        </p>
      )}
      {owedPoints > 0 && (
        <p className="mt-1 text-muted">
          You already spent {counted(owedPoints, "point")} of posts and comments that were deleted. What you earn next
          makes up for it.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/rewards" className={buttonClass("primary")}>
          See Rewards
        </Link>
        <Button look="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      </div>
    </header>
  );
}
