import { type PreparedStatement, type Pool, runPrepared } from "#server/db/db.ts";
import { isoTime } from "#server/db/json-pages.ts";
import { authorProperties } from "#server/members/member-sql.ts";
import { cardColumns, cardJoins, flagColumns } from "./outfit-cards.store.ts";
import { photosColumn } from "./outfit-photos.store.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";
import type { OutfitViewer } from "./outfit-visibility.store.ts";

const detailAuthorColumns = `${authorProperties}, p.bio, p.instagram_url as "instagramUrl", p.twitter_url as "twitterUrl",
  p.facebook_url as "facebookUrl", p.youtube_url as "youtubeUrl", p.tiktok_url as "tiktokUrl"`;

const outfitDetail: PreparedStatement = {
  name: "outfit_detail",
  text: `select row_to_json(outfit)::text as json from (
    select ${cardColumns(detailAuthorColumns)}, ${flagColumns("$1")},
      o.description, o.alt_text as "writtenAltText", o.saves_count as "savesCount",
      ${isoTime("o.updated_at")} as "updatedAt",
      coalesce((
        select json_agg(json_build_object('id', i.id, 'category', c.name, 'brand', i.brand,
          'productName', i.product_name, 'productUrl', i.product_url,
          'spot', case when i.spot_image_id = o.image_id or exists (
            select from outfit_photos f where f.outfit_id = o.id and f.image_id = i.spot_image_id
          ) then json_build_object('imageId', i.spot_image_id, 'x', i.spot_x, 'y', i.spot_y) end) order by i.position)
        from outfit_items i join categories c on c.id = i.category_id where i.outfit_id = o.id
      ), '[]'::json) as items,
      ${photosColumn},
      coalesce((
        select json_agg(json_build_object('key', c->>'key', 'hex', c->>'hex', 'share', (c->>'share')::real))
        from outfit_looks l, jsonb_array_elements(l.palette) c
        where l.outfit_id = o.id and o.analysed_image_id = o.image_id
      ), '[]'::json) as palette
    from outfits o ${cardJoins}
    where o.id = $3::uuid and ${isOutfitVisible("$1", "$2")}
  ) outfit`,
};

/** The JSON of the contract's Outfit as the viewer sees it, or null if there is none that they may see. */
export async function findOutfitDetail(pool: Pool, viewer: OutfitViewer, outfitId: string): Promise<string | null> {
  const [row] = await runPrepared<{ json: string }>(pool, outfitDetail, [viewer.userId, viewer.isAdmin, outfitId]);
  return row?.json ?? null;
}
