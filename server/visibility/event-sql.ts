/** SQL about events, for statements written by hand. Arguments are SQL: a placeholder such as `$1`, or a column. */
import { blockedEitherWay, isMemberNotBanned } from "#server/members/member-sql.ts";

/** SQL condition: the organiser of event `e` is visible to the viewer: not banned, and no block between them. */
const isOrganiserVisible = (viewer: string, now: string) => `(
  ${isMemberNotBanned("e.user_id", `${now}::timestamptz`)} and e.user_id <> all (${blockedEitherWay(`${viewer}::uuid`)}))`;

/**
 * SQL condition: the viewer may open event `e`. Published ones are visible to everyone without a block between them and the
 * organiser, all others and those that moderators hid for the organiser and admins. The one place of this rule.
 */
export const isEventVisible = (viewer: string, isAdmin: string, now: string): string => `(
  e.user_id = ${viewer}::uuid or ${isAdmin}::boolean
  or (e.status = 'published' and not e.is_hidden and ${isOrganiserVisible(viewer, now)}))`;

/**
 * SQL condition: the news `n` of event `e` quotes nothing that moderators hide. What was written after they hid the event has
 * none of its organiser's words, which come with its title in quotation marks.
 */
export const isNewsReadable = `(not e.is_hidden or strpos(n.message, '“') = 0)`;
