import type { KeysetCursor } from "#server/db/cursor.ts";
import { type PreparedStatement, type Pool, runPrepared } from "#server/db/db.ts";
import { cardJoins, cardRowColumns, flagColumns, type ViewedCardRow } from "#server/outfits/outfits.service.ts";
import type { OutfitViewer } from "#server/outfits/outfits.service.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

const newestFirst = "order by o.created_at desc, o.id desc";
const pageOfMember: PreparedStatement = {
  name: "outfits_of_member",
  text: `select ${cardRowColumns}, ${flagColumns("$1")}
    from (
      select * from outfits o
      where o.user_id = $3::uuid and (o.created_at, o.id) < ($4::timestamptz, $5::uuid) and ${isOutfitVisible("$1", "$2")}
      ${newestFirst} limit 51
    ) o ${cardJoins} ${newestFirst}`,
};

/** A member's outfits that the viewer may open, newest first, at most 51 rows. */
export function listMemberOutfits(
  pool: Pool,
  viewer: OutfitViewer,
  memberId: string,
  after: KeysetCursor | null,
): Promise<ViewedCardRow[]> {
  const { createdAt, id } = after ?? { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
  return runPrepared<ViewedCardRow>(pool, pageOfMember, [viewer.userId, viewer.isAdmin, memberId, createdAt, id]);
}
