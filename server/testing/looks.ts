import { type Db, runSql, transact } from "#server/db/db.ts";
import { type OutfitVector, storeVectors } from "#server/similarity/similarity.service.ts";

/** Stores what the present cover of an outfit looks like. */
export async function buildLook(db: Db, outfitId: string, vectors: readonly OutfitVector[]): Promise<void> {
  await transact(db, async (tx) => {
    await runSql(tx, "update outfits set analysed_image_id = image_id where id = $1", [outfitId]);
    await storeVectors(tx, outfitId, vectors);
  });
}
