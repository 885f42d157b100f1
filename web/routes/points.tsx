import { createFileRoute, useLocation } from "@tanstack/react-router";
import { pointsKinds } from "#contract/limits.ts";
import type { PointsKind } from "#contract/points.ts";
import { ledgerQuery, pointsSummaryQuery } from "#web/data/points.ts";
import { ActivityScore } from "#web/features/points/activity-score.tsx";
import { HowItWorks } from "#web/features/points/how-it-works.tsx";
import { Ledger } from "#web/features/points/ledger.tsx";
import { LoginStreak } from "#web/features/points/login-streak.tsx";
import { PointsBalance } from "#web/features/points/points-balance.tsx";
import { PointsChart } from "#web/features/points/points-chart.tsx";
import { PointsSkeleton } from "#web/features/points/points-skeleton.tsx";
import { Page } from "#web/shell/page.tsx";
import { requireSession } from "#web/shell/require-session.ts";

export interface PointsSearch {
  kind?: PointsKind | undefined;
}

export const Route = createFileRoute("/points")({
  validateSearch: (search: Record<string, unknown>): PointsSearch => ({
    kind: pointsKinds.find((one) => one === search["kind"]),
  }),
  loaderDeps: ({ search: { kind } }) => ({ kind }),
  beforeLoad: requireSession,
  loader: ({ context: { queryClient }, deps: { kind } }) => {
    void queryClient.prefetchInfiniteQuery(ledgerQuery(kind));
    return queryClient.ensureQueryData({ ...pointsSummaryQuery, revalidateIfStale: true });
  },
  pendingComponent: PointsSkeleton,
  component: Points,
});

function Points() {
  const { kind } = Route.useSearch();
  const navigate = Route.useNavigate();
  const isRulesWanted = useLocation({ select: ({ hash }) => hash === "how-it-works" });
  return (
    <Page title="Points">
      <PointsBalance />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex flex-col gap-10 lg:order-2">
          <div className="grid gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-1">
            <ActivityScore />
            <LoginStreak />
          </div>
          <PointsChart />
          <HowItWorks isOpen={isRulesWanted} />
        </div>
        <Ledger
          kind={kind}
          onKind={(next) => void navigate({ search: { kind: next }, replace: true, resetScroll: false })}
        />
      </div>
    </Page>
  );
}
