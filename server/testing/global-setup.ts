import { rmSync } from "node:fs";
import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the temporary cluster's maintenance database. */
    clusterUrl: string;
  }
}

/** One temporary cluster for the whole run, with a migrated template database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await chooseParent(), "fash-test-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // Also after a run that was interrupted: memory is not given back otherwise.
  process.once("exit", removeFolder);
  const cluster = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), throwaway: true });
  const clusterUrl = withDatabase(cluster.url, "postgres");
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query("create database fash_template");
  await client.end();
  await migrate(withDatabase(cluster.url, "fash_template"), new URL("../db/migrations/", import.meta.url));
  project.provide("clusterUrl", clusterUrl);
  return async () => {
    await cluster.stop();
    removeFolder();
  };
}

const memoryFolder = "/dev/shm";
/** Several times what the cluster grows to. */
const memoryBytesMin = 2 * 1024 ** 3;

/** In memory, if there is room: each database has a thousand files, which take a file system on disk longer than all statements. */
async function chooseParent(): Promise<string> {
  const freeBytes = await statfs(memoryFolder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return freeBytes < memoryBytesMin ? tmpdir() : memoryFolder;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
