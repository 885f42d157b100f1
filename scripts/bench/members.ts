import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/db.ts";
import type { World } from "#server/http/call.ts";
import { sessionFor } from "#server/testing/tokens.ts";
import { createWorld } from "#server/world.ts";
import { benchSettings } from "./processes.ts";

/** A world of this process on the data set, with the server's own secrets, to sign members in and to ask directly. */
export function openWorld(databaseUrl: string): World & { close(): Promise<void> } {
  const database = openDatabase(databaseUrl, { poolSize: 8, statementTimeoutMs: 60_000, onError: () => undefined });
  const config = readConfig({
    ...benchSettings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: ".bench/data",
    RATE_LIMITS: "off",
  });
  return { ...createWorld(config, database), close: database.close };
}

/** A signed-in member of the data set. */
export interface Member {
  id: string;
  headers: Record<string, string>;
}

/** Members number `from` and on, signed in. */
export async function signIn(world: World, from: number, count: number): Promise<Member[]> {
  const { rows } = await world.pool.query<{ id: string }>(
    "select id from bench_users where n >= $1 order by n limit $2",
    [from, count],
  );
  const members: Member[] = [];
  for (const { id } of rows) {
    const session = await sessionFor(world, id);
    members.push({ id, headers: { authorization: `Bearer ${session.access_token}` } });
  }
  return members;
}
