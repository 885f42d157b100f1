import type { Tx } from "#server/db/db.ts";
import { listOpenScreenings, type Screening, updateWeights } from "./case-openings.store.ts";

/** The urgency of a certain finding in days: that of a nudity report by a member with an average record. */
const certainDays = 4;

/** The urgency of a finding in days: the score's share of a certain one, or a certain one for a match. */
export function weighScreening({ percent, matchedImageId }: Screening): number {
  return matchedImageId === null ? (certainDays * (percent ?? 0)) / 100 : certainDays;
}

/**
 * Weighs open cases, which are locked, anew: by what the image screening found and what their reports weigh now. Writes
 * `moderation_cases`.
 *
 * @param reportWeights What the reports of each case weigh together, by the case's id.
 */
export async function updateReportWeights(tx: Tx, reportWeights: Map<string, number>): Promise<void> {
  const screenings = await listOpenScreenings(tx, [...reportWeights.keys()]);
  const weights = screenings.map(
    ({ caseId, ...screening }) => [caseId, (reportWeights.get(caseId) ?? 0) + weighScreening(screening)] as const,
  );
  await updateWeights(tx, new Map(weights));
}
