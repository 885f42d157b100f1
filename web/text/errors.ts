import { ApiError, type FailureCode } from "#web/api/api-error.ts";

/** What each failure says on screen, spec §8. Null: the action's own words say it better ('Failed to add comment'). */
const errorText: Record<FailureCode, string | null> = {
  "connection.lost": "No connection. Check your network and try again.",

  "request.invalid": null,
  "request.malformed": null,
  "request.too_large": "That is too large to send.",
  "request.unsupported_type": null,
  "route.not_found": null,
  "rate.limited": "That was a lot at once. Please wait a moment.",
  "server.unavailable": "Fash is out of reach right now. Please try again in a moment.",
  internal: null,

  "auth.required": "Please sign in",
  "auth.session_ended": "Your session has ended. Please sign in again.",
  "auth.forbidden": "You may not do this.",

  "profile.not_found": "Profile not found",
  "follow.request_not_found": "This request is no longer here.",
  "member.is_self": "That is you.",
  "notification.not_found": "This notification is no longer here.",
  "report.target_not_found": "What you report is no longer here.",
  "username.taken": "This username is taken.",
  "username.too_soon": "You can only change your username once every 90 days",
  "outfit.not_found": "This outfit is no longer here.",
  "outfit.not_owner": "You don't have permission to edit this outfit",
  "outfit.is_own": "This outfit is your own.",
  "save.not_found": "This save is no longer here.",
  "board.not_found": "This board is no longer here.",
  "board.name_taken": "You already have a board of this name.",
  "board.too_many": "Fifty boards is all a closet holds.",
  "board.full": "This board is full.",
  "style.not_found": "This style is no longer here.",
  "comment.not_found": "This comment is no longer here.",
  "thread.not_found": "This conversation is no longer here.",
  "thread.with_self": "You cannot message yourself.",
  "content.refused": "This text looks like spam.",
  "image.not_found": "Please upload an image first",
  "image.not_a_picture": "Please upload an image file",
  "image.too_large": "File size must be less than 10MB",
  "image.too_many_pixels": "The picture has too many pixels.",
  "image.not_yours": "Must be a valid image URL",
  "image.busy": "Many pictures are being prepared. Please try again in a moment.",
  "image.quota": "Your picture storage is full.",

  "stylist.already_chosen": "This user is already in your top 3!",
  "stylist.is_self": "You cannot add yourself to your Top 3",
  "stylist.order_stale": "Your Top 3 has changed elsewhere. Please look again.",
};

/** The words for a failure: the first field's complaint, else the code's, else the action's. */
export function wordsFor(error: unknown, failure = "An unexpected error occurred"): string {
  if (!(error instanceof ApiError)) return failure;
  return error.issues[0]?.message ?? errorText[error.code] ?? failure;
}
