import { transact } from "#server/db/db.ts";
import { findUser } from "#server/auth/accounts/accounts.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { openSession, type SessionReply } from "#server/auth/sessions/sessions.service.ts";
import { getKeyRing } from "#server/auth/sessions/signing-keys.service.ts";
import { findViewerUntil } from "#server/auth/sessions/viewers.service.ts";

/** A new session of this member, as from a sign-in, without the cost of password hashing. */
export async function sessionFor(app: AppContext, userId: string, method = "password"): Promise<SessionReply> {
  const user = await findUser(app.db, { id: userId });
  if (!user) throw new Error(`There is no user ${userId}`);
  // As on a listening server: keys read within transactions could wait for the connections that these hold.
  await getKeyRing(app);
  return transact(app.db, (tx) =>
    openSession(app, tx, user, { method, origin: { ip: "127.0.0.1", userAgent: "test" } }),
  );
}

/** A bearer token of a new session of this member. */
export async function tokenFor(app: AppContext, userId: string): Promise<string> {
  return (await sessionFor(app, userId)).access_token;
}

/** Shorter than every time after which a session, or the sign-in that opened it, counts as old. */
const newForMs = 60_000;

/**
 * Returns bearer tokens of members: the one before as long as the server sees no difference from that of a new session, which
 * takes longer to open than most requests take. A new session follows once the clock has moved on, or the old one has ended,
 * has another assurance or lacks a second step.
 */
export function createTokens(app: AppContext): (userId: string) => Promise<string> {
  const opened = new Map<string, { token: string; atMs: number }>();

  async function isLikeNew({ token, atMs }: { token: string; atMs: number }): Promise<boolean> {
    const ageMs = app.clock.now().getTime() - atMs;
    if (ageMs < 0 || ageMs > newForMs) return false;
    return (await findViewerUntil(app, token))?.viewer.assurance === "aal1";
  }

  return async (userId) => {
    const before = opened.get(userId);
    if (before && (await isLikeNew(before))) return before.token;
    const atMs = app.clock.now().getTime();
    const token = await tokenFor(app, userId);
    opened.set(userId, { token, atMs });
    return token;
  };
}
