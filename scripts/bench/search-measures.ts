import type { BenchRun } from "./bench-run.ts";
import { load, median } from "./load.ts";
import { figure, type Line } from "./report.ts";
import { searchTerms } from "./search-terms.ts";

/** The same search without any index: each searched column of five tables is looked through. */
const sequentialSearch = `
  select o.id from outfits o join profiles p on p.id = o.user_id join styles s on s.id = o.style_id
  where o.is_listed and (o.title || '' ilike $1 or o.description || '' ilike $1 or p.username || '' ilike $1
    or s.name || '' ilike $1
    or exists (select from outfit_tags t where t.outfit_id = o.id and t.tag || '' ilike $1)
    or exists (select from outfit_items i where i.outfit_id = o.id and i.brand || ' ' || i.product_name ilike $1))
  order by o.created_at desc, o.id desc limit 20`;

/** A new server has compiled little of what a search runs: its first four thousand are slower, at first by half. */
const warmUpRounds = 20;
/** Two hundred searches last half a second, and one pause of the machine changes their p95. */
const repetitions = 3;

/** Goal 7: two hundred terms of all kinds. */
export async function measureSearch(run: BenchRun): Promise<Line[]> {
  const terms = searchTerms();
  const results: { p50Ms: number; p95Ms: number; p99Ms: number }[] = [];
  const sequential: number[] = [];
  for (let round = -warmUpRounds; round < run.rounds * repetitions; round += 1) {
    const result = await load({ port: run.server.port, seconds: 120, connections: 1, next: searchFor(run, terms) });
    if (round < 0) continue;
    results.push(result);
    sequential.push(await searchPlainly(run, ["ref01ab", "zzqqxx", "houndstooth"][round % 3] ?? "zzqqxx"));
  }
  const ours = median(results.map((one) => one.p95Ms));
  const limit = median(sequential);
  return [
    {
      what: `search, p95 of ${terms.length} terms / without an index`,
      ours: `${figure(ours, " ms")} (p50 ${figure(median(results.map((one) => one.p50Ms)), " ms")})`,
      reference: figure(limit, " ms"),
      ratio: ours / limit,
      target: { sign: "<=", ratio: 1 / 250 },
    },
    await measureTail(run, terms),
  ];
}

function searchFor(run: BenchRun, terms: string[]) {
  const { headers } = run.light;
  return (n: number) => {
    const term = terms[n];
    return term === undefined
      ? undefined
      : { method: "GET", path: `/api/outfits?search=${encodeURIComponent(term)}`, headers };
  };
}

async function searchPlainly(run: BenchRun, term: string): Promise<number> {
  const from = performance.now();
  await run.app.pool.query(sequentialSearch, [`%${term}%`]);
  return performance.now() - from;
}

/** How late the slowest searches are at half of what 32 connections can get. */
async function measureTail(run: BenchRun, terms: string[]): Promise<Line> {
  const { port } = run.server;
  const seconds = run.seconds * 2;
  const endless = (n: number) => searchFor(run, terms)(n % terms.length);
  const most = await load({ port, seconds, next: endless });
  const perSecond = most.perSecond / 2;
  const { p99Ms } = await load({ port, seconds, perSecond, next: endless });
  return {
    what: `search: p99 at half its maximum, ${figure(perSecond, "/s")}`,
    ours: figure(p99Ms, " ms"),
    reference: "50 ms",
    ratio: p99Ms / 50,
    target: { sign: "<=", ratio: 1 },
  };
}
