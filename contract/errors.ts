/** The catalogue of errors: each code with its HTTP status and title. Code matches on error codes, never on texts. */
export const ERRORS = {
  "request.invalid": { status: 422, title: "Some fields aren't right" },
  "request.malformed": { status: 400, title: "The request couldn't be read" },
  "request.too_slow": { status: 408, title: "The request took too long to arrive" },
  "request.too_large": { status: 413, title: "The request is too large" },
  "request.unsupported_type": { status: 415, title: "That content type isn't accepted" },
  "route.not_found": { status: 404, title: "There is nothing at this address" },
  "rate.limited": { status: 429, title: "Too many requests, please wait a moment" },
  "server.unavailable": { status: 503, title: "The service isn't available right now" },
  internal: { status: 500, title: "An unexpected error occurred" },

  "auth.required": { status: 401, title: "Please sign in" },
  "auth.session_ended": { status: 401, title: "Your session has ended, please sign in again" },
  "auth.forbidden": { status: 403, title: "You may not do this" },
  "auth.second_factor_required": { status: 403, title: "Admins need a second factor to continue" },
  "auth.recent_sign_in_required": { status: 403, title: "Please confirm it's you to continue" },

  "auth.suspended": { status: 403, title: "Your account is suspended" },

  "member.last_admin": { status: 409, title: "The last admin can't be removed" },
  "member.is_banned": { status: 409, title: "Banned members can't become admins" },
  "member.is_admin": { status: 409, title: "Admins can't be suspended or deleted: change their role first" },
  "member.too_few_points": { status: 409, title: "The member doesn't have that many points" },
  "finding.not_found": { status: 404, title: "This finding no longer exists" },
  "case.not_found": { status: 404, title: "This case no longer exists" },
  "case.locked": { status: 409, title: "Another moderator is working on this case" },
  "case.decided": { status: 409, title: "This case has already been decided" },
  "decision.own": { status: 409, title: "Another admin has to decide about you" },
  "case.outcome_not_possible": { status: 422, title: "This outcome isn't possible here" },
  "template.not_found": { status: 404, title: "Template not found" },
  "action.not_found": { status: 404, title: "This decision no longer exists" },
  "appeal.not_found": { status: 404, title: "Appeal not found" },
  "appeal.too_late": { status: 409, title: "The 20 days for an appeal are over" },
  "appeal.already_made": { status: 409, title: "You have already appealed this decision" },
  "appeal.decided": { status: 409, title: "This appeal has already been decided" },
  "content.own_hidden": { status: 409, title: "Another admin hid this: appeal against the decision" },
  "appeal.own_decision": { status: 409, title: "Another admin has to decide on this appeal" },
  "setting.pinned": { status: 409, title: "This setting is decided by the server's environment" },
  "setting.not_revertible": { status: 409, title: "This change can't be reverted" },
  "job.not_found": { status: 404, title: "This job is no longer waiting" },
  "export.not_found": { status: 404, title: "This copy of your data isn't available any more" },
  "export.waiting": { status: 409, title: "Your data is being prepared already" },

  "profile.not_found": { status: 404, title: "Profile not found" },
  "outfit.not_found": { status: 404, title: "Outfit not found" },
  "outfit.not_owner": { status: 403, title: "You don't have permission to edit this outfit" },
  "outfit.is_own": { status: 422, title: "This outfit is your own" },
  "save.not_found": { status: 404, title: "This save is gone" },
  "board.not_found": { status: 404, title: "Board not found" },
  "board.name_taken": { status: 409, title: "You already have a board with this name" },
  "board.too_many": { status: 409, title: "You have as many boards as a closet holds" },
  "board.full": { status: 409, title: "This board is full" },
  "reward.not_found": { status: 404, title: "This reward isn't on offer" },
  "reward.too_few_points": { status: 409, title: "You don't have enough points for this reward" },
  "reward.price_changed": { status: 409, title: "This reward now costs a different number of points" },
  "reward.out_of_stock": { status: 409, title: "This reward is out of stock" },
  "redemption.not_found": { status: 404, title: "Request not found" },
  "redemption.decided": { status: 409, title: "This request was already decided" },
  "redemption.not_approved": { status: 409, title: "This request wasn't approved" },
  "redemption.order_open": { status: 409, title: "The gift card for this request is being bought" },
  "redemption.no_order": { status: 409, title: "There is no purchase to cancel" },
  "redemption.no_code": { status: 409, title: "There is no code in stock, so type one in" },
  "redemption.code_known": { status: 409, title: "This code was imported or used before" },
  "redemption.account_too_new": { status: 409, title: "Your account is too new to request rewards" },
  "redemption.contact_needed": { status: 409, title: "Confirm your email address or phone number first" },
  "redemption.too_many_open": { status: 409, title: "You have too many requests awaiting approval" },
  "redemption.monthly_limit": { status: 409, title: "You have reached the points limit of this month" },
  "redemption.id_taken": { status: 409, title: "This request was made before, for something else" },
  "style.not_found": { status: 404, title: "Style not found" },
  "notification.not_found": { status: 404, title: "Notification not found" },
  "follow.request_not_found": { status: 404, title: "This request is no longer open" },
  "member.is_self": { status: 422, title: "You can't do this to yourself" },
  "report.target_not_found": { status: 404, title: "What you report is no longer there" },
  "username.taken": { status: 409, title: "This username is taken" },
  "username.too_soon": { status: 409, title: "You can only change your username once every 90 days" },
  "comment.not_found": { status: 404, title: "Comment not found" },
  "image.not_found": { status: 404, title: "Picture not found" },
  "image.not_a_picture": { status: 415, title: "Please upload an image file" },
  "image.too_large": { status: 413, title: "File size must be less than 10MB" },
  "image.too_many_pixels": { status: 422, title: "The picture has too many pixels" },
  "image.too_small": { status: 422, title: "The picture is too small" },
  "image.not_yours": { status: 422, title: "Must be a valid image URL" },
  "image.busy": { status: 503, title: "Many pictures are being prepared, please try again" },
  "detection.busy": { status: 503, title: "Many photos are being looked at, please try again" },
  "detection.failed": { status: 502, title: "Failed to detect clothing. Please try again." },
  "detection.budget_spent": { status: 429, title: "You have used today's detections" },

  "image.quota": { status: 403, title: "Your picture storage is full" },
  "thread.not_found": { status: 404, title: "Conversation not found" },
  "thread.member_deleted": { status: 409, title: "The other account was deleted" },
  "thread.not_accepted": { status: 409, title: "You can write more once your request is accepted" },
  "thread.with_self": { status: 422, title: "You can't message yourself" },
  "content.too_many_links": { status: 422, title: "This text has too many links" },
  "content.blocked_words": { status: 422, title: "This text contains words that aren't allowed" },
  "content.repeated": { status: 422, title: "This text was posted just before" },
  "stylist.already_chosen": { status: 409, title: "This user is already in your top 3!" },
  "stylist.is_self": { status: 422, title: "You can't add yourself to your Top 3" },
  "event.not_found": { status: 404, title: "Event not found" },
  "event.not_owner": { status: 403, title: "You don't have permission to change this event" },
  "event.wrong_status": { status: 409, title: "This event is at another stage" },
  "event.conflict": { status: 409, title: "This event was changed somewhere else" },
  "event.too_many_drafts": { status: 409, title: "You have as many unpublished events as we keep" },
  "event.not_open": { status: 409, title: "This event takes no replies" },
  "attendance.confirmed": { status: 409, title: "Your attendance is already confirmed" },
  "checkin.not_open": { status: 409, title: "Check-in isn't open" },
  "ticket.not_valid": { status: 422, title: "This ticket isn't valid for this event" },
  "ticket.is_own": { status: 403, title: "You can't check yourself in" },
  "calendar.not_found": { status: 404, title: "Calendar not found" },
  "stylist.order_stale": { status: 409, title: "Your Top 3 has changed elsewhere, please look again" },
  "article.not_found": { status: 404, title: "Article not found" },
  "article.version_not_found": { status: 404, title: "This version is no longer kept" },
  "article.conflict": { status: 409, title: "This article was changed somewhere else" },
  "article.wrong_status": { status: 409, title: "The article isn't in a state that allows this" },
  "article.too_many_drafts": { status: 409, title: "You have as many unpublished articles as we keep" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One invalid field: `path` with dots (`items.0.brand`), `message` ready to be shown. */
export interface Issue {
  path: string;
  message: string;
}

/** The body of every error response (RFC 9457, `application/problem+json`). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  requestId: string;
  issues?: Issue[];
}
