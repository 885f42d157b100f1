import clsx from "clsx";
import type { ActivityTier } from "#contract/points.ts";

const looks: Record<ActivityTier, string> = {
  HIGH: "bg-ink text-paper",
  MEDIUM: "border border-ink text-ink",
  LOW: "border border-line text-muted",
};

/** The activity tier: HIGH, MEDIUM or LOW. */
export function TierBadge({ tier }: { tier: ActivityTier }) {
  return (
    <span className={clsx("small-caps inline-flex min-h-6 items-center rounded-full px-3", looks[tier])}>{tier}</span>
  );
}
