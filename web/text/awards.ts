import { counted } from "#contract/counted.ts";
import type { AwardSource } from "#contract/points.ts";

/** The name of the action that earned points, for the toast. */
const sourceLabels: Record<AwardSource, string> = {
  LIKE: "liking an outfit",
  FAVORITE: "saving an outfit",
  COMMENT: "a comment",
  POST_OUTFIT: "posting an outfit",
  TAG_LINK: "tagging a product link",
  DAILY_LOGIN: "daily login",
  STREAK_BONUS: "streak bonus",
};

/** '+5 points earned for liking an outfit!'; several awards at once are one sum and one list. */
export function awardText(points: number, sources: readonly AwardSource[]): string {
  const labels = [...new Set(sources)].map((source) => sourceLabels[source]);
  const last = labels.pop() ?? "";
  return `+${counted(points, "point")} earned for ${labels.length > 0 ? `${labels.join(", ")} and ${last}` : last}!`;
}
