import type { Award } from "#contract/points.ts";
import type { Tx } from "#server/db/db.ts";
import { toLinkKey } from "#server/points/link-keys.ts";
import { awardLink, type Engine } from "#server/points/points.service.ts";
import { getShopLinks, updateFormerKeys } from "./shop-links.store.ts";

interface LinkedOutfit {
  outfitId: string;
  userId: string;
  items: { productUrl: string | null }[];
}

/** Remembered links that edits took out of one outfit; the oldest go. */
const formerKeysMax = 200;

/**
 * What the shop links of a new outfit earned, in the order of its items; a link that several items have has one chance. Writes
 * `points_ledger` and `profiles`.
 */
export async function awardLinks(tx: Tx, engine: Engine, { outfitId, userId, items }: LinkedOutfit): Promise<Award[]> {
  const awards: Award[] = [];
  for (const productUrl of linksByKey(items).values()) {
    awards.push(await awardLink(tx, engine, { userId, outfitId, productUrl }));
  }
  return awards;
}

/** The shop links of items by what makes them the same page. */
const linksByKey = (items: LinkedOutfit["items"]): Map<string, string> =>
  new Map(items.flatMap(({ productUrl }) => (productUrl ? [[toLinkKey(productUrl), productUrl]] : [])));

/**
 * What the shop links earned that an edit adds, in the order of the items; before the items are replaced, with the outfit's
 * row locked. A link that was on this outfit before has had its chance. Writes `points_ledger`, `profiles` and `outfits`.
 */
export async function awardAddedLinks(
  tx: Tx,
  engine: Engine,
  { outfitId, userId, items }: LinkedOutfit,
): Promise<Award[]> {
  const { urls, formerKeys } = await getShopLinks(tx, outfitId);
  const oldKeys = urls.map(toLinkKey);
  const wanted = linksByKey(items);
  const removed = oldKeys.filter((key) => !wanted.has(key) && !formerKeys.includes(key));
  if (removed.length > 0) {
    await updateFormerKeys(tx, outfitId, [...formerKeys, ...new Set(removed)].slice(-formerKeysMax));
  }
  const known = new Set([...oldKeys, ...formerKeys]);
  const added = [...wanted].filter(([key]) => !known.has(key)).map(([, productUrl]) => ({ productUrl }));
  return awardLinks(tx, engine, { outfitId, userId, items: added });
}
