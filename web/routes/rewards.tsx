import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import clsx from "clsx";
import { getSession, useSession } from "#web/api/session.ts";
import { ledgerQuery } from "#web/data/points.ts";
import { redemptionsQuery, rewardsQuery, rewardStandingQuery } from "#web/data/rewards.ts";
import { BalanceSummary } from "#web/features/rewards/balance-summary.tsx";
import { EarnList } from "#web/features/rewards/earn-list.tsx";
import { RedemptionList } from "#web/features/rewards/redemption-list.tsx";
import { RewardList } from "#web/features/rewards/reward-list.tsx";
import { VisitorIntro } from "#web/features/rewards/visitor-intro.tsx";
import { RecentActivity } from "#web/screens/rewards/recent-activity.tsx";
import { Page, PageHeading } from "#web/shell/page.tsx";
import { jointFailure } from "#web/ui/joint-failure.ts";
import { QueryError } from "#web/ui/query-error.tsx";

export const Route = createFileRoute("/rewards")({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(rewardsQuery);
    if (getSession().status !== "signed-in") return;
    void queryClient.prefetchQuery(rewardStandingQuery);
    void queryClient.prefetchInfiniteQuery(redemptionsQuery);
    void queryClient.prefetchInfiniteQuery(ledgerQuery(undefined));
  },
  component: Rewards,
});

function Rewards() {
  const isMember = useSession().status === "signed-in";
  const requests = useInfiniteQuery({ ...redemptionsQuery, enabled: isMember });
  const failure = jointFailure([
    useQuery(rewardsQuery),
    useQuery({ ...rewardStandingQuery, enabled: isMember }),
    requests,
    useInfiniteQuery({ ...ledgerQuery(undefined), enabled: isMember }),
  ]);
  if (failure) {
    return (
      <Page title="Rewards">
        <PageHeading>Rewards</PageHeading>
        <QueryError title="Couldn't load your rewards" query={failure} />
      </Page>
    );
  }
  return (
    <Page title="Rewards">
      <PageHeading>Rewards</PageHeading>
      <div className="flex flex-col gap-14">
        {isMember ? <BalanceSummary /> : <VisitorIntro />}
        {isMember && <RedemptionList />}
        {/* Not seen at a place that the requests above would move it away from. */}
        <div className={clsx("flex flex-col gap-14", requests.isLoading && "invisible")}>
          <RewardList />
          <div className="grid grid-cols-1 gap-x-16 gap-y-14 lg:grid-cols-2">
            <EarnList />
            {isMember && <RecentActivity />}
          </div>
        </div>
      </div>
    </Page>
  );
}
