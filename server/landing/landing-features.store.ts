import type { Tx } from "#server/db/db.ts";
import type { LandingFeatureTable } from "#server/db/schema.ts";

type Kind = LandingFeatureTable["kind"];

/** Features one thing in place of the one before. False where it was featured already. Writes `landing_features`. */
export async function upsertFeature(tx: Tx, kind: Kind, targetId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("landing_features")
    .values({ kind, target_id: targetId, featured_at: now })
    .onConflict((conflict) =>
      conflict
        .column("kind")
        .doUpdateSet({ target_id: targetId, featured_at: now })
        .where("landing_features.target_id", "<>", targetId),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Features a thing no longer. False where it was not featured. Writes `landing_features`. */
export async function deleteFeature(tx: Tx, kind: Kind, targetId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("landing_features")
    .where("kind", "=", kind)
    .where("target_id", "=", targetId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
