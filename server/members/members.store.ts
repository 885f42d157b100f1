import type { Author } from "#contract/page.ts";
import { type RawBuilder, sql } from "kysely";
import { type Db, runSql } from "#server/db/db.ts";
import { authorJson, isBlockedBetween, isOpenTo, isMemberVisible } from "./member-sql.ts";

/** SQL for the JSON of the contract's Author, of the member `p`, for the query builder. */
export const author = sql<Author>`${sql.raw(authorJson)}`;

/** SQL about a viewer, for the query builder: the placeholder becomes a value. */
export const ofViewer =
  <Value>(write: (viewer: string) => string) =>
  (viewerId: string | null): RawBuilder<Value> => {
    const parts = write(mark).split(mark);
    return sql<Value>`${sql.join(
      parts.map((part) => sql.raw(part)),
      sql`${viewerId}::uuid`,
    )}`;
  };
const mark = "$viewer";

/** SQL that is true if the member `p` is visible to the viewer. */
export const isVisibleMember = ofViewer<boolean>(isMemberVisible);

const isBlockedEitherWay = ofViewer<boolean>(isBlockedBetween);

/** SQL that is true if the viewer may see what the member `p` shows to followers only. */
export const canViewProfile = ofViewer<boolean>(isOpenTo);

/** A member from another member's point of view. */
export interface Member {
  id: string;
  username: string;
  isPrivate: boolean;
  /** Whether the viewer may see outfits, bio and lists. */
  isOpen: boolean;
  followersCount: number;
  followingCount: number;
}

/**
 * The member with this id or username, if the viewer may know of them: no block between the two, neither deleted nor banned
 * (admins find banned members, too).
 */
export async function findMember(
  db: Db,
  viewerId: string | null,
  by: { id: string } | { username: string },
  { includesBanned = false } = {},
): Promise<Member | undefined> {
  const condition = "id" in by ? sql`p.id = ${by.id}` : sql`p.username = ${by.username.toLowerCase()}`;
  const { rows } = await sql<Member>`
    select p.id, p.username, p.is_private as "isPrivate", ${canViewProfile(viewerId)} as "isOpen",
      p.followers_count as "followersCount", p.following_count as "followingCount"
    from profiles p where ${condition} and p.deleted_at is null
      and ${includesBanned ? sql`not ${isBlockedEitherWay(viewerId)}` : isVisibleMember(viewerId)}`.execute(db);
  return rows[0];
}

/**
 * Locks members until the transaction ends, in id order (prevents deadlocks).
 *
 * @returns Those who exist: an account may have been deleted since its request was admitted.
 */
export async function lockMembers(tx: Db, ids: string[]): Promise<Set<string>> {
  const rows = await runSql<{ id: string }>(
    tx,
    "select id from profiles where id = any ($1::uuid[]) order by id for no key update",
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The member's names as they are now. */
export async function findNames(
  db: Db,
  userId: string,
): Promise<{ username: string | null; displayName: string | null }> {
  const row = await db
    .selectFrom("profiles")
    .select(["username", "display_name as displayName"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return row ?? { username: null, displayName: null };
}

/** The member's username as it is now. */
export async function findUsername(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom("profiles").select("username").where("id", "=", userId).executeTakeFirst();
  return row?.username;
}
