import { readFeed } from "#server/outfits/feed.service.ts";
import { type BenchRun, interleave, withCosts } from "./bench-run.ts";
import { loadDatabase } from "./database-load.ts";
import { load, median } from "./load.ts";
import { recordStatements, type Statement } from "./plans.ts";
import { figure, type Line } from "./report.ts";
import { loadFully } from "./wrk.ts";

const noCost = { p50Ms: Number.NaN, p95Ms: Number.NaN, p99Ms: Number.NaN, serverUs: 0, count: 1 };

/** Goal 4 for a deep page and for an outfit's own page: the server beside PostgreSQL alone with the same statement. */
export async function measurePages(run: BenchRun): Promise<Line[]> {
  const cursor = await cursorAt(run, 10_000);
  const { rows } = await run.world.pool.query<{ id: string }>("select id from bench_outfits where n = 199997");
  const outfitId = rows[0]?.id ?? "";
  return [
    ...(await measureRead(run, "a page 10,000 outfits deep", `/api/outfits?cursor=${cursor}`, "feed_page_all_21")),
    ...(await measureRead(run, "an outfit whole", `/api/outfits/${outfitId}`, "outfit_detail")),
    ...(await measureDepth(run, cursor)),
  ];
}

async function measureRead(run: BenchRun, what: string, address: string, statementName: string): Promise<Line[]> {
  const { server, members, seconds, rounds, databaseUrl } = run;
  const requests = members.map(({ headers }) => ({ method: "GET", path: address, headers }));
  const statement = await statementOf(run, address, statementName);
  const results = await interleave(rounds, {
    ours: () => withCosts(run, server.pid, () => loadFully({ port: server.port, seconds, requests })),
    alone: async () => {
      const { text, values } = statement;
      const asked = { url: databaseUrl, text, values: values.map(String), seconds };
      const { perSecond, costUs } = await loadDatabase(run.postmasterPid, asked);
      return { ...noCost, perSecond, databaseUs: costUs };
    },
  });
  return [
    {
      what: `${what} / its statement alone`,
      ours: figure(results.ours.perSecond, "/s"),
      limit: figure(results.alone.perSecond, "/s"),
      ratio: results.ours.perSecond / results.alone.perSecond,
      target: { sign: ">=", ratio: 0.5 },
    },
  ];
}

/** The named statement that an address makes the server run, with its values. */
async function statementOf(run: BenchRun, address: string, name: string): Promise<Statement> {
  const viewer = run.members[0];
  const statements = await recordStatements(async () => {
    const answer = await run.inject({ url: address, headers: viewer?.headers ?? {} });
    if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
  });
  const found = statements.find((statement) => statement.name === name);
  if (!found) throw new Error(`${address} runs no statement ${name}`);
  return found;
}
