/** SQL about members, for statements written by hand. Arguments are SQL: a column, or a placeholder such as `$1::uuid`. */

/** The properties of the contract's Author, of the member `p`. */
export const authorProperties = `
  p.id, p.username, p.display_name as "displayName", p.avatar_url as "avatarUrl",
  exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') as "isVerified"`;

/** True if the row `user` of `auth.users` is not banned at `now`. */
export const isNotBanned = (user: string, now = "now()"): string =>
  `(${user}.banned_until is null or ${user}.banned_until <= ${now})`;

/**
 * True if the member is not banned at `now`. An anti-join: the planner overestimates the cost of a scalar sub-select per row so
 * much that it would plan a prepared statement again on each use.
 *
 * @see docs/performance.md#prepared-statements
 */
export const isMemberNotBanned = (memberId: string, now = "now()"): string =>
  `not exists (select from auth.users u where u.id = ${memberId} and u.banned_until > ${now})`;

/** The same for statements that look at many rows: the banned members, who are few, are read once. */
export const isNotAmongBanned = (memberId: string, now = "now()"): string =>
  `${memberId} not in (select u.id from auth.users u where u.banned_until > ${now})`;

/** True if neither member blocks the other. */
export const hasNoBlock = (one: string, other: string): string =>
  `not exists (select from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other})
    and not exists (select from blocks b where b.blocker_id = ${other} and b.blocked_id = ${one})`;

/** The members whom this one blocks or is blocked by, as an array that is computed once per query. */
export const blockedEitherWay = (memberId: string): string => `array(
    select b.blocked_id from blocks b where b.blocker_id = ${memberId}
    union all select b.blocker_id from blocks b where b.blocked_id = ${memberId})`;
