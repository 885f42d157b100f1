import type pg from "pg";
import { colours } from "#contract/colours.ts";
import { openDatabase, runSql } from "#server/db/db.ts";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { systemClock } from "#server/lib/clock.ts";
import { maintainLookIndexes } from "#server/similarity/similarity.service.ts";
import { toBuffer, toSignedBytes, vectorLength } from "#server/similarity/vectors.ts";
import { detectorVersion } from "#server/vision/detector-version.ts";

const batchOutfits = 5_000;
const clusterCount = 400;
/** Numbers that describe an outfit within its cluster: far fewer than those of a vector, as in pictures. */
const hiddenNumbers = 12;

type Numbers = number[];

/**
 * Invented vectors with the structure of real ones: a large common part, clusters of unequal sizes and widths, few
 * directions in which the members of a cluster differ, and noise.
 */
function createVectors(): () => Int8Array {
  const random = seededRandom("vectors of the data set");
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const direction = (): Numbers => {
    const values = Array.from({ length: vectorLength }, normal);
    const length = Math.hypot(...values);
    return values.map((value) => value / length);
  };
  const common = direction();
  const clusters = Array.from({ length: clusterCount }, () => ({
    centre: direction(),
    width: random.between(0.15, 0.5),
    axes: Array.from({ length: hiddenNumbers }, direction),
  }));
  return () => {
    // Some clusters are many times as large as others.
    const cluster = clusters[Math.floor(clusterCount * random.next() ** 2)] ?? clusters[0];
    const { centre, width, axes } = cluster ?? { centre: common, width: 0, axes: [] };
    const places = axes.map(() => (width * normal()) / Math.sqrt(hiddenNumbers / 4));
    const noise = direction();
    const values = common.map((value, index) => {
      const inside = axes.reduce((sum, axis, place) => sum + (axis[index] ?? 0) * (places[place] ?? 0), 0);
      return 0.8 * value + 0.5 * (centre[index] ?? 0) + inside + 0.2 * (noise[index] ?? 0);
    });
    const length = Math.hypot(...values);
    return toSignedBytes(Float32Array.from(values, (value) => value / length));
  };
}

/** Two to four colours of an outfit; black, white and blue are worn more than fuchsia. */
function createPalettes(): () => { key: string; hex: string; share: number }[] {
  const random = seededRandom("colours of the data set");
  const frequent = colours.toSorted((one, other) => rarity(one.key) - rarity(other.key));
  return () => {
    const picked = new Set(
      Array.from({ length: random.whole(2, 4) }, () => frequent[Math.floor(frequent.length * random.next() ** 2)]),
    );
    return [...picked].flatMap((colour, place) =>
      colour ? [{ key: colour.key, hex: colour.hex, share: place === 0 ? 0.5 : 0.5 / (picked.size - 1) }] : [],
    );
  };
}

const worn = ["black", "white", "blue", "navy", "grey", "beige", "brown", "green", "cream", "red"];
const rarity = (key: string) => (worn.includes(key) ? worn.indexOf(key) : worn.length);

/** Gives every outfit of the data set colours and a vector. Runs with triggers off, before the indexes are made. */
export async function fillLooks(client: pg.Client): Promise<void> {
  const [makeVector, makePalette] = [createVectors(), createPalettes()];
  const { rows } = await client.query<{ id: string }>("select id from bench_outfits order by n");
  for (let from = 0; from < rows.length; from += batchOutfits) {
    const ids = rows.slice(from, from + batchOutfits).map(({ id }) => id);
    const palettes = ids.map(makePalette);
    await client.query(
      `insert into outfit_looks (outfit_id, palette, detector_version)
       select id, palette, $3 from unnest($1::uuid[], $2::jsonb[]) l(id, palette)`,
      [ids, palettes.map((palette) => JSON.stringify(palette)), detectorVersion],
    );
    const shares = palettes.flatMap((palette, index) => palette.map((colour) => ({ ...colour, id: ids[index] })));
    await client.query(
      `insert into outfit_colours (colour, outfit_id, share)
       select colour, id, share from unnest($1::text[], $2::uuid[], $3::real[]) c(colour, id, share)`,
      [shares.map(({ key }) => key), shares.map(({ id }) => id), shares.map(({ share }) => share)],
    );
    await client.query(
      "insert into look_vectors select 'outfit', id, 0, vector from unnest($1::uuid[], $2::bytea[]) v(id, vector)",
      [ids, ids.map(() => toBuffer(makeVector()))],
    );
  }
  await client.query(
    `insert into outfit_colour_pairs (first_colour, second_colour, outfit_id)
     select one.colour, other.colour, one.outfit_id from outfit_colours one
     join outfit_colours other on other.outfit_id = one.outfit_id and one.colour collate "C" < other.colour collate "C"`,
  );
}

/** Builds the inverted file over the vectors, as the server's job does. */
export async function buildLookIndex(url: string): Promise<void> {
  const database = openDatabase(url, { poolSize: 2, statementTimeoutMs: 600_000, onError: () => undefined });
  try {
    while ((await maintainLookIndexes({ db: database.db, clock: systemClock })) !== null) continue;
    // The steps queued themselves for a server; here they are done.
    await runSql(database.db, "select graphile_worker.remove_job('maintainLookIndexes')", []);
    await runSql(database.db, "vacuum (analyze) look_cell_members", []);
  } finally {
    await database.close();
  }
}
