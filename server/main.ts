import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { createApp } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { openDatabase } from "./db/db.ts";
import { startEmbeddedPostgres } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { createWorld } from "./world.ts";

/** The folder that holds package.json, both when run from the sources and from dist/. */
const root = fileURLToPath(new URL(import.meta.url.includes("/dist/server/") ? "../../" : "../", import.meta.url));

async function start(config: Config): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const dataDir = resolve(root, config.dataDir);
  await mkdir(dataDir, { recursive: true });

  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: resolve(dataDir, "postgres") });
  const databaseUrl = config.databaseUrl ?? embedded?.url;
  if (!databaseUrl) throw new Error("There is no database to connect to");
  const migrations = new URL(`file://${resolve(root, "server/db/migrations")}/`);
  for (const name of await migrate(databaseUrl, migrations)) say(`Applied migration ${name}`);

  const database = openDatabase(databaseUrl, {
    poolSize: config.databasePoolSize,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    onError: (error) => process.stderr.write(`database connection lost: ${error.message}\n`),
  });
  const world = createWorld({ ...config, dataDir }, database);
  const app = await createApp(world, { pagesFolder: resolve(root, "dist/web") });
  await app.listen({ port: config.port, host: config.host });

  closeWithGrace({ delay: 10_000 }, async ({ err }) => {
    if (err) app.log.error({ err }, "stopping after a failure");
    await app.close();
    await database.close();
    await embedded?.stop();
  });
  say(`Fash is ready at ${config.publicUrl}`);
  process.send?.({ ready: config.publicUrl });
}

const envFile = resolve(root, ".env");
if (existsSync(envFile)) process.loadEnvFile(envFile);
if (process.argv.includes("--no-demo")) process.env["DEMO"] = "0";

try {
  await start(readConfig(process.env));
} catch (error) {
  const message = error instanceof ConfigError ? error.message : (error as Error).stack;
  process.stderr.write(`Fash cannot start.\n${message}\n`);
  process.exitCode = 1;
}
