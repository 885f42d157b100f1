import type { FoundPicture, ModerationCaseDetail } from "#contract/moderation.ts";
import { anAuthor, anId } from "./samples.ts";

const createdAt = "2026-11-20T08:00:00.000Z";
/** An open case about a comment. */
export const aCase = (excerpt: string): ModerationCaseDetail => ({
  id: anId(),
  targetType: "comment",
  targetId: anId(),
  member: anAuthor(),
  excerpt,
  picture: null,
  reportsCount: 1,
  reasons: [{ reason: "spam", count: 1 }],
  screeningPercent: null,
  isImageMatch: false,
  foundPicture: null,
  lockedBy: null,
  lockedUntil: null,
  status: "open",
  createdAt,
  decidedAt: null,
  content: excerpt,
  context: null,
  outfitId: null,
  eventId: null,
  articleId: null,
  isHidden: false,
  isHeld: false,
  decision: null,
  reports: [],
  foundPictures: [],
  history: [],
  memberSince: createdAt,
  memberReportsCount: 0,
});

/** A picture that the image screening found; a proposed one resembles a removed one. */
export const aFoundPicture = (
  kind: FoundPicture["kind"],
  state: FoundPicture["state"],
  screeningPercent = 97,
): FoundPicture => {
  const picture = { url: `/media/u/${kind}.webp`, width: 300, height: 300, thumbhash: "" };
  return { id: anId(), kind, state, picture, screeningPercent, isImageMatch: state === "proposed" };
};
