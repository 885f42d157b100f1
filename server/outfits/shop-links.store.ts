import { type Db, runSql } from "#server/db/db.ts";

/** The shop links of an outfit's items, and the keys of links that edits took out of it. */
export interface ShopLinks {
  urls: string[];
  formerKeys: string[];
}

/** An outfit's shop links; its row is locked by the caller. */
export async function getShopLinks(tx: Db, outfitId: string): Promise<ShopLinks> {
  const [found] = await runSql<ShopLinks>(
    tx,
    `select o.former_link_keys as "formerKeys", array(
       select i.product_url from outfit_items i where i.outfit_id = o.id and i.product_url is not null
     ) as urls
     from outfits o where o.id = $1`,
    [outfitId],
  );
  return found ?? { urls: [], formerKeys: [] };
}

/** Stores the keys of links that edits took out of an outfit. Writes `outfits`. */
export async function updateFormerKeys(tx: Db, outfitId: string, keys: string[]): Promise<void> {
  await tx.updateTable("outfits").set({ former_link_keys: keys }).where("id", "=", outfitId).execute();
}
