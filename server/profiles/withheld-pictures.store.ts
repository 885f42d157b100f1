import type { Insertable, Selectable } from "kysely";
import type { Tx } from "#server/db/db.ts";
import type { WithheldProfilePictureTable } from "#server/db/schema.ts";

/** Notes a picture that is taken off a profile. Writes `withheld_profile_pictures`. */
export async function insertWithheld(tx: Tx, picture: Insertable<WithheldProfilePictureTable>): Promise<void> {
  await tx.insertInto("withheld_profile_pictures").values(picture).execute();
}

/** Deletes and returns the withheld pictures of a member. Writes `withheld_profile_pictures`. */
export async function deleteWithheld(
  tx: Tx,
  userId: string,
  kinds: WithheldProfilePictureTable["kind"][],
): Promise<Selectable<WithheldProfilePictureTable>[]> {
  return tx
    .deleteFrom("withheld_profile_pictures")
    .where("user_id", "=", userId)
    .where("kind", "in", kinds)
    .returningAll()
    .execute();
}
