import { readConfig } from "#server/config/config.ts";
import { openDatabase } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { sessionFor } from "#server/testing/tokens.ts";
import { createAppContext } from "#server/app-context.ts";
import { serverSettings } from "./processes.ts";

/** An app context in this process on the data set, with the server's secrets, to sign members in and to query directly. */
export function openAppContext(databaseUrl: string): AppContext & { close(): Promise<void> } {
  const database = openDatabase(databaseUrl, { poolSize: 8, statementTimeoutMs: 60_000, onError: () => undefined });
  const config = readConfig(serverSettings(databaseUrl));
  return { ...createAppContext(config, database), close: database.close };
}

/** A signed-in member of the data set. */
export interface Member {
  id: string;
  token: string;
  headers: Record<string, string>;
}

const signedInAtOnce = 8;

/** Signed-in members, from number `from` on. */
export async function signIn(app: AppContext, from: number, count: number): Promise<Member[]> {
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from bench_users where n >= $1 order by n limit $2",
    [from, count],
  );
  const members: Member[] = [];
  for (let first = 0; first < rows.length; first += signedInAtOnce) {
    members.push(...(await Promise.all(rows.slice(first, first + signedInAtOnce).map(({ id }) => signInOne(app, id)))));
  }
  return members;
}

async function signInOne(app: AppContext, id: string): Promise<Member> {
  const { access_token: token } = await sessionFor(app, id);
  return { id, token, headers: { authorization: `Bearer ${token}` } };
}

/** The member with this number. */
export async function signInNumber(app: AppContext, number: number): Promise<Member> {
  const [member] = await signIn(app, number, 1);
  if (!member) throw new Error(`The data set has no member ${number}`);
  return member;
}
