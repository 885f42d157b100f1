import { call } from "#web/api/call.ts";
import { type CommentSubject, repliesKey } from "./comments-cache.ts";
import { pagedQuery } from "./paged.ts";

/** A comment's replies, oldest first. */
export const repliesQuery = (subject: CommentSubject, parentId: string) =>
  pagedQuery(repliesKey(subject, parentId), (cursor, signal) =>
    call("GET /api/comments/:commentId/replies", { params: { commentId: parentId }, query: { cursor } }, signal),
  );
