import path from "node:path";
import { createApp } from "#server/app.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { measureAdmin } from "./bench/admin-measures.ts";
import { measureSignIn } from "./bench/auth-measures.ts";
import type { BenchRun } from "./bench/bench-run.ts";
import { benchFolder, openDataSet } from "./bench/data-set.ts";
import { hasPgbench } from "./bench/database-load.ts";
import { measureDocuments } from "./bench/document-measures.ts";
import { measureFirstPage } from "./bench/feed-measures.ts";
import { describeRun, writeFigures } from "./bench/figures.ts";
import { measureLikes } from "./bench/like-measures.ts";
import { measureLive } from "./bench/live-measures.ts";
import { openAppContext, signIn, signInNumber } from "./bench/members.ts";
import { measureGrowth, measurePages, measureProgramme } from "./bench/page-measures.ts";
import { checkPlans } from "./bench/plan-check.ts";
import { measurePoints } from "./bench/points-measures.ts";
import { startServer } from "./bench/processes.ts";
import { isMet, type Line, toTable } from "./bench/report.ts";
import { measureRewards } from "./bench/reward-measures.ts";
import { measureSimilar } from "./bench/similar-measures.ts";
import { measureSearch } from "./bench/search-measures.ts";
import { measureVision } from "./bench/vision-measures.ts";
import { hasWrk } from "./bench/wrk.ts";
import { build, installDependencies } from "./prepare.mjs";

// npm run bench: builds the large data set once, runs the built server on it and prints its figures next to the references of
// the same run; it fails when a target is missed. `npm run bench -- feed likes` runs only these parts; `-- --quick` runs
// one short round of each: its figures are rough and never fail the run; `-- --write` puts the figures into docs/benchmarks.md.
const parts: Record<string, (run: BenchRun) => Promise<Line[]>> = {
  plans: checkPlans,
  feed: measureFirstPage,
  growth: measureGrowth,
  pages: measurePages,
  programme: measureProgramme,
  documents: measureDocuments,
  search: measureSearch,
  similar: measureSimilar,
  likes: measureLikes,
  admin: measureAdmin,
  points: measurePoints,
  rewards: measureRewards,
  live: measureLive,
  signin: measureSignIn,
  vision: measureVision,
};

const args = process.argv.slice(2);
const options = ["--quick", "--write"];
const isQuick = args.includes("--quick");
const isWritten = args.includes("--write") && !isQuick;
const unknown = args.filter((arg) => !options.includes(arg) && !(arg in parts));
if (unknown.length > 0) {
  console.error(
    `Unknown: ${unknown.join(", ")}. There are ${options.join(", ")} and ${Object.keys(parts).join(", ")}.`,
  );
  process.exit(1);
}
if (!(await installDependencies()) || !(await build())) process.exit(1);

const cluster = await startEmbeddedPostgres({ dataDir: path.join(benchFolder, "postgres") });
try {
  const databaseUrl = await openDataSet(cluster.url, (line) => console.log(line));
  const app = openAppContext(databaseUrl);
  const fastify = await createApp(app, { pagesFolder: "/nowhere" });
  const server = await startServer(databaseUrl);
  try {
    const lines = await measure({
      fastify,
      app,
      databaseUrl,
      postmasterPid: cluster.postmasterPid,
      server,
      members: await signIn(app, 2, 12),
      heavy: await signInNumber(app, 1),
      light: await signInNumber(app, 9_999),
      seconds: isQuick ? 1 : 2,
      rounds: isQuick ? 1 : 3,
    });
    const missed = lines.filter((line) => !isMet(line));
    console.log(missed.length === 0 ? "Every target is met." : `${missed.length} targets are missed.`);
    if (!isQuick && missed.length > 0) process.exitCode = 1;
  } finally {
    await server.stop();
    await fastify.close();
    await app.close();
  }
} finally {
  await cluster.stop();
}

async function measure(run: BenchRun): Promise<Line[]> {
  await describeMachine();
  const wanted = args.filter((arg) => arg in parts);
  const lines: Line[] = [];
  for (const [name, measurePart] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const start = performance.now();
    const found = await measurePart(run);
    // Printed at once, so that an interrupted run still reports what it found.
    console.log(`Measured ${name} (${((performance.now() - start) / 1_000).toFixed(0)} s)\n${toTable(found)}`);
    if (isWritten) await writeFigures(name, toTable(found));
    lines.push(...found);
  }
  return lines;
}

async function describeMachine(): Promise<void> {
  console.log(describeRun());
  const generators = [
    (await hasWrk()) ? "load by wrk" : "load by this process: install wrk (apt install wrk) for stricter figures",
    (await hasPgbench())
      ? "references by pgbench"
      : "references by this process: install pgbench (apt install postgresql) for stricter ones",
  ];
  console.log(`${generators.join("; ")}; ${isQuick ? "one short round" : "medians of three rounds"}`);
}
