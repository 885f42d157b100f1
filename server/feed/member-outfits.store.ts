import type { KeysetCursor } from "#server/db/cursor.ts";
import type { Pool, PreparedStatement } from "#server/db/db.ts";
import { jsonList, readJsonPage } from "#server/db/json-pages.ts";
import { cardColumns, cardJoins, flagColumns } from "#server/outfits/outfits.service.ts";
import type { OutfitViewer } from "#server/outfits/outfits.service.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

const newestFirst = "order by o.created_at desc, o.id desc";
const pageOfMember = (limit: number): PreparedStatement => ({
  name: `outfits_of_member_${limit}`,
  text: jsonList(`
    select ${cardColumns()}, ${flagColumns("$1")}
    from (
      select * from outfits o
      where o.user_id = $3::uuid and (o.created_at, o.id) < ($4::timestamptz, $5::uuid) and ${isOutfitVisible("$1", "$2")}
      ${newestFirst} limit ${limit + 1}
    ) o ${cardJoins} ${newestFirst}`),
});

/** The JSON of one page of a member's outfits that the viewer may open, newest first. */
export function listMemberOutfits(
  pool: Pool,
  viewer: OutfitViewer,
  { memberId, after, limit }: { memberId: string; after: KeysetCursor | null; limit: number },
): Promise<string> {
  const { createdAt, id } = after ?? { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
  const values = [viewer.userId, viewer.isAdmin, memberId, createdAt, id];
  return readJsonPage(pool, pageOfMember(limit), values, limit);
}
