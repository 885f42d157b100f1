import { findUser } from "#server/accounts/accounts.service.ts";
import type { World } from "#server/http/call.ts";
import { openSession, type SessionReply } from "#server/sessions/sessions.service.ts";
import { getKeyRing } from "#server/sessions/signing-keys.service.ts";

/** A fresh session of this member, as a sign-in would give, without the password's cost. */
export async function sessionFor(world: World, userId: string, method = "password"): Promise<SessionReply> {
  const user = await findUser(world.db, { id: userId });
  if (!user) throw new Error(`There is no user ${userId}`);
  // As a server has done that listens: keys read within transactions could wait for the connections that these hold.
  await getKeyRing(world);
  return world.db
    .transaction()
    .execute((tx) => openSession(world, tx, user, { method, origin: { ip: "127.0.0.1", userAgent: "test" } }));
}

/** A bearer token of a fresh session of this member. */
export async function tokenFor(world: World, userId: string): Promise<string> {
  return (await sessionFor(world, userId)).access_token;
}
