import { sql } from "kysely";
import type { Author } from "#contract/page.ts";
import type { Liker } from "#contract/reactions.ts";
import type { FollowState } from "#contract/follows.ts";
import type { KeysetCursor } from "#server/db/cursor.ts";
import type { Db } from "#server/db/db.ts";
import { followStateOf } from "#server/follows/follows.service.ts";
import { author, canViewProfile, isVisibleMember } from "#server/members/members.service.ts";

/**
 * Members who liked an outfit and may be shown to the viewer, newest first; one more than `limit` if there are more.
 */
export async function listLikersPage(
  db: Db,
  viewerId: string,
  { outfitId, after, limit }: { outfitId: string; after: KeysetCursor | null; limit: number },
): Promise<Liker[]> {
  const { rows } = await sql<{ id: string; member: Author; created_at: Date; state: FollowState }>`
    select p.id, ${author} as member, l.created_at, ${followStateOf(viewerId)} as state
    from likes l join profiles p on p.id = l.user_id
    where l.outfit_id = ${outfitId} and ${isVisibleMember(viewerId)} and ${canViewProfile(viewerId)}
      and ${after ? sql`(l.created_at, l.user_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by l.created_at desc, l.user_id desc
    limit ${sql.lit(limit + 1)}`.execute(db);
  return rows.map(({ created_at, ...liker }) => ({ ...liker, createdAt: created_at.toISOString() }));
}
