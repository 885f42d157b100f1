import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import { type Pool, runPrepared } from "#server/db/db.ts";
import type { Cover } from "./cover-order.ts";

const { coversMax, coversMin, coverPicksMax, coverDays, coverLikesMin, coverWidthMin, coverCandidatesMax } = limits;

/** SQL for the columns of a Cover, of outfit `o`; the colours of another picture do not count. */
const coverColumns = `o.id, o.user_id as "authorId", o.style_id as "styleId",
  (select l.palette->0->>'key' from outfit_looks l
   where l.outfit_id = o.id and o.analysed_image_id = o.image_id) as colour`;

const picks = {
  name: "cover_picks",
  text: `select ${coverColumns} from cover_picks c join outfits o on o.id = c.outfit_id
    where o.is_listed order by c.picked_at desc, c.outfit_id limit ${coverPicksMax}`,
};

/** The listed picks of admins, the latest first. */
export function listPickedCovers(pool: Pool): Promise<Cover[]> {
  return runPrepared<Cover>(pool, picks, []);
}

const liked = {
  name: "liked_covers",
  text: `
    select ${coverColumns} from (
      select *, row_number() over (partition by user_id order by is_recent desc, likes_count desc, id desc) as turn
      from (
        select id, user_id, style_id, image_id, analysed_image_id, image_width, likes_count, created_at > $1 as is_recent
        from outfits where is_listed order by created_at desc, id desc limit ${coverCandidatesMax}
      ) newest where likes_count >= ${coverLikesMin} and image_width >= ${coverWidthMin}
    ) o order by o.turn, o.is_recent desc, o.likes_count desc, o.id desc limit ${coversMax}`,
};

/**
 * Liked outfits with large pictures among the newest listed ones: one of each author, then a second one and so on; those of the
 * last weeks first, the most liked first. One range of the index of the feed: an index of likes would make each like write it.
 */
export function listLikedCovers(pool: Pool, now: Date): Promise<Cover[]> {
  return runPrepared<Cover>(pool, liked, [new Date(now.getTime() - coverDays * dayMs)]);
}

const newest = {
  name: "newest_covers",
  text: `select ${coverColumns} from outfits o where o.is_listed
    order by o.created_at desc, o.id desc limit ${coversMin}`,
};

/** The newest listed outfits. */
export function listNewestCovers(pool: Pool): Promise<Cover[]> {
  return runPrepared<Cover>(pool, newest, []);
}
