import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Notification } from "#contract/notifications.ts";
import { runSql } from "#server/db/db.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { rewardActions } from "#server/testing/reward-actions.ts";
import { testApp } from "#server/testing/test-app.ts";
import { mailRedemption } from "./reward-mails.service.ts";

const { app, as, db } = await testApp();
auditPointsAfterEach(db);
const { addReward, approve, buildRequest, buildSaver, redeem, reject } = await rewardActions({ as, db });

describe("the member is notified of each decision", () => {
  const notificationsOf = async (member: { id: string }) =>
    (await as(member).get("/api/notifications")).json().items as Notification[];
  const mailsTo = (email: string) => app.outbox.list().filter((message) => message.to === email);

  test.each([
    ["approved", "is ready", "is ready"],
    ["rejected", "was declined, and you get your 50 points back. Reason: These points were bought.", "was declined"],
  ])("%s: by notification and by mail, without the code", async (status, sentence, subject) => {
    const { reward, member, id } = await buildRequest();
    if (status === "approved") await approve(id, { code: `MAIL-${id}` });
    else await reject(id);
    const [notification] = await notificationsOf(member);
    expect(notification).toMatchObject({ type: "reward", path: "/rewards#requests", referenceId: id });
    expect(notification?.message).toContain(sentence);
    expect(notification?.message).toContain(reward.name);
    const waiting = await db
      .selectFrom("notifications")
      .select("mail_pending_since")
      .where("user_id", "=", member.id)
      .execute();
    // It has a separate mail, so the digest does not repeat it.
    expect(waiting).toEqual([{ mail_pending_since: null }]);
    const jobs = "select count(*)::int as found from graphile_worker._private_jobs where payload->>'redemptionId' = $1";
    expect(await runSql(db, jobs, [id])).toEqual([{ found: 1 }]);
    await mailRedemption(app, { redemptionId: id });
    const [mail, ...others] = mailsTo(member.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain(subject);
    expect(mail?.text).toContain("http://localhost:3000/rewards");
    expect(`${mail?.text} ${mail?.html}`).not.toContain("MAIL-");
  });

  test.each([
    ["Duplicate account", "Duplicate account."],
    ["“Not yours”", "“Not yours”."],
    ["Are these your photos?", "Are these your photos?"],
    ["These are “not yours.”", "These are “not yours.”"],
  ])("the reason %j is a sentence of its own", async (reason, sentence) => {
    const { member, id } = await buildRequest();
    await reject(id, reason);
    const [notification] = await notificationsOf(member);
    expect(notification?.message).toContain(`was declined, and you get your 50 points back. Reason: ${sentence}`);
  });

  test.each([
    [1, 0, "your 1 point back."],
    [1_200, 30, "your 1,200 points back, less 30 that you owed for deleted posts and comments."],
  ])("of %i returned points, less a debt of %i", async (cost, owed, words) => {
    const [reward, member] = [await addReward({ pointsRequired: cost }), await buildSaver(cost)];
    const { id } = (await redeem(member, reward)).json();
    await db.updateTable("profiles").set({ points_owed: owed }).where("id", "=", member.id).execute();
    expect((await as(member).get("/api/me/reward-standing")).json().owedPoints).toBe(owed);
    await reject(id);
    expect((await notificationsOf(member))[0]?.message).toContain(words);
    const job = "select payload from graphile_worker._private_jobs where payload->>'redemptionId' = $1";
    const [queued] = await runSql<{ payload: object }>(db, job, [id]);
    await mailRedemption(app, queued?.payload);
    expect(mailsTo(member.email)[0]?.text.replaceAll(/\s+/g, " ")).toContain(words);
  });

  test("with what a debt takes, however long the reason and the reward's name are", async () => {
    const name = randomUUID().padEnd(limits.rewardNameCharsMax, "x");
    const [reward, member] = [await addReward({ name }), await buildSaver(50)];
    const { id } = (await redeem(member, reward)).json();
    await db.updateTable("profiles").set({ points_owed: 30 }).where("id", "=", member.id).execute();
    await reject(id, "y".repeat(limits.rejectionReasonCharsMax));
    expect((await notificationsOf(member))[0]?.message).toContain(
      ", less 30 that you owed for deleted posts and comments. Reason: yyy",
    );
  });

  test("not by mail where they chose so, or the address is not confirmed", async () => {
    const without = { in_app: true, by_mail: false, by_push: false, type: "reward" as const };
    const { member, id } = await buildRequest();
    await db
      .insertInto("notification_settings")
      .values({ user_id: member.id, ...without })
      .execute();
    const other = await buildRequest();
    await db.updateTable("auth.users").set({ email_confirmed_at: null }).where("id", "=", other.member.id).execute();
    for (const request of [{ member, id }, other]) {
      await reject(request.id);
      await mailRedemption(app, { redemptionId: request.id });
      expect(mailsTo(request.member.email)).toEqual([]);
    }
  });
});
