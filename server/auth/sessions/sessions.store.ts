import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "#server/db/db.ts";
import type { Assurance, SessionTable } from "#server/db/schema.ts";

export type SessionRow = Selectable<SessionTable>;

export interface NewSession {
  id: string;
  userId: string;
  sealedRefreshKey: Buffer;
  now: Date;
  endsAt: Date;
  isRecovery: boolean;
  userAgent: string;
  ip: string;
}

/** Opens a session at aal1 and reads it back. Writes `auth.sessions`. */
export async function insertSession(db: Db, session: NewSession): Promise<SessionRow> {
  return db
    .insertInto("auth.sessions")
    .values({
      id: session.id,
      user_id: session.userId,
      refresh_key: session.sealedRefreshKey,
      refreshed_at: session.now,
      ends_at: session.endsAt,
      is_recovery: session.isRecovery,
      user_agent: session.userAgent,
      ip: session.ip,
      created_at: session.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The session, if it has not been ended. */
export async function findSession(db: Db, sessionId: string): Promise<SessionRow | undefined> {
  return db.selectFrom("auth.sessions").selectAll().where("id", "=", sessionId).executeTakeFirst();
}

/** Sets the lock timeout in milliseconds until the transaction ends. */
export async function limitLockWait(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx);
}

/** The session, locked against every other change until the transaction ends. */
export async function lockSession(tx: Tx, sessionId: string): Promise<SessionRow | undefined> {
  return tx.selectFrom("auth.sessions").selectAll().where("id", "=", sessionId).forUpdate().executeTakeFirst();
}

/** A user's sessions, last used first. */
export async function listSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return db
    .selectFrom("auth.sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("refreshed_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Moves a session's refresh counter on. Writes `auth.sessions`. */
export async function updateRefreshed(
  tx: Tx,
  sessionId: string,
  set: { counter: number; now: Date; ip: string; userAgent: string },
): Promise<void> {
  await tx
    .updateTable("auth.sessions")
    .set({ refresh_counter: set.counter, refreshed_at: set.now, ip: set.ip, user_agent: set.userAgent })
    .where("id", "=", sessionId)
    .execute();
}

/** Sets a session's assurance and factor, with a new key for its refresh tokens. Writes `auth.sessions`. */
export async function updateAssurance(
  tx: Tx,
  sessionId: string,
  set: { assurance: Assurance; factorId: string | null; sealedRefreshKey: Buffer; now: Date },
): Promise<SessionRow> {
  return tx
    .updateTable("auth.sessions")
    .set({
      assurance: set.assurance,
      factor_id: set.factorId,
      refresh_key: set.sealedRefreshKey,
      refresh_counter: 0,
      refreshed_at: set.now,
    })
    .where("id", "=", sessionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes back the right to set a password without the old one. Writes `auth.sessions`. */
export async function endRecovery(tx: Tx, sessionId: string): Promise<void> {
  await tx.updateTable("auth.sessions").set({ is_recovery: false }).where("id", "=", sessionId).execute();
}

/** Lets the sessions that rest on a factor fall to aal1. Writes `auth.sessions`. */
export async function lowerSessionsOfFactor(tx: Tx, factorId: string): Promise<string[]> {
  const rows = await tx
    .updateTable("auth.sessions")
    .set({ assurance: "aal1", factor_id: null })
    .where("factor_id", "=", factorId)
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Ends sessions of a user and counts them: all, one, or all but one. Writes `auth.sessions`, which closes live connections. */
export async function deleteSessions(
  db: Db,
  userId: string,
  which: { only?: string; except?: string; below?: "aal2" } = {},
): Promise<number> {
  let query = db.deleteFrom("auth.sessions").where("user_id", "=", userId);
  if (which.only !== undefined) query = query.where("id", "=", which.only);
  if (which.except !== undefined) query = query.where("id", "<>", which.except);
  if (which.below !== undefined) query = query.where("assurance", "=", "aal1");
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes the sessions that ran out or were not used since a time. Writes `auth.sessions`. */
export async function deleteEndedSessions(db: Db, given: { now: Date; idleSince: Date }): Promise<void> {
  await db
    .deleteFrom("auth.sessions")
    .where((row) => row.or([row("ends_at", "<", given.now), row("refreshed_at", "<", given.idleSince)]))
    .execute();
}

/** Notes that a session was authenticated by this method, at its newest time. Writes `auth.session_methods`. */
export async function upsertMethod(db: Db, sessionId: string, method: string, now: Date): Promise<void> {
  await db
    .insertInto("auth.session_methods")
    .values({ session_id: sessionId, method, used_at: now })
    .onConflict((conflict) => conflict.columns(["session_id", "method"]).doUpdateSet({ used_at: now }))
    .execute();
}

/** Forgets methods of a session. Writes `auth.session_methods`. */
export async function deleteMethods(db: Db, sessionId: string, methods: string[]): Promise<void> {
  await db
    .deleteFrom("auth.session_methods")
    .where("session_id", "=", sessionId)
    .where("method", "in", methods)
    .execute();
}

/** How a session was authenticated, newest first. */
export async function listMethods(db: Db, sessionId: string): Promise<{ method: string; usedAt: Date }[]> {
  const rows = await db
    .selectFrom("auth.session_methods")
    .selectAll()
    .where("session_id", "=", sessionId)
    .orderBy("used_at", "desc")
    .orderBy("method")
    .execute();
  return rows.map((row) => ({ method: row.method, usedAt: row.used_at }));
}

/** Whether the user's account waits for its erasure; a session with every step restores it, in the database. */
export async function isLeaving(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("account_deletions")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Any session, to see whether its key opens. */
export async function findAnySession(db: Db): Promise<SessionRow | undefined> {
  return db.selectFrom("auth.sessions").selectAll().limit(1).executeTakeFirst();
}

/** Ends every session there is. Writes `auth.sessions`. */
export async function deleteAllSessions(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom("auth.sessions").executeTakeFirst();
  return Number(numDeletedRows);
}

/** Those of these sessions that no longer exist. */
export async function listMissingSessions(db: Db, sessionIds: string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const kept = await db.selectFrom("auth.sessions").select("id").where("id", "in", sessionIds).execute();
  const ids = new Set(kept.map(({ id }) => id));
  return sessionIds.filter((id) => !ids.has(id));
}
