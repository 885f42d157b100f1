/** SQL conditions about members, for statements written by hand. Arguments are SQL: a column, or a placeholder such as `$1::uuid`. */

/** True if the row `user` of `auth.users` is not banned at `now`. */
export const isNotBanned = (user: string, now = "now()"): string =>
  `(${user}.banned_until is null or ${user}.banned_until <= ${now})`;

/** True if the member is not banned at `now`. A scalar, so that it is computed only for the rows of a page. */
export const isMemberNotBanned = (memberId: string, now = "now()"): string =>
  `coalesce((select u.banned_until <= ${now} from auth.users u where u.id = ${memberId}), true)`;

/** True if neither member blocks the other. */
export const hasNoBlock = (one: string, other: string): string =>
  `not exists (select from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other})
    and not exists (select from blocks b where b.blocker_id = ${other} and b.blocked_id = ${one})`;

/** The members whom this one blocks or is blocked by, as an array that is computed once per query. */
export const blockedEitherWay = (memberId: string): string => `array(
    select b.blocked_id from blocks b where b.blocker_id = ${memberId}
    union all select b.blocker_id from blocks b where b.blocked_id = ${memberId})`;
