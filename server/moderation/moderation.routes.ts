import { adminContentEndpoints } from "#contract/admin-content.ts";
import { commentEndpoints } from "#contract/comments.ts";
import { moderationEndpoints } from "#contract/moderation.ts";
import type { Serve } from "#server/http/serve.ts";
import { getAccountStatus } from "./account-status.service.ts";
import { appeal, decideAppeal, listAppeals } from "./appeals.service.ts";
import { decideCase, getCase, listCases, lockCase, unlockCase } from "./cases.service.ts";
import { hideCommentOnPage } from "./comment-hiding.service.ts";
import { deleteComments, removeCommentOnPage } from "./comment-removal.service.ts";
import { listContentComments, listContentOutfits, setOutfits } from "./content.service.ts";
import { restoreCase } from "./reversals.service.ts";
import { changeTemplate, getTemplates } from "./templates.service.ts";

export function moderationRoutes(serve: Serve) {
  serve(moderationEndpoints.queue, (context, { query }) => listCases(context, query));
  serve(moderationEndpoints.case, (context, { params }) => getCase(context, params.caseId));
  serve(moderationEndpoints.lock, (context, { params }) => lockCase(context, params.caseId));
  serve(moderationEndpoints.unlock, (context, { params }) => unlockCase(context, params.caseId));
  serve(moderationEndpoints.decide, (context, { params, headers, body }) =>
    decideCase(context, params.caseId, body, headers["if-match"]),
  );
  serve(moderationEndpoints.restore, (context, { params, body }) => restoreCase(context, params.caseId, body.reason));
  serve(moderationEndpoints.templates, (context) => getTemplates(context));
  serve(moderationEndpoints.changeTemplate, (context, { params, body }) =>
    changeTemplate(context, params.templateId, body),
  );
  serve(moderationEndpoints.appeals, (context, { query }) => listAppeals(context, query));
  serve(moderationEndpoints.decideAppeal, (context, { params, body }) => decideAppeal(context, params.appealId, body));
  serve(moderationEndpoints.accountStatus, (context) => getAccountStatus(context));
  serve(moderationEndpoints.appeal, (context, { body }) => appeal(context, body));
  serve(commentEndpoints.hide, (context, { params, body }) => hideCommentOnPage(context, params.commentId, body));
  serve(commentEndpoints.remove, (context, { params, body }) =>
    removeCommentOnPage(context, params.commentId, body.reason),
  );
  serve(adminContentEndpoints.outfits, (context, { query }) => listContentOutfits(context, query));
  serve(adminContentEndpoints.comments, (context, { query }) => listContentComments(context, query));
  serve(adminContentEndpoints.setOutfits, (context, { body }) => setOutfits(context, body));
  serve(adminContentEndpoints.deleteComments, (context, { body }) => deleteComments(context, body));
}
