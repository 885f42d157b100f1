import { type HotStatement, type Pool, runHot } from "#server/db/db.ts";
import { authorColumns, cardColumns, cardJoins, flagColumns, isoTime } from "./outfit-cards.store.ts";
import { isVisibleTo, type Onlooker } from "./outfit-visibility.store.ts";

const detailAuthorColumns = `${authorColumns}, p.bio, p.instagram_url as "instagramUrl", p.twitter_url as "twitterUrl",
  p.facebook_url as "facebookUrl", p.youtube_url as "youtubeUrl", p.tiktok_url as "tiktokUrl"`;

const outfitDetail: HotStatement = {
  name: "outfit_detail",
  text: `select row_to_json(outfit)::text as json from (
    select ${cardColumns(detailAuthorColumns)}, ${flagColumns("$1")},
      o.description, o.alt_text as "writtenAltText", o.saves_count as "savesCount",
      ${isoTime("o.updated_at")} as "updatedAt",
      coalesce((
        select json_agg(json_build_object('id', i.id, 'category', c.name, 'brand', i.brand,
          'productName', i.product_name, 'productUrl', i.product_url) order by i.position)
        from outfit_items i join categories c on c.id = i.category_id where i.outfit_id = o.id
      ), '[]'::json) as items
    from outfits o ${cardJoins}
    where o.id = $3::uuid and ${isVisibleTo("$1", "$2")}
  ) outfit`,
};

/** The JSON text of the contract's Outfit as the onlooker sees it, or null when there is none to be seen. */
export async function readOutfitDetail(pool: Pool, onlooker: Onlooker, outfitId: string): Promise<string | null> {
  const [row] = await runHot<{ json: string }>(pool, outfitDetail, [onlooker.userId, onlooker.isAdmin, outfitId]);
  return row?.json ?? null;
}
