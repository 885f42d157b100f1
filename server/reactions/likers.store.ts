import { sql } from "kysely";
import type { Liker } from "#contract/reactions.ts";
import type { FollowState } from "#contract/follows.ts";
import type { KeysetCursor } from "#server/db/cursor.ts";
import type { Db } from "#server/db/db.ts";
import { followStateOf } from "#server/follows/follows.service.ts";
import {
  authorColumns,
  type AuthorRow,
  canViewProfile,
  isVisibleMember,
  toAuthor,
} from "#server/members/members.service.ts";

/**
 * Members who liked an outfit and may be shown to the viewer, newest first; one more than `limit` if there are more.
 */
export async function listLikersPage(
  db: Db,
  viewerId: string,
  { outfitId, after, limit }: { outfitId: string; after: KeysetCursor | null; limit: number },
): Promise<Liker[]> {
  const { rows } = await sql<AuthorRow & { created_at: Date; state: FollowState }>`
    select ${authorColumns}, l.created_at, ${followStateOf(viewerId)} as state
    from likes l join profiles p on p.id = l.user_id
    where l.outfit_id = ${outfitId} and ${isVisibleMember(viewerId)} and ${canViewProfile(viewerId)}
      and ${after ? sql`(l.created_at, l.user_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by l.created_at desc, l.user_id desc
    limit ${sql.lit(limit + 1)}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    member: toAuthor(row),
    state: row.state,
    createdAt: row.created_at.toISOString(),
  }));
}
