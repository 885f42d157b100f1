import type { ActivityTier, PointsKind } from "#contract/points.ts";

/** What a row of the activity is called. */
export const kindNames: Record<PointsKind, string> = {
  POST_OUTFIT: "Posted an outfit",
  TAG_LINK: "Tagged a product link",
  COMMENT: "Commented",
  FAVORITE: "Saved an outfit",
  LIKE: "Liked an outfit",
  DAILY_LOGIN: "Daily login",
  STREAK_BONUS: "Streak bonus",
  ATTEND_EVENT: "Attended an event",
  REVERSAL: "Taken back",
  CORRECTION: "Corrected by our team",
  REDEMPTION: "Reward",
};

/** What the filter calls them. */
export const kindFilters: Record<PointsKind, string> = {
  POST_OUTFIT: "Posts",
  TAG_LINK: "Links",
  COMMENT: "Comments",
  FAVORITE: "Saves",
  LIKE: "Likes",
  DAILY_LOGIN: "Daily logins",
  STREAK_BONUS: "Bonuses",
  ATTEND_EVENT: "Events",
  REVERSAL: "Taken back",
  CORRECTION: "Corrections",
  REDEMPTION: "Rewards",
};

/** What earns points, in the rules. */
export const actionNames: Partial<Record<PointsKind, string>> = {
  POST_OUTFIT: "Post an outfit",
  DAILY_LOGIN: "Daily login",
  TAG_LINK: "Tag a product link",
  COMMENT: "Comment",
  FAVORITE: "Save an outfit",
  LIKE: "Like an outfit",
  ATTEND_EVENT: "Attend an event",
};

export const tierNames: Record<ActivityTier, string> = { HIGH: "High", MEDIUM: "Medium", LOW: "Low" };

/** +50, −120, 0: with a real minus sign. */
export function signed(points: number): string {
  const figure = Math.abs(points).toLocaleString("en");
  return points > 0 ? `+${figure}` : points < 0 ? `−${figure}` : figure;
}

/** 30 s, 2 min, 20 h: rounded up, so that nobody comes back too early. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** '+50', '+5 to 20'. */
export function range(pointsMin: number, pointsMax: number): string {
  if (pointsMin === 0) return `up to +${pointsMax}`;
  return pointsMin === pointsMax ? `+${pointsMin}` : `+${pointsMin} to ${pointsMax}`;
}
