import type { NewReport } from "#contract/reports.ts";

/** How urgent each kind is, in days: a report of that kind overtakes a case that has waited for so much longer. */
const daysByReason: Record<NewReport["reason"], number> = {
  violence: 5,
  hate: 5,
  nudity: 4,
  harassment: 4,
  stolen: 2,
  spam: 2,
  other: 1,
};

/**
 * What a report adds to the urgency of its case, in days: its kind times how often moderators agreed with the reporter,
 * from 0 (never) over 1 (unknown, or half of the time) to 2 (always).
 */
export function weighReport(reason: NewReport["reason"], record: { upheld: number; dismissed: number }): number {
  const trust = (2 * (record.upheld + 1)) / (record.upheld + record.dismissed + 2);
  return daysByReason[reason] * trust;
}
