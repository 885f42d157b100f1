import { type BenchRun, compareBeside, interleave, type Loaded, withCosts } from "./bench-run.ts";
import { load, type LoadResult } from "./load.ts";
import { startServer } from "./processes.ts";
import { figure, type Line } from "./report.ts";
import { loadFully, loadSteadily } from "./wrk.ts";

const documentsPerSecond = 200;
const warmUpSeconds = 15;
const crawler = {
  "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "accept-encoding": "gzip, deflate, br",
};

/** The feed beside a crawler that opens the documents of different outfits. */
export async function measureDocuments(run: BenchRun): Promise<Line[]> {
  const ids = await listOutfits(run);
  // A server of its own, whose event loop nobody else uses.
  const server = await startServer(run.databaseUrl);
  try {
    const { port, pid } = server;
    const requests = run.members.map(({ headers }) => ({ method: "GET", path: "/api/outfits", headers }));
    const { perSecond } = await loadFully({ port, seconds: run.seconds, requests });
    const seconds = run.seconds * 2;
    const feed = () => loadSteadily({ port, seconds, perSecond: perSecond / 4, requests });
    const statuses = new Map<number, number>();
    let opened = 0;
    const documents = (duration: number) =>
      load({
        port,
        seconds: duration,
        perSecond: documentsPerSecond,
        expectedStatuses: [200, 503],
        statuses,
        next: () => ({ method: "GET", path: `/outfit/${ids[opened++ % ids.length]}`, headers: crawler }),
      });
    // The process of crawlers starts with the first of them, and compiles its code while the next ones come.
    await documents(warmUpSeconds);
    statuses.clear();
    const pausesMs = { alone: [] as number[], beside: [] as number[] };
    const withPauses = (pauses: number[], loads: () => Promise<LoadResult>) => async () => {
      await longestPauseMs(port);
      const loaded = await withCosts(run, pid, loads);
      pauses.push(await longestPauseMs(port));
      return loaded;
    };
    const { alone, beside } = await interleave(Math.max(run.rounds, 5), {
      alone: withPauses(pausesMs.alone, feed),
      beside: withPauses(pausesMs.beside, async () => (await Promise.all([feed(), documents(seconds)]))[0]),
    });
    // The first round warms the server's feed up.
    const longest = (pauses: number[]) => Math.max(...pauses.slice(1));
    const pauseMs = { alone: longest(pausesMs.alone), beside: longest(pausesMs.beside) };
    return toLines({ alone, beside, statuses, pauseMs });
  } finally {
    await server.stop();
  }
}

interface Found {
  alone: Loaded;
  beside: Loaded;
  statuses: Map<number, number>;
  /** The longest one, alone and beside. */
  pauseMs: { alone: number; beside: number };
}

function toLines({ alone, beside, statuses, pauseMs }: Found): Line[] {
  const rendered = statuses.get(200) ?? 0;
  const opened = rendered + (statuses.get(503) ?? 0);
  return [
    ...compareBeside(
      `first page: p99 at a quarter of its maximum, beside ${documentsPerSecond} documents/s of different outfits`,
      { alone, beside },
    ),
    {
      what: "longest pause of the event loop in the meantime / 20 ms",
      ours: `${figure(pauseMs.beside, " ms")} (alone ${figure(pauseMs.alone, " ms")})`,
      reference: "20 ms",
      ratio: pauseMs.beside / 20,
      target: { sign: "<=", ratio: 1 },
    },
    {
      what: "documents rendered, the others answered 503 with Retry-After / opened",
      ours: figure(rendered),
      reference: figure(opened),
      ratio: rendered / opened,
    },
  ];
}

async function listOutfits({ app }: BenchRun): Promise<string[]> {
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from outfits where is_listed order by created_at desc, id desc offset 5000 limit 40000",
  );
  return rows.map(({ id }) => id);
}

/** The histogram counts from one tick of its timer to the next, so an idle event loop has this. */
const tickMs = 10;

/** Since it was last read. */
async function longestPauseMs(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1];
  if (seconds === undefined) throw new Error("The metrics do not have the pauses of the event loop");
  return Math.max(0, Number(seconds) * 1_000 - tickMs);
}
