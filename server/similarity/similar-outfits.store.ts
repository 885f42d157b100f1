import { limits } from "#contract/limits.ts";
import { type PreparedStatement, type Pool, runPrepared } from "#server/db/db.ts";
import { hiddenMemberIds } from "#server/members/member-sql.ts";
import type { Neighbour } from "./vectors.ts";

/** The weight of each shared feature. */
const weights = { tag: 3, brand: 2, style: 2 } as const;
/** How many of the newest outfits that share a feature are considered. */
const newestOfEach = 40;

const similarOutfits = (count: number): PreparedStatement => ({
  name: `outfits_similar_${count}`,
  text: `with shared as (
      select other.outfit_id as id, ${weights.tag} as weight
      from outfit_tags mine cross join lateral (
        select t.outfit_id from outfit_tags t where lower(t.tag) = lower(mine.tag)
        order by t.outfit_id desc limit ${newestOfEach}) other
      where mine.outfit_id = $2::uuid
      union all
      select other.outfit_id, ${weights.brand}
      from (select distinct lower(brand) as brand from outfit_items where outfit_id = $2::uuid) mine cross join lateral (
        select distinct i.outfit_id from outfit_items i where lower(i.brand) = mine.brand
        order by i.outfit_id desc limit ${newestOfEach}) other
      union all
      select other.id, ${weights.style}
      from outfits mine cross join lateral (
        select o.id from outfits o where o.is_listed and o.style_id = mine.style_id
        order by o.created_at desc, o.id desc limit ${newestOfEach}) other
      where mine.id = $2::uuid
      union all
      select alike.id, alike.weight from unnest($3::uuid[], $4::real[]) alike(id, weight)
    )
    select s.id from (select id, sum(weight) as weight from shared where id <> $2::uuid group by id) s
    join outfits o on o.id = s.id
    where o.is_listed and o.user_id <> all (${hiddenMemberIds("$1")})
    order by s.weight desc, s.id desc limit ${count}`,
});

/** Who asks about which outfit, and which outfits look like it. */
export interface SimilarQuery {
  viewerId: string | null;
  outfitId: string;
  /** Outfits that look similar, each with what that adds to its weight. */
  alike: readonly (Pick<Neighbour, "id"> & { weight: number })[];
  count?: number;
}

/**
 * Ids of listed outfits that share tags, brands or the style with this one or look like it, the most similar first, ties
 * newest first. Excludes the outfit itself.
 */
export async function findSimilarOutfits(
  pool: Pool,
  { viewerId, outfitId, alike, count = limits.similarItems }: SimilarQuery,
): Promise<string[]> {
  const values = [viewerId, outfitId, alike.map(({ id }) => id), alike.map(({ weight }) => weight)];
  const rows = await runPrepared<{ id: string }>(pool, similarOutfits(count), values);
  return rows.map((row) => row.id);
}
