import { type RawBuilder, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Author } from "#contract/page.ts";
import type { TopStylist } from "#contract/stylists.ts";
import type { Db, Tx } from "#server/db/db.ts";

interface AuthorRow {
  id: string;
  username: string;
  avatar_url: string | null;
  is_verified: boolean;
}
const toAuthor = (row: AuthorRow): Author => ({
  id: row.id,
  username: row.username,
  avatarUrl: row.avatar_url,
  isVerified: row.is_verified,
});

const authorColumns = sql`p.id, p.username, p.avatar_url,
  exists (select from user_roles r where r.user_id = p.id and r.role = 'admin') as is_verified`;

/** Whether the member `p` is there for the viewer: not banned now, and no block between them in either direction. */
const isThereFor = (viewerId: string | null): RawBuilder<boolean> => sql`
  not exists (select from auth.users u where u.id = p.id and u.banned_until > clock_timestamp())
  and not exists (select from blocks b
    where (b.blocker_id = p.id and b.blocked_id = ${viewerId}::uuid)
       or (b.blocker_id = ${viewerId}::uuid and b.blocked_id = p.id))`;

/**
 * The filled spots of a member's Top 3, by position.
 *
 * A stylist who is banned, or who stands in a block with the viewer, keeps the spot but is not shown.
 */
export async function listTopStylists(db: Db, userId: string, viewerId: string | null): Promise<TopStylist[]> {
  const { rows } = await sql<AuthorRow & { position: number }>`
    select f.position, ${authorColumns}
    from favorite_stylists f join profiles p on p.id = f.stylist_id
    where f.user_id = ${userId} and ${isThereFor(viewerId)}
    order by f.position`.execute(db);
  return rows.map((row) => ({ position: row.position, stylist: toAuthor(row) }));
}

/**
 * Makes a member's three spots hold exactly these stylists. Writes `favorite_stylists` only, in two statements.
 *
 * @param spots Stylist ids by position, null for an empty spot; no id twice.
 */
export async function writeSpots(tx: Tx, userId: string, spots: (string | null)[]): Promise<void> {
  const rows = spots.flatMap((stylistId, index) =>
    stylistId === null ? [] : [{ user_id: userId, stylist_id: stylistId, position: index + 1 }],
  );
  await tx.deleteFrom("favorite_stylists").where("user_id", "=", userId).execute();
  if (rows.length > 0) await tx.insertInto("favorite_stylists").values(rows).execute();
}

/** Holds a member's Top 3 until the transaction ends, so that two changes at once follow one another. */
export async function lockTopStylists(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('favorite_stylists:' || ${userId}, 0))`.execute(tx);
}

/**
 * The member of this username and whether the viewer may see more of them than their name; undefined where they are not there for
 * the viewer.
 *
 * @param viewerId Null for a visitor, to whom private profiles are closed.
 */
export async function findOwner(
  db: Db,
  username: string,
  viewerId: string | null,
): Promise<{ id: string; isOpen: boolean } | undefined> {
  const { rows } = await sql<{ id: string; is_open: boolean }>`
    select p.id, not p.is_private or p.id = ${viewerId}::uuid is true
        or exists (select from follows f where f.following_id = p.id and f.follower_id = ${viewerId}::uuid) as is_open
    from profiles p
    where p.username = ${username.toLowerCase()} and ${isThereFor(viewerId)}`.execute(db);
  return rows[0] && { id: rows[0].id, isOpen: rows[0].is_open };
}

/** Whether a member of this id exists and is there for the viewer. */
export async function isMemberVisible(db: Db, memberId: string, viewerId: string): Promise<boolean> {
  const { rows } = await sql`select from profiles p where p.id = ${memberId} and ${isThereFor(viewerId)}`.execute(db);
  return rows.length > 0;
}

/**
 * At most ten members other than the viewer whose username holds these letters: those that begin with them first, then by length
 * and name.
 *
 * @param letters Any text; `%`, `_` and `\` are letters like others.
 * @see Spec §7: username search excluding self, limit 10.
 */
export async function searchMembers(db: Db, letters: string, viewerId: string): Promise<Author[]> {
  const pattern = letters.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const { rows } = await sql<AuthorRow>`
    select ${authorColumns}
    from profiles p
    where p.username like ${`%${pattern}%`} and p.id <> ${viewerId} and ${isThereFor(viewerId)}
    order by p.username not like ${`${pattern}%`}, length(p.username), p.username
    limit ${sql.lit(limits.stylistSearchItems)}`.execute(db);
  return rows.map(toAuthor);
}
