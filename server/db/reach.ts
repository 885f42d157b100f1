import { readFile } from "node:fs/promises";
import path from "node:path";
import { databaseUser } from "./embedded-cluster.ts";
import { isPostmaster, readPostmasterFile } from "./embedded-process.ts";
import { startEmbeddedPostgres } from "./embedded.ts";

/** A database that a short command may use, and how to leave it as it was. */
export interface ReachedDatabase {
  url: string;
  leave(): Promise<void>;
}

/**
 * The database of this installation for a command beside the server: the configured one; else the embedded one, as the
 * running server serves it, or started for as long as the command takes.
 *
 * @param embeddedFolder Where the embedded PostgreSQL keeps its data.
 */
export async function reachDatabase(databaseUrl: string | undefined, embeddedFolder: string): Promise<ReachedDatabase> {
  const url = databaseUrl ?? (await findRunning(embeddedFolder));
  if (url !== undefined) return { url, leave: () => Promise.resolve() };
  const embedded = await startEmbeddedPostgres({ dataDir: embeddedFolder });
  return { url: embedded.url, leave: () => embedded.stop() };
}

async function findRunning(embeddedFolder: string): Promise<string | undefined> {
  const home = path.join(embeddedFolder, "cluster");
  const data = path.join(home, "data");
  const file = readPostmasterFile(data);
  if (!file?.ready || !isPostmaster(file.pid, data)) return undefined;
  const password = await readFile(path.join(home, "password"), "utf8");
  return `postgres://${databaseUser}:${password}@127.0.0.1:${file.port}/fash`;
}
