import type { Award } from "#contract/outfits.ts";

/** '+5 points earned for liking an outfit!', spec §7 «award-points». */
export function awardText({ pointsAwarded }: Award, source: string): string {
  return `+${pointsAwarded} points earned for ${source}!`;
}
