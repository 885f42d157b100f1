/**
 * The catalogue of failures: each code with its HTTP status and a plain title.
 * Codes travel from `fail()` on the server to the toast in the browser; nobody matches on texts.
 */
export const ERRORS = {
  "request.invalid": { status: 422, title: "Some fields are not right" },
  "request.malformed": { status: 400, title: "The request could not be read" },
  "request.too_large": { status: 413, title: "The request is too large" },
  "request.unsupported_type": { status: 415, title: "That content type is not accepted" },
  "route.not_found": { status: 404, title: "There is nothing at this address" },
  "rate.limited": { status: 429, title: "Too many requests, please wait a moment" },
  "server.unavailable": { status: 503, title: "The service is not available right now" },
  internal: { status: 500, title: "An unexpected error occurred" },

  "auth.required": { status: 401, title: "Please sign in" },
  "auth.session_ended": { status: 401, title: "Your session has ended, please sign in again" },
  "auth.forbidden": { status: 403, title: "You may not do this" },

  "profile.not_found": { status: 404, title: "Profile not found" },
  "outfit.not_found": { status: 404, title: "Outfit not found" },
  "outfit.not_owner": { status: 403, title: "You don't have permission to edit this outfit" },
  "outfit.is_own": { status: 422, title: "This outfit is your own" },
  "save.not_found": { status: 404, title: "This save is gone" },
  "board.not_found": { status: 404, title: "Board not found" },
  "board.name_taken": { status: 409, title: "You already have a board of this name" },
  "board.too_many": { status: 409, title: "You have as many boards as a closet holds" },
  "board.full": { status: 409, title: "This board is full" },
  "reward.not_found": { status: 404, title: "This reward is not on offer" },
  "reward.too_few_points": { status: 409, title: "You do not have enough points for this reward" },
  "redemption.id_taken": { status: 409, title: "This request was made before, for something else" },
  "style.not_found": { status: 404, title: "Style not found" },
  "notification.not_found": { status: 404, title: "Notification not found" },
  "follow.request_not_found": { status: 404, title: "This request is no longer open" },
  "member.is_self": { status: 422, title: "You cannot do this to yourself" },
  "report.target_not_found": { status: 404, title: "What you report is no longer there" },
  "username.taken": { status: 409, title: "This username is taken" },
  "username.too_soon": { status: 409, title: "You can only change your username once every 90 days" },
  "comment.not_found": { status: 404, title: "Comment not found" },
  "image.not_found": { status: 404, title: "Picture not found" },
  "image.not_a_picture": { status: 415, title: "Please upload an image file" },
  "image.too_large": { status: 413, title: "File size must be less than 10MB" },
  "image.too_many_pixels": { status: 422, title: "The picture has too many pixels" },
  "image.not_yours": { status: 422, title: "Must be a valid image URL" },
  "image.busy": { status: 503, title: "Many pictures are being prepared, please try again" },
  "image.quota": { status: 403, title: "Your picture storage is full" },
  "thread.not_found": { status: 404, title: "Conversation not found" },
  "thread.with_self": { status: 422, title: "You cannot message yourself" },
  "content.refused": { status: 422, title: "This text looks like spam" },
  "stylist.already_chosen": { status: 409, title: "This user is already in your top 3!" },
  "stylist.is_self": { status: 422, title: "You cannot add yourself to your Top 3" },
  "stylist.order_stale": { status: 409, title: "Your Top 3 has changed elsewhere, please look again" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One field at fault: `path` in dots (`items.0.brand`), `message` ready to be shown. */
export interface Issue {
  path: string;
  message: string;
}

/** The body of every failed answer (RFC 9457, `application/problem+json`). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  requestId: string;
  issues?: Issue[];
}
