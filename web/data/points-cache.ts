import type { QueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { Award, AwardSource, PointsKind, PointsSummary } from "#contract/points.ts";
import { toast } from "#web/lib/toast.ts";
import { meKey, patchMe } from "./me.ts";

export const pointsKeys = {
  all: ["points"],
  summary: ["points", "summary"],
  ledger: (kind: PointsKind | undefined) => ["points", "ledger", kind ?? "all"] as const,
  weeks: ["points", "weeks"],
} as const;

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
  timer = setTimeout(() => void toastAwards(), combineMs);
}

async function toastAwards(): Promise<void> {
  const sum = waiting.reduce((total, { points }) => total + points, 0);
  const sources = waiting.map(({ source }) => source);
  waiting = [];
  // The words are not needed at first. Where they cannot be loaded, the balance alone tells.
  const words = await import("#web/text/awards.ts").catch(() => undefined);
  if (words) toast.success(words.awardText(sum, sources), { duration: limits.pointsToastMs });
}
