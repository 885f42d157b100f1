import { useSuspenseQuery } from "@tanstack/react-query";
import type { PointsSummary } from "#contract/points.ts";
import { pointsSummaryQuery } from "#web/data/points.ts";
import { tierNames } from "./points-words.ts";
import { TierBadge } from "./tier-badge.tsx";

const time = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });

/** The activity tier, and how its score comes about, in words and numbers. */
export function ActivityScore() {
  const { activity, bonusRules } = useSuspenseQuery(pointsSummaryQuery).data;
  const { tier, score } = activity;
  const bonus = bonusRules.find((rule) => rule.tier === tier);
  return (
    <section aria-labelledby="tier-heading">
      <h2 id="tier-heading" className="small-caps text-muted">
        Activity
      </h2>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="font-display text-title tabular-nums">
          {score.toLocaleString("en")}
          <span className="text-muted"> / {activity.scoreMax}</span>
        </span>
        <TierBadge tier={tier} />
      </p>
      <p className="mt-3 text-fine text-muted">
        <ScoreWords activity={activity} />
      </p>
      {bonus && (
        <p className="mt-2 text-fine text-muted">
          {tierNames[tier]} activity gives a {`${bonus.chancePercent}\u00a0%`} chance of a streak bonus of up to{" "}
          {bonus.pointsMax} points with your daily login.
        </p>
      )}
    </section>
  );
}

function ScoreWords({ activity }: { activity: PointsSummary["activity"] }) {
  const {
    score,
    savedScore,
    savedAt,
    wholeDays: days,
    lossPercentPerDay,
    gainPerOutfit,
    scoreMax,
    outfitsCount,
  } = activity;
  const rule = `Each outfit you post adds ${gainPerOutfit}, up to ${scoreMax}, and each day takes ${lossPercentPerDay}\u00a0% off.`;
  if (savedAt === null) {
    // Outfits from before the score existed do not count.
    const none =
      outfitsCount === 0
        ? "You haven't posted an outfit yet, so your score is 0."
        : "Your score is 0 until your next one.";
    return `${rule} ${none}`;
  }
  const kept = (1 - lossPercentPerDay / 100).toLocaleString("en");
  return (
    <>
      {rule} It was {savedScore.toLocaleString("en")} after your last post; {days} whole {days === 1 ? "day" : "days"}{" "}
      from {time.format(new Date(savedAt))} {days === 1 ? "makes" : "make"} it{" "}
      <span className="whitespace-nowrap tabular-nums">
        {savedScore.toLocaleString("en")} × {kept}
        {/* Both numbers are cut to one decimal. */}
        <sup>{days}</sup> {days === 0 ? "=" : "≈"} {score.toLocaleString("en")}
      </span>
      . You have {outfitsCount.toLocaleString("en")} {outfitsCount === 1 ? "outfit" : "outfits"} posted.
    </>
  );
}
