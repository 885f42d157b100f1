import { createFileRoute } from "@tanstack/react-router";
import { settledSession } from "#web/api/session.ts";
import { ledgerQuery, pointsSummaryQuery } from "#web/data/points.ts";
import { PointsDebug } from "#web/features/points/points-debug.tsx";

/** Unlike other screens for members it does not redirect: it asks visitors to log in with its own text. */
export const Route = createFileRoute("/points-debug")({
  loader: async ({ context: { queryClient } }) => {
    if ((await settledSession()).status !== "signed-in") return;
    void queryClient.prefetchInfiniteQuery(ledgerQuery(undefined));
    await queryClient.ensureQueryData({ ...pointsSummaryQuery, revalidateIfStale: true });
  },
  component: PointsDebug,
});
