import { type Db, runSql } from "#server/db/db.ts";
import { detectorVersion } from "#server/vision/detector-version.ts";
import type { IndexedColour, PaletteColour } from "./looks.ts";

/** An outfit whose cover is to be analysed. */
export interface UnanalysedOutfit {
  id: string;
  imageId: string;
  /** Storage key of the cover. */
  key: string;
}

/** SQL condition: the cover of outfit `o` has not failed three times, and its pause after a failure is over. */
const isDue = (now: string) =>
  `o.analysis_failures < 3 and (o.analysis_retry_at is null or o.analysis_retry_at <= ${now})`;

/** The newest outfits whose cover was not analysed and is due. */
export function listUnanalysed(db: Db, { count, now }: { count: number; now: Date }): Promise<UnanalysedOutfit[]> {
  return runSql<UnanalysedOutfit>(
    db,
    `select o.id, o.image_id as "imageId", i.key from outfits o join images i on i.id = o.image_id
     where o.analysed_image_id is distinct from o.image_id and ${isDue("$2")}
     order by o.id desc limit $1`,
    [count, now],
  );
}

/** Outfits that an earlier version of the models and rules has seen and whose cover is due, the earliest version first. */
export function listSeenEarlier(db: Db, { count, now }: { count: number; now: Date }): Promise<UnanalysedOutfit[]> {
  return runSql<UnanalysedOutfit>(
    db,
    `select o.id, o.image_id as "imageId", i.key
     from outfit_looks l join outfits o on o.id = l.outfit_id join images i on i.id = o.image_id
     where l.detector_version < $1 and ${isDue("$3")}
     order by l.detector_version, l.outfit_id desc limit $2`,
    [detectorVersion, count, now],
  );
}

/** What was seen of an outfit's clothes. */
export interface Look {
  palette: readonly PaletteColour[];
  indexed: readonly IndexedColour[];
}

/** Replaces what is known about the look of an outfit. Writes `outfit_looks` and `outfit_colours`. */
export async function replaceLook(tx: Db, outfitId: string, { palette, indexed }: Look): Promise<void> {
  await runSql(
    tx,
    `insert into outfit_looks (outfit_id, palette, detector_version) values ($1, $2::jsonb, $3)
     on conflict (outfit_id) do update set palette = excluded.palette, detector_version = excluded.detector_version`,
    [outfitId, JSON.stringify(palette), detectorVersion],
  );
  await tx.deleteFrom("outfit_colours").where("outfit_id", "=", outfitId).execute();
  if (indexed.length === 0) return;
  const rows = indexed.map(({ key, share }) => ({ outfit_id: outfitId, colour: key, share }));
  await tx.insertInto("outfit_colours").values(rows).execute();
}
