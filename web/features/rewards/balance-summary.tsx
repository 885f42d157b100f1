import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import type { ReactNode } from "react";
import { counted } from "#contract/counted.ts";
import { limits } from "#contract/limits.ts";
import type { RewardStanding } from "#contract/rewards.ts";
import { rewardsQuery, rewardStandingQuery } from "#web/data/rewards.ts";
import { pointsPath } from "#web/lib/paths.ts";
import { errorMessage } from "#web/text/errors.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { CountUp } from "#web/ui/count-up.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { GiftCardArt } from "./gift-card-art.tsx";
import { estimateText } from "./reward-text.ts";
import { ProgressRing } from "./progress-ring.tsx";

const frameClass =
  "grid grid-cols-1 items-center gap-8 rounded-photo border border-line bg-surface p-6 md:grid-cols-[auto_minmax(0,1fr)] md:gap-12 md:p-10 lg:grid-cols-[auto_minmax(0,1fr)_min(18rem,24%)]";

/** The member's balance in its ring towards the goal, what is held, and the pace. */
export function BalanceSummary() {
  const { data, isError, error, isFetching, refetch } = useQuery(rewardStandingQuery);
  if (isError && !data) {
    return (
      <div className={frameClass}>
        <InlineError message={errorMessage(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    );
  }
  return (
    <section aria-labelledby="balance" className={frameClass}>
      <h2 id="balance" className="sr-only">
        Your balance
      </h2>
      <div className="max-w-full justify-self-center">
        {data ? <Ring balance={data.balance} /> : <Skeleton className="aspect-square w-56 max-w-full rounded-full!" />}
      </div>
      {data ? <Facts standing={data} /> : <FactsSkeleton />}
      {data && <NextReward balance={data.balance} />}
    </section>
  );
}

function Ring({ balance }: { balance: number }) {
  return (
    <ProgressRing value={balance} goal={limits.rewardGoalPoints} label="Points towards the goal">
      <span className={clsx("font-display block tabular-nums", balance < 10_000 ? "text-headline" : "text-title")}>
        <CountUp value={balance} />
      </span>
      <span className="block text-fine text-muted">of {counted(limits.rewardGoalPoints, "point")}</span>
    </ProgressRing>
  );
}

function Facts({ standing }: { standing: RewardStanding }) {
  const { balance, heldPoints, openCount, pointsPerDay } = standing;
  const missing = limits.rewardGoalPoints - balance;
  const estimate = estimateText(missing, pointsPerDay);
  return (
    <div className="max-w-lg">
      <p className="font-display text-title">
        {missing <= 0 ? "You can have any card up to your balance." : `${counted(missing, "point")} to your goal`}
      </p>
      {estimate !== undefined && <p className="mt-1 text-muted">That is {estimate}.</p>}
      <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 border-t border-line pt-5">
        <Fact name="Available">{balance.toLocaleString("en")}</Fact>
        {openCount > 0 && <Fact name="Held, awaiting approval">{heldPoints.toLocaleString("en")}</Fact>}
        <Fact name="A day, on average">{pointsPerDay.toLocaleString("en")}</Fact>
      </dl>
      <Link to={pointsPath} className={`${buttonClass("outline")} mt-6 max-w-full px-4! whitespace-normal!`}>
        See your points
      </Link>
    </div>
  );
}

/** The card that comes next, to look forward to; on wide screens only, since the list below has it, too. */
function NextReward({ balance }: { balance: number }) {
  const { data: rewards = [] } = useQuery(rewardsQuery);
  const offered = rewards.filter(({ isInStock }) => isInStock);
  const next = offered.find(({ pointsRequired }) => pointsRequired > balance) ?? offered.at(-1);
  if (!next) return null;
  const missing = next.pointsRequired - balance;
  return (
    <figure className="hidden lg:block">
      <GiftCardArt {...next} className="rotate-2" />
      <figcaption className="mt-5 text-center text-fine text-muted">
        {missing > 0 ? `${counted(missing, "point")} to your ${next.name}` : `Enough for your ${next.name}`}
      </figcaption>
    </figure>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-fine text-muted">{name}</dt>
      <dd className="font-display text-title tabular-nums">{children}</dd>
    </div>
  );
}

const line = { height: "1lh" };

function FactSkeleton() {
  return (
    <div className="w-24">
      <p className="text-fine">
        <Skeleton style={line} />
      </p>
      <p className="font-display text-title">
        <Skeleton style={line} />
      </p>
    </div>
  );
}

function FactsSkeleton() {
  return (
    <div aria-label="Loading your balance" aria-busy="true" className="max-w-lg">
      {/* Each as high as its line of text at every text size: nothing moves when it appears. */}
      <p className="font-display text-title">
        <Skeleton className="w-64 max-w-full" style={line} />
      </p>
      <Skeleton className="mt-1 w-44 max-w-full" style={line} />
      <div className="mt-6 flex flex-wrap gap-x-10 gap-y-4 border-t border-line pt-5">
        <FactSkeleton />
        <FactSkeleton />
      </div>
      <Skeleton className="mt-6 h-11 w-40 max-w-full rounded-full!" />
    </div>
  );
}
