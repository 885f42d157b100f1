import { type Db, runSql } from "#server/db/db.ts";
import type { OutfitViewer } from "#server/outfits/outfits.service.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";

/** The two reactions of a member to an outfit; each is a row in its own table and a count on the outfit. */
export type ReactionKind = "like" | "save";
const tables = {
  like: { table: "likes", count: "likes_count", action: "LIKE" },
  save: { table: "closet_saves", count: "saves_count", action: "FAVORITE" },
} as const;

/** A member's requested state of a reaction. */
export interface ReactionRequest {
  viewer: OutfitViewer & { userId: string };
  outfitId: string;
  wants: boolean;
}

/** The outfit of a request. */
export interface ReactedOutfit {
  /** The request's index in the batch. */
  place: number;
  ownerId: string;
  styleId: string;
  isActive: boolean;
  /** False if it was hidden from the member after they reacted. */
  isVisible: boolean;
}

/**
 * The outfits of the requests, by the request's index: those that the member may see, and for a removal also those that they
 * have reacted to before. Locks their rows until the transaction ends, in id order, so that two batches cannot deadlock.
 */
export async function lockReactedOutfits(
  tx: Db,
  kind: ReactionKind,
  requests: ReactionRequest[],
): Promise<Map<number, ReactedOutfit>> {
  const { table, action } = tables[kind];
  const isVisible = isOutfitVisible("w.user_id", "w.is_admin");
  const rows = await runSql<ReactedOutfit>(
    tx,
    `select (w.place - 1)::integer as place, o.user_id as "ownerId", o.style_id as "styleId",
       o.is_active as "isActive", w.wants or ${isVisible} as "isVisible"
     from unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::boolean[])
       with ordinality w(user_id, is_admin, outfit_id, wants, place)
     join outfits o on o.id = w.outfit_id
     where ${isVisible} or (not w.wants and (
       exists (select from ${table} r where r.user_id = w.user_id and r.outfit_id = o.id)
       or exists (select from retracted_actions d
         where d.user_id = w.user_id and d.action = '${action}' and d.outfit_id = o.id)))
     order by o.id for no key update of o`,
    [
      requests.map((w) => w.viewer.userId),
      requests.map((w) => w.viewer.isAdmin),
      requests.map((w) => w.outfitId),
      requests.map((w) => w.wants),
    ],
  );
  return new Map(rows.map((row) => [row.place, row]));
}

const unmarkSwipes = `, unmarked as (
       update swipes s set made_like = false from removed r
       where s.user_id = r.user_id and s.outfit_id = r.outfit_id and s.made_like
     )`;

/** The result of a request. */
export interface Outcome {
  /** 1 if a row was inserted, -1 if one was deleted, 0 if nothing changed. */
  change: -1 | 0 | 1;
  /** The outfit's count after the whole batch. */
  count: number;
  /** Whether the member had retracted the same reaction before. */
  isRepeated: boolean;
}

/**
 * Applies requests for locked outfits, at most one per member and outfit, and returns their outcomes in the same order.
 * Writes `likes` or `closet_saves` and the outfits' counts, each outfit once, and `swipes` whose like is gone: undoing them
 * must not remove a later one.
 *
 * @see docs/performance.md#counters: batched counts make a popular outfit about twenty times cheaper.
 */
export async function applyReactions(tx: Db, kind: ReactionKind, requests: ReactionRequest[]): Promise<Outcome[]> {
  const { table, count, action } = tables[kind];
  return runSql<Outcome>(
    tx,
    `with wished as (
       select * from unnest($1::uuid[], $2::uuid[], $3::boolean[]) with ordinality w(user_id, outfit_id, wants, place)
     ), removed as (
       delete from ${table} r using wished w
       where not w.wants and r.user_id = w.user_id and r.outfit_id = w.outfit_id returning r.user_id, r.outfit_id
     )${kind === "like" ? unmarkSwipes : ""}, made as (
       insert into ${table} (user_id, outfit_id) select user_id, outfit_id from wished where wants
       on conflict (user_id, outfit_id) do nothing returning user_id, outfit_id
     ), changed as (
       select user_id, outfit_id, 1 as change from made union all select user_id, outfit_id, -1 from removed
     ), counted as (
       update outfits o set ${count} = o.${count} + c.change
       from (select outfit_id, sum(change)::integer as change from changed group by outfit_id) c
       where o.id = c.outfit_id and c.change <> 0 returning o.id, o.${count} as count
     )
     select coalesce(c.change, 0) as change, coalesce(n.count, o.${count}) as count,
       exists (select from retracted_actions d
         where d.user_id = w.user_id and d.action = '${action}' and d.outfit_id = w.outfit_id) as "isRepeated"
     from wished w join outfits o on o.id = w.outfit_id
     left join changed c on c.user_id = w.user_id and c.outfit_id = w.outfit_id
     left join counted n on n.id = o.id
     order by w.place`,
    [requests.map((w) => w.viewer.userId), requests.map((w) => w.outfitId), requests.map((w) => w.wants)],
  );
}
