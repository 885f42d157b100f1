import { expect, test } from "vitest";
import { runSql } from "#server/db/db.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sendModerationAlerts } from "./alerts.service.ts";

const { app, as, db } = await testApp();

test("new cases are mailed once, to admins who are neither banned nor suspended, nor leave", async () => {
  const buildAdmin = () => buildUser(db, { role: "admin" });
  const [active, former, banned] = [await buildAdmin(), await buildAdmin(), await buildAdmin()];
  const [suspended, leaving] = [await buildAdmin(), await buildAdmin()];
  const ban = ({ id }: { id: string }, until: string, isSuspension = false) =>
    db
      .updateTable("auth.users")
      .set({ banned_until: new Date(until), is_suspension: isSuspension })
      .where("id", "=", id)
      .execute();
  await ban(former, "2020-01-01");
  await ban(banned, "2999-01-01");
  await ban(suspended, "2999-01-01", true);
  await db
    .insertInto("account_deletions")
    .values({ user_id: leaving.id, delete_at: new Date("2999-01-01") })
    .execute();
  const outfit = await buildOutfit(db, (await buildUser(db)).id);
  await as(await buildUser(db)).post("/api/reports", { targetType: "outfit", targetId: outfit.id, reason: "spam" });
  await sendModerationAlerts(app);
  await sendModerationAlerts(app);
  const jobs = await runSql<{ userId: string }>(
    db,
    `select payload->>'userId' as "userId" from graphile_worker._private_jobs where payload->>'kind' = 'moderation_alert'`,
    [],
  );
  expect(jobs.map(({ userId }) => userId).toSorted()).toEqual([active.id, former.id].toSorted());
});
