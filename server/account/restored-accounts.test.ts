import { expect, test } from "vitest";
import { findUser } from "#server/auth/accounts/accounts.service.ts";
import { openSession } from "#server/auth/sessions/sessions.service.ts";
import { transact } from "#server/db/db.ts";
import { buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";

const { app, db, fastify } = await testApp();

async function leave(token: string, userId: string): Promise<void> {
  const { username } = await db
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await fastify.inject({
    method: "POST",
    url: "/api/me/deletion",
    headers,
    payload: { username },
  });
  expect(statusCode).toBe(200);
}

test("a sign-in that is on its way ends with the others when its member leaves", async () => {
  const mia = await buildUser(db);
  const { access_token: token } = await sessionFor(app, mia.id);
  const leaving: Promise<void>[] = [];
  await transact(db, async (tx) => {
    const user = await findUser(tx, { id: mia.id });
    if (!user) throw new Error("There is no such member");
    await openSession(app, tx, user, { method: "password", origin: { ip: "127.0.0.1", userAgent: "test" } });
    leaving.push(leave(token, mia.id));
    await expect.poll(() => listLockWaits(db), { timeout: 5_000 }).toHaveLength(1);
  });
  await leaving[0];
  expect(await db.selectFrom("auth.sessions").select("id").where("user_id", "=", mia.id).execute()).toEqual([]);
  const pending = await db.selectFrom("account_deletions").select("user_id").where("user_id", "=", mia.id).execute();
  expect(pending).toHaveLength(1);
});
