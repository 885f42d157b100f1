import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type BenchRun, interleave, withCosts } from "./bench-run.ts";
import { loadDatabase } from "./database-load.ts";
import { load } from "./load.ts";
import { startSameBytes } from "./processes.ts";
import { figure, type Line } from "./report.ts";
import { loadFully } from "./wrk.ts";

/** The page as one plain query, flags and all: what a server that keeps nothing would ask for each request. */
const plainPage = `
  select o.id, o.title, o.image_url, o.thumbhash, o.created_at, o.likes_count, o.comments_count, o.views_count, o.tags,
    p.username, p.avatar_url, s.name as style,
    coalesce((select true from likes l where l.user_id = $1::uuid and l.outfit_id = o.id), false) as liked,
    coalesce((select true from closet_saves c where c.user_id = $1::uuid and c.outfit_id = o.id), false) as saved
  from (select * from outfits where is_listed order by created_at desc, id desc limit 20) o
  join profiles p on p.id = o.user_id join styles s on s.id = o.style_id order by o.created_at desc, o.id desc`;

const same = 0;
const noCost = { p50Ms: Number.NaN, p95Ms: Number.NaN, p99Ms: Number.NaN, serverUs: 0, databaseUs: 0, count: 1 };

/** Goals 1 to 3, 5 and 19 of performance.md: the first page, signed in. */
export async function measureFirstPage(run: BenchRun): Promise<Line[]> {
  const { server, members, seconds, rounds, databaseUrl } = run;
  const requests = members.map(({ headers }) => ({ method: "GET", path: "/api/outfits", headers }));
  const first = await fetch(`http://127.0.0.1:${server.port}/api/outfits`, { headers: members[0]?.headers ?? {} });
  const file = path.resolve(".bench/first-page.json");
  const bytes = await first.text();
  await writeFile(file, bytes);
  const bare = await startSameBytes(file, server.port + 1);
  const known = { ...members[0]?.headers, "if-none-match": first.headers.get("etag") ?? "" };
  const viewer = members[0]?.id ?? "";
  try {
    const results = await interleave(rounds, {
      feed: () => withCosts(run, server.pid, () => loadFully({ port: server.port, seconds, requests })),
      bare: () => withCosts(run, bare.pid, () => loadFully({ port: bare.port, seconds, requests })),
      unchanged: () =>
        withCosts(run, server.pid, () =>
          loadFully({
            port: server.port,
            seconds,
            expectedStatus: 304,
            requests: [{ ...one(requests), headers: known }],
          }),
        ),
      again: () =>
        withCosts(run, server.pid, () => loadFully({ port: server.port, seconds, requests: [one(requests)] })),
      plain: async () => {
        const load = { url: databaseUrl, text: plainPage, values: [viewer], seconds };
        const { perSecond, costUs } = await loadDatabase(run.postmasterPid, load);
        return { ...noCost, perSecond, databaseUs: costUs };
      },
    });
    const tails = await measureTails(run, { bare: bare.port, perSecond: results.feed.perSecond / 2, requests });
    const { feed, unchanged, again, plain } = results;
    const cpu = (loaded: typeof feed) => loaded.serverUs + loaded.databaseUs;
    return [
      {
        what: "first page, signed in, 32 connections / its plain query in PostgreSQL",
        ours: figure(feed.perSecond, "/s"),
        limit: figure(plain.perSecond, "/s"),
        ratio: feed.perSecond / plain.perSecond,
        target: { sign: ">=", ratio: 1.5 },
      },
      {
        what: "same: processor time a request / of the plain query and its client",
        ours: `${figure(feed.serverUs)} + ${figure(feed.databaseUs)} us`,
        limit: figure(plain.databaseUs, " us"),
        ratio: cpu(feed) / plain.databaseUs,
        target: { sign: "<=", ratio: 0.4 },
      },
      {
        what: `same / node:http that sends the same ${figure(bytes.length)} bytes`,
        ours: figure(feed.perSecond, "/s"),
        limit: figure(results.bare.perSecond, "/s"),
        ratio: feed.perSecond / results.bare.perSecond,
        target: { sign: ">=", ratio: 0.3 },
      },
      {
        what: "same: p99 at half of its own most / of node:http at that rate",
        ours: figure(tails.ours, " ms"),
        limit: figure(tails.bare, " ms"),
        ratio: tails.ours / tails.bare,
        target: { sign: "<=", ratio: 3 },
      },
      {
        what: "unchanged page (304): processor time / of the page (200)",
        ours: figure(cpu(unchanged), " us"),
        limit: figure(cpu(again), " us"),
        ratio: cpu(unchanged) / cpu(again),
        target: { sign: "<=", ratio: 0.8 },
      },
    ];
  } finally {
    await bare.stop();
  }
}

function one<T>(items: T[]): T {
  const item = items[same];
  if (item === undefined) throw new Error("Nobody is signed in");
  return item;
}

/** p99 in ms of ours and of the bare server, at the same rate, as the median of five rounds. */
async function measureTails(
  run: BenchRun,
  options: {
    bare: number;
    perSecond: number;
    requests: { method: string; path: string; headers: Record<string, string> }[];
  },
): Promise<{ ours: number; bare: number }> {
  const { perSecond, requests } = options;
  const at = (port: number) => () =>
    withCosts(run, run.server.pid, () =>
      load({ port, seconds: run.seconds, perSecond, next: (n) => requests[n % requests.length] }),
    );
  const results = await interleave(Math.max(run.rounds, 5), { ours: at(run.server.port), bare: at(options.bare) });
  return { ours: results.ours.p99Ms, bare: results.bare.p99Ms };
}
