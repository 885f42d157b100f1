import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Reward, RewardStanding } from "#contract/rewards.ts";
import { useSession } from "#web/api/session.ts";
import { rewardsQuery, rewardStandingQuery } from "#web/data/rewards.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { QueryError } from "#web/ui/query-error.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { RedeemDialog } from "./redeem-dialog.tsx";
import { RewardCard } from "./reward-card.tsx";

const gridClass =
  "grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-x-4 gap-y-10 md:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] md:gap-x-5 lg:grid-cols-4";

/** Every reward on offer. */
export function RewardList() {
  const isMember = useSession().status === "signed-in";
  const query = useQuery(rewardsQuery);
  const { data, isPending, isError } = query;
  const standing = useQuery({ ...rewardStandingQuery, enabled: isMember }).data;
  return (
    <section aria-labelledby="gift-cards">
      <h2 id="gift-cards" className="font-display mb-6 text-title">
        Gift cards
      </h2>
      {isPending && <RewardSkeletons />}
      {isError && !data && <QueryError title="Couldn't load the gift cards" query={query} />}
      {data?.length === 0 && (
        <EmptyState title="No gift cards right now" art="page">
          Your points keep. New cards will be listed here.
        </EmptyState>
      )}
      {data && data.length > 0 && <Cards rewards={data} standing={isMember ? standing : null} />}
    </section>
  );
}

function Cards({ rewards, standing }: { rewards: Reward[]; standing: RewardStanding | null | undefined }) {
  const [chosen, setChosen] = useState<Reward | null>(null);
  return (
    <>
      <ul className={gridClass}>
        {rewards.map((reward) => (
          <li key={reward.id}>
            <RewardCard reward={reward} standing={standing} onRedeem={() => setChosen(reward)} />
          </li>
        ))}
      </ul>
      {chosen && standing && (
        <RedeemDialog
          // Its price may change while the dialog is open; a reward that is no longer on offer stays until it closes.
          reward={rewards.find(({ id }) => id === chosen.id) ?? chosen}
          standing={standing}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  );
}

function RewardSkeletons() {
  return (
    <ul aria-label="Loading gift cards" aria-busy="true" className={gridClass}>
      {Array.from({ length: 4 }, (_, index) => (
        <li key={index}>
          <Skeleton className="aspect-[8/5] rounded-photo!" />
          <Skeleton className="mt-4 h-5 w-3/4" />
          <Skeleton className="mt-2 h-4 w-1/3" />
          <Skeleton className="mt-10 h-11 rounded-full!" />
        </li>
      ))}
    </ul>
  );
}
