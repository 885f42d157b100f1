import type { Insertable, Selectable } from "kysely";
import { runSql, type Tx } from "#server/db/db.ts";
import type { WithheldProfilePictureTable } from "#server/db/schema.ts";

/** Avatar and banner of a profile, whose row is locked, as far as it has them; with `imageId`, only where it is that picture. */
export function listShown(
  tx: Tx,
  userId: string,
  imageId?: string,
): Promise<Pick<WithheldProfilePictureTable, "kind" | "url">[]> {
  return runSql(
    tx,
    `select s.kind, s.url from profiles p, lateral (values ('avatar', p.avatar_url), ('banner', p.banner_url)) s (kind, url)
     where p.id = $1 and s.url is not null
       and ($2::uuid is null or s.url = (select '/media/' || i.key from images i where i.id = $2))`,
    [userId, imageId ?? null],
  );
}

/** Notes a picture that is taken off a profile. Writes `withheld_profile_pictures`. */
export async function insertWithheld(tx: Tx, picture: Insertable<WithheldProfilePictureTable>): Promise<void> {
  await tx.insertInto("withheld_profile_pictures").values(picture).execute();
}

/** Deletes and returns a member's withheld picture of a kind. Writes `withheld_profile_pictures`. */
export async function deleteWithheld(
  tx: Tx,
  userId: string,
  kind: WithheldProfilePictureTable["kind"],
): Promise<Selectable<WithheldProfilePictureTable> | undefined> {
  return tx
    .deleteFrom("withheld_profile_pictures")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes and returns the pictures of a member that were withheld in a case. Writes `withheld_profile_pictures`. */
export async function deleteWithheldIn(
  tx: Tx,
  userId: string,
  caseId: string | null,
): Promise<Selectable<WithheldProfilePictureTable>[]> {
  return tx
    .deleteFrom("withheld_profile_pictures")
    .where("user_id", "=", userId)
    .where((where) => where.or([where("case_id", "=", caseId), where("case_id", "is", null)]))
    .returningAll()
    .execute();
}
