import { type QueryClient, queryOptions, useMutation } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Award, AwardSource, DryRun, LedgerPage, PointsKind, PointsSummary } from "#contract/points.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/lib/toast.ts";
import { awardText } from "#web/text/awards.ts";
import { meKey, patchMe } from "./me.ts";
import { pagedQuery } from "./paged.ts";

const pointsKeys = {
  all: ["points"],
  summary: ["points", "summary"],
  ledger: (kind: PointsKind | undefined) => ["points", "ledger", kind ?? "all"] as const,
  weeks: ["points", "weeks"],
} as const;

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

/** Updates the balance in every query and refetches dependent queries. */
export function showBalance(client: QueryClient, balance: number): void {
  patchMe(client, { points: balance });
  client.setQueryData<PointsSummary>(pointsKeys.summary, (summary) => summary && { ...summary, balance });
  refreshPoints(client);
}

/** Reads again all that shows points and is on screen. */
export function refreshPoints(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: pointsKeys.all });
}

/** Awards that come this close together are one toast. */
const combineMs = 250;
let waiting: { points: number; source: AwardSource }[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows awards in one toast and refetches the balance. Actions without points show none.
 *
 * @param awards In the order in which the toast names them; null where an action could not earn.
 */
export function showAwards(client: QueryClient, awards: { award: Award | null; source: AwardSource }[]): void {
  const earned = awards.flatMap(({ award, source }) =>
    award?.success && award.pointsAwarded > 0 ? [{ points: award.pointsAwarded, source }] : [],
  );
  if (earned.length === 0) return;
  void client.invalidateQueries({ queryKey: meKey });
  refreshPoints(client);
  waiting.push(...earned);
  clearTimeout(timer);
  timer = setTimeout(toastAwards, combineMs);
}

function toastAwards(): void {
  const sum = waiting.reduce((total, { points }) => total + points, 0);
  const sources = waiting.map(({ source }) => source);
  waiting = [];
  toast.success(awardText(sum, sources), { duration: limits.pointsToastMs });
}

/** What an action would earn right now; nothing is written. */
export function useDryRun(onResult: (result: DryRun) => void) {
  return useMutation({
    meta: { failure: "Failed to run the test" },
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
    onSuccess: (text) => {
      const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
      const link = document.createElement("a");
      link.href = address;
      link.download = `fash-points-${new Date().toISOString().slice(0, 10)}.csv`;
      link.click();
      // The browser reads the address after this turn.
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    },
  });
}
