import { transact } from "#server/db/db.ts";
import { findUser } from "#server/auth/accounts/accounts.service.ts";
import type { AppContext } from "#server/http/context.ts";
import { openSession, type SessionReply } from "#server/auth/sessions/sessions.service.ts";
import { getKeyRing } from "#server/auth/sessions/signing-keys.service.ts";

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
