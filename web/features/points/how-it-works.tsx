import { useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AwardRule, PointsSummary } from "#contract/points.ts";
import { pointsSummaryQuery } from "#web/data/points.ts";
import { actionNames, duration, range } from "./points-words.ts";
import { TierBadge } from "./tier-badge.tsx";

/** The engine's own rules, with what is left of them today. Closed at first, open when an address leads to it. */
export function HowItWorks({ isOpen = false }: { isOpen?: boolean }) {
  const { data } = useSuspenseQuery(pointsSummaryQuery);
  const nowMs = useNow(data.rules);
  return (
    <details id="how-it-works" open={isOpen} className="group scroll-mt-20 border-y border-line">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 font-medium [&::-webkit-details-marker]:hidden">
        <h2>How It Works</h2>
        <span
          aria-hidden="true"
          className="font-display text-title transition-transform duration-200 group-open:rotate-45"
        >
          +
        </span>
      </summary>
      <div className="pb-8">
        <ul>
          {data.rules.map((rule) => (
            <Rule key={rule.action} rule={rule} nowMs={nowMs} />
          ))}
        </ul>
        <BonusRules summary={data} />
        <ul className="mt-6 list-disc space-y-1.5 pl-5 text-fine text-muted">
          <li>Your own outfits earn nothing when you like, save or comment on them.</li>
          <li>
            Outfits and events of one and the same member earn at most {data.perPairPerDayMax} times a day, and each
            like, save and product link earns once for good.
          </li>
          <li>Deleted outfits and comments give back what they earned.</li>
          <li>
            Your day begins at midnight in {data.day.timeZone.replaceAll("_", " ")}, and daily logins are at least{" "}
            {duration(data.rules.find(({ action }) => action === "DAILY_LOGIN")?.cooldownSeconds ?? 0)} apart.
          </li>
        </ul>
      </div>
    </details>
  );
}

function Rule({ rule, nowMs }: { rule: AwardRule; nowMs: number }) {
  const { action, chancePercent, pointsMin, pointsMax, perDayMax, cooldownSeconds, remainingToday } = rule;
  const waitSeconds = Math.ceil((Date.parse(rule.availableAt ?? "") - nowMs) / 1_000);
  const details = [
    chancePercent < 100 ? `${chancePercent} % chance` : "every time",
    `${perDayMax} a day`,
    ...(cooldownSeconds > 0 ? [`${duration(cooldownSeconds)} between two`] : []),
  ];
  return (
    <li className="flex items-baseline justify-between gap-4 border-t border-line py-3">
      <span className="min-w-0">
        <span className="font-medium">{actionNames[action] ?? action}</span>
        <span className="block text-fine text-muted">{details.join(" · ")}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="font-medium tabular-nums">{range(pointsMin, pointsMax)}</span>
        <span className="block text-fine text-muted tabular-nums">
          {remainingToday > 0 && waitSeconds > 0
            ? `again in ${duration(waitSeconds)}`
            : remainingToday === 0
              ? "done for today"
              : `${remainingToday} left today`}
        </span>
      </span>
    </li>
  );
}

function BonusRules({ summary: { bonusRules } }: { summary: PointsSummary }) {
  const [variation] = bonusRules.map((rule) => rule.variationPercent);
  return (
    <>
      <h3 className="mt-6 font-medium">Streak bonus with a daily login</h3>
      <ul className="mt-1">
        {bonusRules.map(({ tier, scoreMin, chancePercent, pointsMin, pointsMax }) => (
          <li key={tier} className="flex items-center justify-between gap-4 border-b border-line py-2.5 text-fine">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <TierBadge tier={tier} />
              <span className="text-muted">{scoreMin > 0 ? `activity from ${scoreMin}` : "activity below that"}</span>
            </span>
            <span className="text-right tabular-nums">
              {chancePercent} % chance · {range(pointsMin, pointsMax)}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-fine text-muted">
        The chance varies at random by up to {`${variation}\u00a0%`} of itself; a bonus of 0 is none.
      </p>
    </>
  );
}

/** The time, second by second while a cool-down runs. */
function useNow(rules: readonly AwardRule[]): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const endsMs = Math.max(0, ...rules.map(({ availableAt }) => Date.parse(availableAt ?? "") || 0));
  const isRunning = endsMs > nowMs;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
