import { commentEndpoints } from "#contract/comments.ts";
import type { Serve } from "#server/http/serve.ts";
import { setCommentLiked } from "./comment-likes.service.ts";
import {
  addComment,
  findCommentWithParent,
  listCommentReplies,
  listSubjectComments,
  replyToComment,
} from "./comments.service.ts";

export function commentRoutes(serve: Serve) {
  serve(commentEndpoints.list, (context, { params, query }) => listSubjectComments(context, params, query));
  serve(commentEndpoints.add, (context, { params, body }) => addComment(context, params, body.content));
  serve(commentEndpoints.listOfEvent, (context, { params, query }) => listSubjectComments(context, params, query));
  serve(commentEndpoints.addToEvent, (context, { params, body }) => addComment(context, params, body.content));
  serve(commentEndpoints.find, (context, { params }) => findCommentWithParent(context, params.commentId));
  serve(commentEndpoints.replies, (context, { params, query }) => listCommentReplies(context, params.commentId, query));
  serve(commentEndpoints.reply, (context, { params, body }) => replyToComment(context, params.commentId, body.content));
  serve(commentEndpoints.like, (context, { params }) => setCommentLiked(context, params.commentId, true));
  serve(commentEndpoints.unlike, (context, { params }) => setCommentLiked(context, params.commentId, false));
}
