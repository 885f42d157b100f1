import type { Comment } from "#contract/comments.ts";
import { fail } from "#server/lib/app-error.ts";

/** What a comment is about. */
export type CommentSubject = { outfitId: string } | { eventId: string };

/** The id of a subject; outfits and events never share one. */
export const idOf = (subject: CommentSubject): string => ("outfitId" in subject ? subject.outfitId : subject.eventId);

/** What a stored comment is about. */
export function subjectOf({ outfitId, eventId }: Pick<Comment, "outfitId" | "eventId">): CommentSubject {
  if (outfitId !== null) return { outfitId };
  return eventId === null ? fail("comment.not_found") : { eventId };
}
