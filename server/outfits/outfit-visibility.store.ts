import { type Db, type Pool, runHot, runSql } from "#server/db/db.ts";

/** Who is looking. A visitor has no id. */
export interface Onlooker {
  userId: string | null;
  isAdmin: boolean;
}

/**
 * SQL that is true where the onlooker may open outfit `o`; both arguments are placeholders such as `$1`. This is the one
 * place of the rule: hidden ones for the owner and admins only, a private member's for followers too, none across a block.
 *
 * @see decisions.md "Only active outfits are viewable" and "Closet default"; security.md section 4
 */
export const isVisibleTo = (userId: string, isAdmin: string): string => `(
  o.user_id = ${userId}::uuid
  or ${isAdmin}::boolean
  or (
    o.is_active
    and (o.is_author_listed or exists (
      select from follows f join profiles fp on fp.id = f.following_id join auth.users fu on fu.id = fp.id
      where f.follower_id = ${userId}::uuid and f.following_id = o.user_id
        and fp.is_private and (fu.banned_until is null or fu.banned_until < now())
    ))
    and not exists (select from blocks b where b.blocker_id = ${userId}::uuid and b.blocked_id = o.user_id)
    and not exists (select from blocks b where b.blocker_id = o.user_id and b.blocked_id = ${userId}::uuid)
  )
)`;

/** SQL for the members whom no list shows to the onlooker: blocked by either side, or muted. Evaluated once a query. */
export const membersOutOfSight = (userId: string): string => `array(
  select blocked_id from blocks where blocker_id = ${userId}::uuid
  union all select blocker_id from blocks where blocked_id = ${userId}::uuid
  union all select muted_id from mutes where muter_id = ${userId}::uuid
)`;

/** What a deed on an outfit needs to know of it. */
export interface VisibleOutfit {
  id: string;
  ownerId: string;
  styleId: string;
  title: string;
  isActive: boolean;
}

const findVisible = `
  select o.id, o.user_id as "ownerId", o.style_id as "styleId", o.title, o.is_active as "isActive"
  from outfits o where o.id = $3::uuid and ${isVisibleTo("$1", "$2")}`;

/** The outfit, when it exists and the onlooker may open it. */
export async function findVisibleOutfit(
  db: Db,
  onlooker: Onlooker,
  outfitId: string,
): Promise<VisibleOutfit | undefined> {
  const [found] = await runSql<VisibleOutfit>(db, findVisible, [onlooker.userId, onlooker.isAdmin, outfitId]);
  return found;
}

/** Whether the onlooker may open the outfit, by a prepared statement. */
export async function canSeeOutfit(pool: Pool, onlooker: Onlooker, outfitId: string): Promise<boolean> {
  const statement = { name: "outfit_visible", text: findVisible };
  const rows = await runHot(pool, statement, [onlooker.userId, onlooker.isAdmin, outfitId]);
  return rows.length > 0;
}
