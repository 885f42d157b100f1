import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type BenchRun, interleave, type Loaded, withCosts } from "./bench-run.ts";
import { benchFolder } from "./data-set.ts";
import { loadDatabase } from "./database-load.ts";
import type { Request } from "./load.ts";
import { type Program, startSameBytes, startServer } from "./processes.ts";
import { figure, type Line } from "./report.ts";
import { loadFully, loadSteadily } from "./wrk.ts";

/** The page as one plain query, flags and all: what a server that keeps nothing would ask for each request. */
const plainPage = `
  select o.id, o.title, o.image_url, o.thumbhash, o.created_at, o.likes_count, o.comments_count, o.views_count, o.tags,
    p.username, p.avatar_url, s.name as style,
    coalesce((select true from likes l where l.user_id = $1::uuid and l.outfit_id = o.id), false) as liked,
    coalesce((select true from closet_saves c where c.user_id = $1::uuid and c.outfit_id = o.id), false) as saved
  from (select * from outfits where is_listed order by created_at desc, id desc limit 20) o
  join profiles p on p.id = o.user_id join styles s on s.id = o.style_id order by o.created_at desc, o.id desc`;

/** Goals 1 to 3, 5 and 19 of the speed budget: the first page, signed in. */
export async function measureFirstPage(run: BenchRun): Promise<Line[]> {
  const requests = run.members.map(({ headers }) => ({ method: "GET", path: "/api/outfits", headers }));
  const headers = run.light.headers;
  const first = await fetch(`http://127.0.0.1:${run.server.port}/api/outfits`, { headers });
  const file = path.join(benchFolder, "first-page.json");
  const text = await first.text();
  await writeFile(file, text);
  const bare = await startSameBytes(file);
  const logging = await startServer(run.databaseUrl, { LOG_LEVEL: "info" });
  try {
    const known = { ...headers, "if-none-match": first.headers.get("etag") ?? "" };
    const results = await loadFirstPage(run, { bare, logging, requests, headers, known });
    const tails = await measureTails(run, { bare: bare.port, perSecond: results.feed.perSecond / 2, requests });
    return [...toLines(results, Buffer.byteLength(text)), tails];
  } finally {
    await bare.stop();
    await logging.stop();
  }
}

type Results = Record<"feed" | "bare" | "logged" | "packed" | "again" | "unchanged" | "plain", Loaded>;

/** What browsers say of the encodings that they read. */
const ofBrowser = { "accept-encoding": "gzip, deflate, br, zstd" };

function loadFirstPage(
  run: BenchRun,
  asked: {
    bare: Program;
    logging: Program;
    requests: Request[];
    headers: Record<string, string>;
    known: Record<string, string>;
  },
): Promise<Results> {
  const { server, seconds, databaseUrl: url, postmasterPid } = run;
  const { bare, logging, requests, headers, known } = asked;
  const askServer = (what: { program: Program; requests: Request[]; expectedStatus?: number }) => () => {
    const { program, ...rest } = what;
    return withCosts(run, program.pid, () => loadFully({ port: program.port, seconds, ...rest }));
  };
  const page = { method: "GET", path: "/api/outfits" };
  return interleave(run.rounds, {
    feed: askServer({ program: server, requests }),
    bare: askServer({ program: bare, requests }),
    logged: askServer({ program: logging, requests }),
    packed: askServer({
      program: server,
      requests: requests.map((request) => ({ ...request, headers: { ...request.headers, ...ofBrowser } })),
    }),
    again: askServer({ program: server, requests: [{ ...page, headers }] }),
    unchanged: askServer({ program: server, requests: [{ ...page, headers: known }], expectedStatus: 304 }),
    plain: () =>
      loadDatabase({ url, postmasterPid, seconds, statements: [{ text: plainPage, values: [run.light.id] }] }),
  });
}

const costOf = (loaded: Loaded) => loaded.serverUs + loaded.databaseUs;

function toLines({ feed, bare, logged, packed, again, unchanged, plain }: Results, bytes: number): Line[] {
  return [
    {
      what: "first page, signed in, 32 connections / its plain query in PostgreSQL",
      ours: figure(feed.perSecond, "/s"),
      reference: figure(plain.perSecond, "/s"),
      ratio: feed.perSecond / plain.perSecond,
      target: { sign: ">=", ratio: 1.5 },
    },
    {
      what: "first page: CPU per request / plain query and its client",
      ours: `${figure(feed.serverUs)} + ${figure(feed.databaseUs)} us`,
      reference: figure(plain.databaseUs, " us"),
      ratio: costOf(feed) / plain.databaseUs,
      target: { sign: "<=", ratio: 0.4 },
    },
    {
      what: `first page / node:http sending the same ${figure(bytes)} bytes`,
      ours: figure(feed.perSecond, "/s"),
      reference: figure(bare.perSecond, "/s"),
      ratio: feed.perSecond / bare.perSecond,
      target: { sign: ">=", ratio: 0.3 },
    },
    {
      what: "first page with its log line: CPU / without",
      ours: figure(costOf(logged), " us"),
      reference: figure(costOf(feed), " us"),
      ratio: costOf(logged) / costOf(feed),
    },
    {
      what: "first page compressed: CPU / uncompressed",
      ours: figure(costOf(packed), " us"),
      reference: figure(costOf(feed), " us"),
      ratio: costOf(packed) / costOf(feed),
    },
    {
      what: "first page unchanged (304): CPU / changed (200)",
      ours: figure(costOf(unchanged), " us"),
      reference: figure(costOf(again), " us"),
      ratio: costOf(unchanged) / costOf(again),
      target: { sign: "<=", ratio: 0.8 },
    },
  ];
}

/** p99 of ours and of the bare server, both at half of what ours can do, as the median of five rounds. */
async function measureTails(
  run: BenchRun,
  { bare, perSecond, requests }: { bare: number; perSecond: number; requests: Request[] },
): Promise<Line> {
  const at = (port: number) => () =>
    withCosts(run, run.server.pid, () => loadSteadily({ port, seconds: run.seconds, perSecond, requests }));
  const results = await interleave(Math.max(run.rounds, 5), { ours: at(run.server.port), bare: at(bare) });
  return {
    what: "first page: p99 at half its maximum / node:http at that rate",
    ours: `${figure(results.ours.p99Ms, " ms")} at ${figure(results.ours.perSecond, "/s")}`,
    reference: `${figure(results.bare.p99Ms, " ms")} at ${figure(results.bare.perSecond, "/s")}`,
    ratio: results.ours.p99Ms / results.bare.p99Ms,
    target: { sign: "<=", ratio: 3 },
  };
}
