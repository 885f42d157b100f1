import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { createApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { openDatabase } from "./db/db.ts";
import { DatabaseInUseError, type EmbeddedLog, LaunchError, startEmbeddedPostgres } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { demoAccounts, fillDemo, isForDemo } from "./demo/seed.ts";
import type { World } from "./http/call.ts";
import { startJobs } from "./jobs/jobs.service.ts";
import { createWorld } from "./world.ts";

/** The folder that holds package.json, both when run from the sources and from dist/. */
const root = fileURLToPath(new URL(import.meta.url.includes("/dist/server/") ? "../../" : "../", import.meta.url));

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);
const embeddedLog: EmbeddedLog = { info: say, warn: complain, error: complain };

/** How to undo what has been started so far, the first one last. */
const closers: (() => Promise<unknown>)[] = [];

async function start(config: Config): Promise<void> {
  const dataDir = resolve(root, config.dataDir);
  await mkdir(dataDir, { recursive: true });
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(resolve(dataDir, "postgres")));
  const migrations = new URL(`file://${resolve(root, "server/db/migrations")}/`);
  for (const name of await migrate(databaseUrl, migrations)) say(`Applied migration ${name}`);

  const database = openDatabase(databaseUrl, {
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    onError: (error) => complain(`database connection lost: ${error.message}`),
  });
  closers.push(() => database.close());
  const world = createWorld({ ...config, dataDir }, database);
  const app = await createApp(world, { pagesFolder: resolve(root, "dist/web") });
  closers.push(() => app.close());
  await app.listen({ port: config.port, host: config.host });
  say(`Fash is ready at ${config.publicUrl}`);
  process.send?.({ ready: config.publicUrl });
  if (config.isDemoWanted) await startDemo(world);
  const jobs = await startJobs(world, app.log);
  closers.push(() => jobs.stop());
}

/** Fills the sample world beside the running server, and says how to sign in to it. */
async function startDemo(world: World): Promise<void> {
  if (!(await isForDemo(world))) return;
  const { member, admin, password } = demoAccounts;
  say(`Demo accounts: ${member.email} and ${admin.email}, password ${password}`);
  const halt = new AbortController();
  const filling = fillDemo(world, say, halt.signal).catch((error: unknown) => {
    complain(`The demo is not complete, the next start goes on: ${(error as Error).message}`);
  });
  closers.push(async () => {
    halt.abort();
    await filling;
  });
}

async function startEmbedded(dataDir: string): Promise<string> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: embeddedLog });
  closers.push(() => embedded.stop());
  return embedded.url;
}

/** One line for what the person who starts Fash can mend, the whole story for anything else. */
function explain(error: Error): string {
  if (error instanceof ConfigError || error instanceof DatabaseInUseError || error instanceof LaunchError) {
    return error.message;
  }
  if ("code" in error && error.code === "EADDRINUSE") return `${error.message}: stop what listens there, or set PORT`;
  return error.stack ?? error.message;
}

closeWithGrace({ delay: 10_000 }, async ({ err }) => {
  if (err) complain(`Fash stops: ${explain(err)}`);
  for (const close of closers.toReversed()) await close();
});
// The script that started us is gone without a word: nobody is left who could stop us.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));

const envFile = resolve(root, ".env");
if (existsSync(envFile)) process.loadEnvFile(envFile);
if (process.argv.includes("--no-demo")) process.env["DEMO"] = "0";

// A failure reaches closeWithGrace as an unhandled rejection, and it ends what was started before it.
void Promise.resolve(process.env).then(readConfig).then(start);
