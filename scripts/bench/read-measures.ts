import { writeCursor } from "#server/db/cursor.ts";
import { type BenchRun, interleave, withCosts } from "./bench-run.ts";
import { loadDatabase } from "./database-load.ts";
import { load, median, summarize } from "./load.ts";
import { recordStatements, type Statement } from "./plans.ts";
import { figure, type Line } from "./report.ts";
import { searchTerms } from "./search-terms.ts";
import { loadFully } from "./wrk.ts";

const noCost = { p50Ms: Number.NaN, p95Ms: Number.NaN, p99Ms: Number.NaN, serverUs: 0, count: 1 };

/** Goals 4 and 6: a deep page and an outfit's own page beside their statements alone, and what the depth costs. */
export async function measurePages(run: BenchRun): Promise<Line[]> {
  const cursor = await cursorAt(run, 10_000);
  const { rows } = await run.world.pool.query<{ id: string }>("select id from bench_outfits where n = 199997");
  return [
    await measureRead(run, "a page 10,000 outfits deep", `/api/outfits?cursor=${cursor}`, "feed_page_all_21"),
    await measureRead(run, "an outfit whole", `/api/outfits/${rows[0]?.id ?? ""}`, "outfit_detail"),
    await measureDepth(run, cursor),
  ];
}

async function cursorAt(run: BenchRun, depth: number): Promise<string> {
  const { rows } = await run.world.pool.query<{ id: string; created_at: Date }>(
    "select id, created_at from outfits where is_listed order by created_at desc, id desc offset $1 limit 1",
    [depth],
  );
  const [place] = rows;
  if (!place) throw new Error(`There are no ${depth} outfits`);
  return writeCursor({ createdAt: place.created_at.toISOString(), id: place.id });
}

async function measureRead(run: BenchRun, what: string, address: string, statementName: string): Promise<Line> {
  const { server, members, seconds, rounds, databaseUrl } = run;
  const requests = members.map(({ headers }) => ({ method: "GET", path: address, headers }));
  const { text, values } = await statementOf(run, address, statementName);
  const results = await interleave(rounds, {
    ours: () => withCosts(run, server.pid, () => loadFully({ port: server.port, seconds, requests })),
    alone: async () => {
      const asked = { url: databaseUrl, text, values: values.map(String), seconds };
      const { perSecond, costUs } = await loadDatabase(run.postmasterPid, asked);
      return { ...noCost, perSecond, databaseUs: costUs };
    },
  });
  return {
    what: `${what} / its statement alone`,
    ours: `${figure(results.ours.perSecond, "/s")}, ${figure(results.ours.serverUs)} + ${figure(results.ours.databaseUs)} us`,
    limit: `${figure(results.alone.perSecond, "/s")}, ${figure(results.alone.databaseUs)} us`,
    ratio: results.ours.perSecond / results.alone.perSecond,
    target: { sign: ">=", ratio: 0.5 },
  };
}

/** The named statement that an address makes the server run, with its values. */
async function statementOf(run: BenchRun, address: string, name: string): Promise<Statement> {
  const statements = await recordStatements(async () => {
    const answer = await run.app.inject({ url: address, headers: run.members[0]?.headers ?? {} });
    if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
  });
  const found = statements.find((statement) => statement.name === name);
  if (!found) throw new Error(`${address} runs no statement ${name}`);
  return found;
}

/** The same statement at the top and 10,000 outfits down, one request after the other; 19 cards, so that nothing is kept. */
async function measureDepth(run: BenchRun, cursor: string): Promise<Line> {
  const headers = run.members[0]?.headers ?? {};
  const latency = async (address: string) => {
    const next = (n: number) => (n < 300 ? { method: "GET", path: address, headers } : undefined);
    return (await load({ port: run.server.port, seconds: 60, connections: 1, next })).p50Ms;
  };
  const top: number[] = [];
  const deep: number[] = [];
  for (let round = 0; round < run.rounds; round += 1) {
    top.push(await latency("/api/outfits?limit=19"));
    deep.push(await latency(`/api/outfits?limit=19&cursor=${cursor}`));
  }
  return {
    what: "a page 10,000 outfits deep / the first, both read anew (p50)",
    ours: figure(median(deep), " ms"),
    limit: figure(median(top), " ms"),
    ratio: median(deep) / median(top),
    target: { sign: "<=", ratio: 1.1 },
  };
}

/** The same search without any index: each of the four columns of three tables is looked through. */
const sequentialSearch = `
  select o.id from outfits o join profiles p on p.id = o.user_id
  where o.is_listed and (o.title || '' ilike $1 or o.description || '' ilike $1 or p.username || '' ilike $1
    or exists (select from outfit_tags t where t.outfit_id = o.id and t.tag || '' ilike $1))
  order by o.created_at desc, o.id desc limit 20`;

/** Goal 7: two hundred terms of all kinds. */
export async function measureSearch(run: BenchRun): Promise<Line[]> {
  const terms = searchTerms();
  const headers = run.members[0]?.headers ?? {};
  const rounds: { p50Ms: number; p95Ms: number }[] = [];
  for (let round = 0; round < run.rounds; round += 1) {
    const next = (n: number) => {
      const term = terms[n];
      return term === undefined
        ? undefined
        : { method: "GET", path: `/api/outfits?search=${encodeURIComponent(term)}`, headers };
    };
    rounds.push(await load({ port: run.server.port, seconds: 120, connections: 1, next }));
  }
  const sequential: number[] = [];
  for (const term of ["ref01ab", "zzqqxx", "houndstooth"]) {
    const from = performance.now();
    await run.world.pool.query(sequentialSearch, [`%${term}%`]);
    sequential.push(performance.now() - from);
  }
  const ours = median(rounds.map((one) => one.p95Ms));
  const limit = summarize(sequential, 1).p50Ms;
  return [
    {
      what: `search, p95 of ${terms.length} terms / without an index`,
      ours: `${figure(ours, " ms")} (p50 ${figure(median(rounds.map((one) => one.p50Ms)), " ms")})`,
      limit: figure(limit, " ms"),
      ratio: ours / limit,
      target: { sign: "<=", ratio: 1 / 200 },
    },
  ];
}
