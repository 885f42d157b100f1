import { escapeLike } from "#server/lib/like-patterns.ts";
import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Author } from "#contract/page.ts";
import type { TopStylist } from "#contract/stylists.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { author, isVisibleMember } from "#server/members/members.service.ts";

/**
 * The filled positions of a member's Top 3.
 *
 * A stylist who is banned or blocked in either direction keeps the position but is not shown.
 */
export async function listTopStylists(db: Db, userId: string, viewerId: string | null): Promise<TopStylist[]> {
  const { rows } = await sql<TopStylist>`
    select f.position, ${author} as stylist
    from favorite_stylists f join profiles p on p.id = f.stylist_id
    where f.user_id = ${userId} and ${isVisibleMember(viewerId)}
    order by f.position`.execute(db);
  return rows;
}

/**
 * Replaces a member's Top 3 by exactly these stylists. Writes `favorite_stylists` only, in two statements.
 *
 * @param spots Stylist ids by position, null for an empty one, without duplicates.
 */
export async function writeSpots(tx: Tx, userId: string, spots: (string | null)[]): Promise<void> {
  const rows = spots.flatMap((stylistId, index) =>
    stylistId === null ? [] : [{ user_id: userId, stylist_id: stylistId, position: index + 1 }],
  );
  await tx.deleteFrom("favorite_stylists").where("user_id", "=", userId).execute();
  if (rows.length > 0) await tx.insertInto("favorite_stylists").values(rows).execute();
}

/**
 * At most ten members other than the viewer one of whose names contains these letters: prefix matches first, then by length
 * and name.
 *
 * @param letters Any text; `%`, `_` and `\` are plain characters.
 * @see docs/product.md#top-3-stylists: at most 10, never oneself.
 */
export async function searchMembers(db: Db, letters: string, viewerId: string): Promise<Author[]> {
  const start = `${escapeLike(letters.toLowerCase())}%`;
  const inside = `%${start}`;
  const { rows } = await sql<{ member: Author }>`
    select ${author} as member
    from profiles p
    where (p.username like ${inside} or lower(p.display_name) like ${inside})
      and p.id <> ${viewerId} and ${isVisibleMember(viewerId)}
    order by p.username not like ${start} and coalesce(lower(p.display_name) not like ${start}, true), length(p.username), p.username
    limit ${sql.lit(limits.stylistSearchItems)}`.execute(db);
  return rows.map(({ member }) => member);
}
