import path from "node:path";
import { createApp } from "#server/app.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import type { BenchRun } from "./bench/bench-run.ts";
import { openDataSet } from "./bench/data-set.ts";
import { hasPgbench } from "./bench/database-load.ts";
import { measureFirstPage } from "./bench/feed-measures.ts";
import { measureLikes } from "./bench/like-measures.ts";
import { openWorld, signIn } from "./bench/members.ts";
import { checkPlans } from "./bench/plan-check.ts";
import { startServer } from "./bench/processes.ts";
import { measurePages, measureSearch } from "./bench/read-measures.ts";
import { isMet, type Line, toTable } from "./bench/report.ts";
import { hasWrk } from "./bench/wrk.ts";

// npm run bench: builds the large data set once, runs the real server on it and prints its figures beside the limits of
// the same run. `npm run bench -- feed likes` runs these parts only; --quick takes one short round of each.
const parts: Record<string, (run: BenchRun) => Promise<Line[]>> = {
  plans: checkPlans,
  feed: measureFirstPage,
  pages: measurePages,
  search: measureSearch,
  likes: measureLikes,
};

const args = process.argv.slice(2);
const isQuick = args.includes("--quick");
const wanted = args.filter((arg) => arg in parts);
const say = (line: string) => console.log(line);
const port = 4_300;

const cluster = await startEmbeddedPostgres({ dataDir: path.resolve(".bench/postgres") });
try {
  const databaseUrl = await openDataSet(cluster.url, say);
  const world = openWorld(databaseUrl);
  const app = await createApp(world, { pagesFolder: "/nowhere" });
  const server = await startServer(databaseUrl, port, { RATE_LIMITS: "off" });
  try {
    const run: BenchRun = {
      app,
      world,
      databaseUrl,
      postmasterPid: cluster.postmasterPid,
      server,
      members: await signIn(world, 2, 12),
      seconds: isQuick ? 1 : 3,
      rounds: isQuick ? 1 : 5,
    };
    say(`Load by ${(await hasWrk()) ? "wrk" : "Node"}, limits by ${(await hasPgbench()) ? "pgbench" : "Node"}`);
    const lines: Line[] = [];
    for (const [name, measure] of Object.entries(parts)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      say(`Measuring ${name}`);
      lines.push(...(await measure(run)));
    }
    say(toTable(lines));
    if (!isQuick && !lines.every(isMet)) process.exitCode = 1;
  } finally {
    await server.stop();
    await app.close();
    await world.close();
  }
} finally {
  await cluster.stop();
}
