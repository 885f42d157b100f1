/** SQL about members, for statements written by hand. Arguments are SQL: a column, or a placeholder such as `$1::uuid`. */

const toAuthorProperties = (username: string): string => `
  p.id, ${username}, p.display_name as "displayName", p.avatar_url as "avatarUrl",
  exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') as "isVerified"`;

/** The properties of the contract's Author, of the row `p` of `profiles`. */
export const authorProperties = toAuthorProperties("p.username");

const toAuthorJson = (select: string): string => `(select row_to_json(author) from (${select}) author)`;

/** The JSON of the contract's Author, of the row `p` of `profiles`. */
export const authorJson = toAuthorJson(`select ${authorProperties}`);

/** The same where the row may be what others still need of a deleted account. */
export const formerAuthorJson = toAuthorJson(
  `select ${toAuthorProperties("case when p.deleted_at is null then p.username else 'Deleted member' end as username")}`,
);

/** The JSON of the Author with this id, null if there is none. @param id Nothing of a row `p`, which means another one inside. */
export const authorJsonById = (id: string): string =>
  toAuthorJson(`select ${authorProperties} from profiles p where p.id = ${id}`);

/** True if the row `user` of `auth.users` is not banned at `now`. */
export const isNotBanned = (user: string, now = "now()"): string =>
  `(${user}.banned_until is null or ${user}.banned_until <= ${now})`;

/** True if there is an admin besides these who is not banned and does not leave. @param ids SQL for an array of ids. */
export const otherAdminExists = (ids: string): string => `exists (select from user_roles r
  join auth.users u on u.id = r.user_id where r.role = 'admin' and r.user_id <> all (${ids}) and ${isNotBanned("u")}
    and not exists (select from account_deletions d where d.user_id = r.user_id))`;

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

const selectBlocked = (memberId: string): string => `
    select b.blocked_id from blocks b where b.blocker_id = ${memberId}
    union all select b.blocker_id from blocks b where b.blocked_id = ${memberId}`;

/** The members whom this one blocks or is blocked by, as an array that is computed once per query. */
export const blockedEitherWay = (memberId: string): string => `array(${selectBlocked(memberId)})`;

/** SQL for how many messages a member has not read, in conversations that are neither muted nor across a block. */
export const unreadMessages = (memberId: string): string =>
  `(select coalesce(sum(t.unread_count), 0)::int from thread_members t where t.user_id = ${memberId} and not t.is_muted
    and t.other_id <> all (${blockedEitherWay(memberId)}))`;

/** The members whom no list shows to this one: blocked in either direction, or muted. Also computed once per query. */
export const hiddenMemberIds = (memberId: string): string => `array(${selectBlocked(`${memberId}::uuid`)}
    union all select m.muted_id from mutes m where m.muter_id = ${memberId}::uuid)`;

/**
 * True if the member `p` is visible to the viewer: not banned, and no block in either direction. Written as a scalar and an array,
 * because joins would be computed for a whole list before it is limited to a page.
 */
export const isMemberVisible = (viewer: string): string => `(
  ${isMemberNotBanned("p.id", "clock_timestamp()")} and not ${isBlockedBetween(viewer)})`;

/** True if the viewer blocks the member `p` or is blocked by them. */
export const isBlockedBetween = (viewer: string): string => `(p.id = any (${blockedEitherWay(viewer)}))`;

/** True if the member `p` is public, the viewer, or followed by the viewer. */
export const isPublicOrFollowed = (viewer: string): string => `(
  not p.is_private or p.id = ${viewer}
  or exists (select from follows f where f.follower_id = ${viewer} and f.following_id = p.id))`;

/** True if the viewer may see what the member `p` shows to followers only. */
export const isOpenTo = (viewer: string): string => `(
  ${isPublicOrFollowed(viewer)}
  or exists (select from user_roles r where r.user_id = ${viewer} and r.role = 'admin'))`;

/** The viewer's follow state for the member `p`. */
export const followStateFor = (viewer: string): string => `case
  when exists (select from follows v where v.follower_id = ${viewer} and v.following_id = p.id) then 'following'
  when exists (select from follow_requests v where v.follower_id = ${viewer} and v.following_id = p.id) then 'requested'
  else 'none' end`;
