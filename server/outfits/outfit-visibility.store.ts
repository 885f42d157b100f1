import { type Db, type Pool, runPrepared, runSql } from "#server/db/db.ts";
import { hasNoBlock } from "#server/members/member-sql.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

/** The viewer as far as visibility depends on them. A visitor has no id. */
export interface OutfitViewer {
  userId: string | null;
  isAdmin: boolean;
}

/** What an action needs to know about its outfit. */
export interface VisibleOutfit {
  id: string;
  ownerId: string;
  styleId: string;
  title: string;
  isActive: boolean;
  likesCount: number;
  commentsCount: number;
}

const findVisible = `
  select o.id, o.user_id as "ownerId", o.style_id as "styleId", o.title, o.is_active as "isActive",
    o.likes_count as "likesCount", o.comments_count as "commentsCount"
  from outfits o where o.id = $3::uuid and ${isOutfitVisible("$1", "$2")}`;

/** The outfit, if it exists and the viewer may open it. */
export async function findVisibleOutfit(
  db: Db,
  viewer: OutfitViewer,
  outfitId: string,
): Promise<VisibleOutfit | undefined> {
  const [found] = await runSql<VisibleOutfit>(db, findVisible, [viewer.userId, viewer.isAdmin, outfitId]);
  return found;
}

/** The count of the outfit's comments, or null if the viewer may not open it, by a prepared statement. */
export async function countOutfitComments(pool: Pool, viewer: OutfitViewer, outfitId: string): Promise<number | null> {
  const statement = { name: "outfit_visible", text: findVisible };
  const [found] = await runPrepared<VisibleOutfit>(pool, statement, [viewer.userId, viewer.isAdmin, outfitId]);
  return found?.commentsCount ?? null;
}

/** Whether the viewer may open the outfit. */
export async function canSeeOutfit(pool: Pool, viewer: OutfitViewer, outfitId: string): Promise<boolean> {
  return (await countOutfitComments(pool, viewer, outfitId)) !== null;
}

/** Who of `viewers` (`v.id`) may receive an event about an outfit whose author is `$3`, or null where that does not matter. */
const listPermitted = `
  select v.id from unnest($1::uuid[]) as v(id)
  join outfits o on o.id = $2::uuid
  left join user_roles r on r.user_id = v.id
  where ${isOutfitVisible("v.id", "coalesce(r.role = 'admin', false)")}
    and ${hasNoBlock("v.id", "$3::uuid")}`;

/**
 * Those of the members who may open the outfit at this moment and, where an author is named, are not across a block from
 * that author.
 */
export async function listPermittedViewers(
  pool: Pool,
  userIds: string[],
  about: { outfitId: string; authorId?: string },
): Promise<string[]> {
  const statement = { name: "outfit_permitted_viewers", text: listPermitted };
  const rows = await runPrepared<{ id: string }>(pool, statement, [userIds, about.outfitId, about.authorId ?? null]);
  return rows.map(({ id }) => id);
}
