import { colours } from "#contract/colours.ts";
import { seededRandom } from "#server/demo/art/seeded-random.ts";
import { findNearestLooks } from "#server/similarity/similarity.service.ts";
import { toVector } from "#server/similarity/vectors.ts";
import type { BenchRun } from "./bench-run.ts";
import { load, median, type Request } from "./load.ts";
import { figure, type Line } from "./report.ts";

/** Of each round; p99 of fewer would rest on single searches. */
const searches = 1_000;
const recallQueries = 200;
const nearest = 20;
const searchMsMax = 20;
const pageMsMax = 50;
const recallMin = 0.95;

interface Looks {
  ids: string[];
  vectors: Int8Array[];
}

/** Nearest looks: time and recall; similar outfits and colour filters: how late the slowest answers are. */
export async function measureSimilar(run: BenchRun): Promise<Line[]> {
  const looks = await readLooks(run);
  const random = seededRandom("similar");
  const pick = () => Math.floor(random.next() * looks.ids.length);
  const similar = (): Request => request(run, `/api/outfits/${looks.ids[pick()]}/similar`);
  const keys = colours.map(({ key }) => key);
  const filtered = (count: number) => (): Request => {
    const chosen = Array.from({ length: count }, () => random.pick(keys));
    return request(run, `/api/outfits?colours=${chosen.join(",")}`);
  };
  return [
    await measureSearchTime(run, looks, pick),
    await measureRecall(run, looks, pick),
    await measureTail(run, "similar outfits", similar),
    await measureTail(run, "outfits by one colour", filtered(1)),
    await measureTail(run, "outfits by two colours", filtered(2)),
    await measureTail(run, "outfits by three colours", filtered(3)),
  ];
}

const request = ({ light: { headers } }: BenchRun, path: string): Request => ({ method: "GET", path, headers });

/** Those that lists show. */
async function readLooks({ app }: BenchRun): Promise<Looks> {
  const { rows } = await app.pool.query<{ id: string; vector: Buffer }>(
    `select v.outfit_id as id, v.vector from look_vectors v join outfits o on o.id = v.outfit_id
     where v.space = 'outfit' and o.is_listed order by v.outfit_id`,
  );
  return { ids: rows.map(({ id }) => id), vectors: rows.map(({ vector }) => toVector(vector)) };
}

const noVector = new Int8Array(0);

async function measureSearchTime(run: BenchRun, looks: Looks, pick: () => number): Promise<Line> {
  const search = (place: number) =>
    findNearestLooks(run.app, {
      space: "outfit",
      vector: looks.vectors[place] ?? noVector,
      viewerId: run.light.id,
      count: nearest,
    });
  const p50s: number[] = [];
  const p99s: number[] = [];
  for (let round = -1; round < run.rounds; round += 1) {
    const times: number[] = [];
    for (let n = 0; n < searches; n += 1) {
      const place = pick();
      const from = performance.now();
      await search(place);
      times.push(performance.now() - from);
    }
    if (round < 0) continue;
    times.sort((one, other) => one - other);
    p50s.push(times[Math.floor(searches * 0.5)] ?? 0);
    p99s.push(times[Math.floor(searches * 0.99)] ?? 0);
  }
  const ours = median(p99s);
  return {
    what: `nearest ${nearest} of ${looks.ids.length.toLocaleString("en")} looks, p99 of ${searches}`,
    ours: `${figure(ours, " ms")} (p50 ${figure(median(p50s), " ms")})`,
    reference: `${searchMsMax} ms`,
    ratio: ours / searchMsMax,
    target: { sign: "<=", ratio: 1 },
  };
}

/** The share of the true nearest that is found. */
async function measureRecall(run: BenchRun, looks: Looks, pick: () => number): Promise<Line> {
  let hits = 0;
  for (let n = 0; n < recallQueries; n += 1) {
    const vector = looks.vectors[pick()] ?? noVector;
    const found = await findNearestLooks(run.app, { space: "outfit", vector, viewerId: null, count: nearest });
    const worst = lowestOfNearest(looks.vectors, vector);
    // Several may be equally far, so what counts is how similar the found ones are, not which they are.
    hits += found.filter(({ similarity }) => similarity >= worst).length;
  }
  const recall = hits / (recallQueries * nearest);
  return {
    what: `recall of the nearest ${nearest}, ${recallQueries} searches / comparing with all`,
    ours: figure(recall),
    reference: "1",
    ratio: recall,
    target: { sign: ">=", ratio: recallMin },
  };
}

/** The similarity of the last of the true nearest. */
function lowestOfNearest(vectors: readonly Int8Array[], query: Int8Array): number {
  const scores = new Int32Array(vectors.length);
  for (const [place, vector] of vectors.entries()) {
    let dot = 0;
    for (let index = 0; index < vector.length; index += 1) dot += (vector[index] ?? 0) * (query[index] ?? 0);
    scores[place] = dot;
  }
  scores.sort();
  return (scores[scores.length - nearest] ?? 0) / 127 ** 2;
}

async function measureTail(run: BenchRun, what: string, next: () => Request): Promise<Line> {
  const { port } = run.server;
  const seconds = run.seconds;
  const most = await load({ port, seconds, next });
  const tails: number[] = [];
  for (let round = 0; round < run.rounds; round += 1)
    tails.push((await load({ port, seconds, perSecond: most.perSecond / 2, next })).p99Ms);
  const ours = median(tails);
  return {
    what: `${what}: p99 at half the maximum, ${figure(most.perSecond / 2, "/s")}`,
    ours: figure(ours, " ms"),
    reference: `${pageMsMax} ms`,
    ratio: ours / pageMsMax,
    target: { sign: "<=", ratio: 1 },
  };
}
