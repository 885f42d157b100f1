import { commentEndpoints } from "#contract/comments.ts";
import type { Serve } from "#server/http/serve.ts";
import { addComment, hideComment, listSubjectComments, removeComment } from "./comments.service.ts";

export function commentRoutes(serve: Serve) {
  serve(commentEndpoints.list, (context, { params, query }) => listSubjectComments(context, params, query));
  serve(commentEndpoints.add, (context, { params, body }) => addComment(context, params, body.content));
  serve(commentEndpoints.listOfEvent, (context, { params, query }) => listSubjectComments(context, params, query));
  serve(commentEndpoints.addToEvent, (context, { params, body }) => addComment(context, params, body.content));
  serve(commentEndpoints.hide, (context, { params, body }) => hideComment(context, params.commentId, body.isHidden));
  serve(commentEndpoints.remove, (context, { params }) => removeComment(context, params.commentId));
}
