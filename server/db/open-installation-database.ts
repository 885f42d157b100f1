import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { addressOf } from "./embedded-endpoint.ts";
import { isPostmaster, readPostmasterFile } from "./embedded-process.ts";
import { databaseName, startEmbeddedPostgres } from "./embedded.ts";

/** A database for a short command, and a function to close it. */
export interface InstallationDatabase {
  url: string;
  leave(): Promise<void>;
}

/**
 * Opens this installation's database for a command: the configured one; else the embedded one, using the running server
 * or starting it for the duration of the command.
 *
 * @param embeddedFolder The data folder of the embedded PostgreSQL.
 */
export async function openInstallationDatabase(
  databaseUrl: string | undefined,
  embeddedFolder: string,
): Promise<InstallationDatabase> {
  const url = databaseUrl ?? (await findRunning(embeddedFolder));
  if (url !== undefined) return { url, leave: () => Promise.resolve() };
  const embedded = await startEmbeddedPostgres({ dataDir: embeddedFolder });
  return { url: embedded.url, leave: () => embedded.stop() };
}

/** The address of the embedded database in `embeddedFolder`; undefined if it does not run or is not ready. */
export async function findRunning(embeddedFolder: string): Promise<string | undefined> {
  const folder = await realpath(embeddedFolder).catch(() => undefined);
  if (folder === undefined) return undefined;
  const home = path.join(folder, "cluster");
  const data = path.join(home, "data");
  const file = readPostmasterFile(data);
  if (!file?.ready || !file.endpoint || !isPostmaster(file.pid, data)) return undefined;
  const password = await readFile(path.join(home, "password"), "utf8");
  return addressOf(password, file.endpoint, databaseName);
}
