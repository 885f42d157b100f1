import { queryOptions, useMutation } from "@tanstack/react-query";
import type { DryRun, LedgerPage, PointsKind } from "#contract/points.ts";
import { call } from "#web/api/call.ts";
import { isoDay } from "#web/lib/iso-day.ts";
import { saveCsv } from "#web/lib/save-csv.ts";
import { pagedQuery } from "./paged.ts";
import { pointsKeys } from "./points-cache.ts";

/** Points are stale after a second: they change by what the member does anywhere. */
const pointsStaleMs = 1_000;

/** Balance, activity score, streak and rules. */
export const pointsSummaryQuery = queryOptions({
  queryKey: pointsKeys.summary,
  queryFn: ({ signal }) => call("GET /api/me/points", undefined, signal),
  staleTime: pointsStaleMs,
});

/** What was earned, taken back and redeemed, newest first. */
export const ledgerQuery = (kind: PointsKind | undefined) =>
  pagedQuery(
    pointsKeys.ledger(kind),
    (cursor, signal): Promise<LedgerPage> => call("GET /api/me/points/ledger", { query: { cursor, kind } }, signal),
    { staleTime: pointsStaleMs, meta: { failure: "Failed to load your activity" } },
  );

export const pointsWeeksQuery = queryOptions({
  queryKey: pointsKeys.weeks,
  queryFn: ({ signal }) => call("GET /api/me/points/weeks", undefined, signal),
  staleTime: pointsStaleMs,
});

/** What an action would earn right now; nothing is written. */
export function useDryRun(onResult: (result: DryRun) => void) {
  return useMutation({
    meta: { failure: "Failed to run the test" },
    // One after the other, so that the results come in the order of the presses.
    scope: { id: "dry-runs" },
    mutationFn: (source: "LIKE" | "COMMENT" | "FAVORITE" | "TAG_LINK") =>
      call("POST /api/points/dry-runs", { body: { source } }),
    onSuccess: onResult,
  });
}

/** The whole ledger as a CSV file, saved by the browser. */
export function useDownloadLedger() {
  return useMutation({
    meta: { failure: "Failed to download your activity" },
    mutationFn: () => call("GET /api/me/points/ledger.csv"),
    onSuccess: (text) => saveCsv(`fash-points-${isoDay(new Date())}.csv`, text),
  });
}
