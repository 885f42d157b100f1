import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import closeWithGrace from "close-with-grace";
import { createApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { createCrawlerPages, hasMemoryForCrawlers } from "./crawler-pages.ts";
import { openDatabase } from "./db/db.ts";
import { DatabaseInUseError, type EmbeddedLog, LaunchError, startEmbeddedPostgres } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { demoAccounts, fillDemo, isForDemo } from "./demo/seed.ts";
import type { AppContext } from "./http/context.ts";
import { startJobs } from "./jobs.ts";
import { createAppContext } from "./app-context.ts";
import { rootFolder } from "./root-folder.ts";

// Saves a fifth of the CPU time of pages with cards, see docs/performance.md#garbage-collection.
setFlagsFromString("--no-allocation-site-pretenuring");

const print = (line: string) => process.stdout.write(`${line}\n`);
const logError = (line: string) => process.stderr.write(`${line}\n`);
const embeddedLog: EmbeddedLog = { info: print, warn: logError, error: logError };

/** Clean-up functions of what has been started, run in reverse order. */
const closers: (() => Promise<unknown>)[] = [];

async function start(config: Config): Promise<void> {
  const dataDir = resolve(rootFolder, config.dataDir);
  await mkdir(dataDir, { recursive: true });
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(resolve(dataDir, "postgres")));
  const migrations = new URL(`file://${resolve(rootFolder, "server/db/migrations")}/`);
  for (const name of await migrate(databaseUrl, migrations)) print(`Applied migration ${name}`);

  const database = openDatabase(databaseUrl, {
    poolSize: config.databasePoolSize,
    pipelined: Math.ceil(config.databasePoolSize / 4),
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    onError: (error) => logError(`database connection lost: ${error.message}`),
  });
  closers.push(() => database.close());
  warnAboutSecret(config);
  const app = createAppContext({ ...config, dataDir }, database);
  const crawlerPages = hasMemoryForCrawlers()
    ? createCrawlerPages({
        config: app.config,
        databaseUrl,
        onFailure: (error) => fastify.log.warn({ err: error }, "crawlers: their process does not start"),
      })
    : undefined;
  closers.push(async () => crawlerPages?.close());
  const fastify = await createApp(app, { pagesFolder: resolve(rootFolder, "dist/web"), crawlerPages });
  closers.push(() => fastify.close());
  await fastify.listen({ port: config.port, host: config.host });
  print(`Fash is ready at ${config.publicUrl}`);
  process.send?.({ ready: config.publicUrl });
  if (config.isDemoWanted) await startDemo(app);
  const jobs = await startJobs(app, fastify.log);
  closers.push(() => jobs.stop());
}

/** A backup of the database alone cannot be started, which should be known before it is needed. */
function warnAboutSecret({ environment, dataDir, auth }: Config): void {
  if (environment !== "production" || auth.secret !== undefined) return;
  const file = resolve(rootFolder, dataDir, "auth-secret");
  logError(`AUTH_SECRET is not set: back up ${file} with the database, which cannot be used without it`);
}

/** Loads the sample data while the server runs, and prints how to sign in. */
async function startDemo(app: AppContext): Promise<void> {
  if (!(await isForDemo(app))) return;
  const { member, admin, password } = demoAccounts;
  print(`Demo accounts: ${member.email} and ${admin.email}, password ${password}`);
  const halt = new AbortController();
  const filling = fillDemo(app, print, halt.signal).catch((error: unknown) => {
    logError(`The demo is incomplete, the next start will continue: ${(error as Error).message}`);
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

/** One line for errors that the operator can fix, the full stack for anything else. */
function explain(error: Error): string {
  if (error instanceof ConfigError || error instanceof DatabaseInUseError || error instanceof LaunchError) {
    return error.message;
  }
  // Of a host with several addresses, the first one's.
  const fault: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const remedy = remedyOf(fault as NodeJS.ErrnoException);
  if (remedy !== null) return `${remedy} (${error.message || "no answer"})`;
  return /^[A-Z][A-Z0-9_]+: /.test(error.message) ? error.message : (error.stack ?? error.message);
}

/** What to change, by the setting that is wrong; null for what no setting mends. */
function remedyOf({ code = "", syscall = "", message }: NodeJS.ErrnoException): string | null {
  if (syscall === "connect" || syscall === "getaddrinfo") return "DATABASE_URL: cannot be reached";
  if (code === "EADDRINUSE") return "PORT: something listens there already";
  if (syscall === "listen" && code === "EACCES") return "PORT: needs rights that this user does not have";
  if (syscall === "listen") return "HOST: is not an address of this machine";
  if (/^(28...|3D000)$/.test(code)) return "DATABASE_URL: the database refuses this user, password or name";
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|ENOSPC|EEXIST)$/.test(code)) return "DATA_DIR: cannot be written to";
  return /invalid IP address|invalid range on address/i.test(message) ? "TRUST_PROXY: is no list of addresses" : null;
}

closeWithGrace({ delay: 10_000 }, async ({ err }) => {
  if (err) logError(`Fash stops: ${explain(err)}`);
  for (const close of closers.toReversed()) await close();
});
// The parent script is gone, so nothing else could stop this process.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));

const envFile = resolve(rootFolder, ".env");
if (existsSync(envFile)) process.loadEnvFile(envFile);
if (process.argv.includes("--no-demo")) process.env["DEMO"] = "0";

// A failure reaches closeWithGrace as an unhandled rejection, which cleans up what was started.
void Promise.resolve(process.env).then(readConfig).then(start);
