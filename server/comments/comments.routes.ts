import { commentEndpoints } from "#contract/comments.ts";
import type { Serve } from "#server/http/serve.ts";
import { addComment, hideComment, listOutfitComments, removeComment } from "./comments.service.ts";

export function commentRoutes(serve: Serve) {
  serve(commentEndpoints.list, (call, { params, query }) => listOutfitComments(call, params.outfitId, query));
  serve(commentEndpoints.add, (call, { params, body }) => addComment(call, params.outfitId, body.content));
  serve(commentEndpoints.hide, (call, { params, body }) => hideComment(call, params.commentId, body.isHidden));
  serve(commentEndpoints.remove, (call, { params }) => removeComment(call, params.commentId));
}
