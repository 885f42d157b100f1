import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import type { AdminRedemption, AdminReward, CodeBatch } from "#contract/reward-admin.ts";
import { transact } from "#server/db/db.ts";
import { buildRedemption, buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { rewardActions } from "#server/testing/reward-actions.ts";
import { testApp } from "#server/testing/test-app.ts";
import { lockCodesUnderOtherKeys } from "./codes.store.ts";

const { as, db, databaseUrl } = await testApp();
auditPointsAfterEach(db);
const { admin, addReward, approve, reject, balanceOf, buildRequest } = await rewardActions({ as, db });
const call = as(admin);

const importCodes = (rewardId: string, codes: string[]) =>
  call.post(`/api/admin/rewards/${rewardId}/codes`, { text: codes.join("\n") });
const freshCodes = (count: number) => Array.from({ length: count }, () => `C-${randomUUID()}`);
const revealed = async (member: { id: string }, id: string) =>
  (await as(member).post(`/api/me/redemptions/${id}/reveal`)).json().code as string;
const audited = (targetId: string) =>
  db
    .selectFrom("audit_log")
    .select(["actor_id", "action", "reason", "before", "after"])
    .where("target_id", "=", targetId)
    .orderBy("created_at")
    .execute();

describe("the catalogue", () => {
  test("creates and changes rewards, and each change is in the audit log", async () => {
    const reward = await addReward();
    expect(reward).toMatchObject({
      supply: "manual",
      currency: "USD",
      description: "",
      isRetired: false,
      isInStock: true,
    });
    const edited = await call.patch(`/api/admin/rewards/${reward.id}`, {
      name: "Other",
      pointsRequired: 60,
      currency: "USD",
    });
    expect(edited.json()).toMatchObject({ name: "Other", pointsRequired: 60, valueCents: 500 });
    await call.put(`/api/admin/rewards/${reward.id}/retired`, { isRetired: true });
    await call.put(`/api/admin/rewards/${reward.id}/retired`, { isRetired: true });
    expect(
      (await audited(reward.id)).map(({ actor_id, action, before, after }) => [actor_id, action, before, after]),
    ).toEqual([
      [admin.id, "reward.created", null, expect.objectContaining({ valueCents: 500 })],
      [admin.id, "reward.changed", { name: reward.name, pointsRequired: 50 }, { name: "Other", pointsRequired: 60 }],
      [admin.id, "reward.changed", { isRetired: false }, { isRetired: true }],
    ]);
    const { items } = (await call.get("/api/admin/rewards")).json() as { items: AdminReward[] };
    expect(items.at(-1)).toMatchObject({ id: reward.id, isRetired: true });
  });

  test("names the field that is wrong", async () => {
    const wrong: [object, string][] = [
      [{ name: " " }, "name"],
      [{ pointsRequired: 0 }, "pointsRequired"],
      [{ valueCents: 1.5 }, "valueCents"],
      [{ currency: "usd" }, "currency"],
      [{ supply: "service" }, "serviceProductId"],
    ];
    for (const [given, path] of wrong) {
      const fields = { name: "Card", giftCardType: "Muji", valueCents: 500, pointsRequired: 50, ...given };
      expect((await call.post("/api/admin/rewards", fields)).json()).toMatchObject({ status: 422, issues: [{ path }] });
    }
    const { id } = await addReward();
    expect((await call.patch(`/api/admin/rewards/${id}`, { supply: "service" })).json()).toMatchObject({
      issues: [{ path: "serviceProductId" }],
    });
    expect((await call.patch(`/api/admin/rewards/${randomUUID()}`, { name: "Card" })).json()).toMatchObject({
      code: "reward.not_found",
    });
  });
});

describe("codes", () => {
  test("are imported once, across admins and rewards", async () => {
    const [one, other] = [await addReward({ supply: "codes" }), await addReward({ supply: "codes" })];
    const [a, b, c] = freshCodes(3) as [string, string, string];
    expect((await importCodes(one.id, [a, "no", b, a.toLowerCase()])).json()).toMatchObject({
      importedCount: 2,
      rejected: [
        { line: 2, reason: "invalid" },
        { line: 4, reason: "repeated" },
      ],
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => importCodes(other.id, [b, c])));
    expect(answers.map((answer) => answer.json().importedCount as number).toSorted((x, y) => x - y)).toEqual([
      0, 0, 0, 0, 1,
    ]);
    expect((await importCodes(one.id, [c])).json()).toEqual({
      batchId: null,
      importedCount: 0,
      rejected: [{ line: 1, reason: "known" }],
    });
    const unreadable = await call.post(`/api/admin/rewards/${one.id}/codes`, { text: '"open' });
    expect(unreadable.json()).toMatchObject({ status: 422, issues: [{ path: "text" }] });
    const tooLong = await importCodes(one.id, ["x".repeat(limits.codeImportCharsMax + 1)]);
    expect(tooLong.json()).toMatchObject({
      status: 422,
      issues: [{ path: "text", message: "Paste at most 500,000 characters at once" }],
    });
  });

  test("are listed by import with counts, and can be removed until they are assigned", async () => {
    const { reward, id } = await buildRequest({ supply: "codes" });
    const { batchId } = (await importCodes(reward.id, freshCodes(3))).json();
    await approve(id);
    const batches = async () => (await call.get(`/api/admin/rewards/${reward.id}/batches`)).json().items as CodeBatch[];
    expect(await batches()).toMatchObject([
      { id: batchId, codesCount: 3, usedCount: 1, inStockCount: 2, importedBy: { id: admin.id } },
    ]);
    expect((await call.delete(`/api/admin/rewards/${reward.id}/batches/${batchId}`)).json()).toEqual({
      removedCount: 2,
    });
    expect(await batches()).toMatchObject([{ usedCount: 1, inStockCount: 0 }]);
    expect((await audited(reward.id)).map(({ action }) => action)).toEqual([
      "reward.created",
      "reward.codes_added",
      "reward.codes_removed",
    ]);
    expect((await call.get(`/api/admin/rewards/${randomUUID()}/batches`)).json().code).toBe("reward.not_found");
  });
});

describe("approving", () => {
  test("assigns the oldest code in stock", async () => {
    const { reward, member, id } = await buildRequest({ supply: "codes" });
    const [first, second] = freshCodes(2) as [string, string];
    await importCodes(reward.id, [first]);
    await importCodes(reward.id, [second]);
    expect((await approve(id)).json()).toMatchObject({
      status: "approved",
      decidedBy: { id: admin.id },
      member: { id: member.id },
    });
    expect(await revealed(member, id)).toBe(first);
    expect(await balanceOf(member)).toBe(0);
    expect(await audited(id)).toMatchObject([
      { actor_id: admin.id, action: "redemption.approved", after: { codeFrom: "stock", pointsSpent: 50 } },
      { actor_id: member.id, action: "reward.code_revealed" },
    ]);
  });

  test("prefers a typed code to the stock, but rejects a known one", async () => {
    const { reward, member, id } = await buildRequest({ supply: "codes" });
    const [stock, typed] = freshCodes(2) as [string, string];
    await importCodes(reward.id, [stock]);
    expect((await approve(id, { code: stock.toLowerCase() })).json()).toMatchObject({
      status: 409,
      code: "redemption.code_known",
    });
    expect((await approve(id, { code: "ab 1" })).json()).toMatchObject({ status: 422, issues: [{ path: "code" }] });
    await approve(id, { code: typed });
    expect(await revealed(member, id)).toBe(typed);
  });

  test.each([
    ["code", { code: " " }, "Gift card code is required"],
    ["code", { code: "x".repeat(301) }, "Gift card code must be at most 300 characters"],
    ["code", { code: "MUJI\u200b1234" }, "This does not look like a gift card code"],
    ["code", { pin: "4711" }, "Type the code of this PIN"],
    ["pin", { code: "MUJI-1234", pin: "1".repeat(51) }, "PIN must be at most 50 characters"],
    ["pin", { code: "MUJI-1234", pin: "47\u200b11" }, "This does not look like a PIN"],
  ])("says what is wrong with a typed %s", async (path, typed, message) => {
    const { id } = await buildRequest();
    expect((await approve(id, typed)).json()).toMatchObject({ status: 422, issues: [{ path, message }] });
  });

  test("without a code in stock leaves the request open", async () => {
    const { reward, member, id } = await buildRequest({ supply: "codes" });
    expect((await approve(id)).json()).toMatchObject({ status: 409, code: "redemption.no_code" });
    expect((await as(member).get("/api/me/redemptions")).json().items).toMatchObject([{ status: "awaiting approval" }]);
    const [code] = freshCodes(1) as [string];
    await importCodes(reward.id, [code]);
    await approve(id);
    expect(await revealed(member, id)).toBe(code);
  });

  test("of an admin's own request is for another one, where there is one", async () => {
    const reward = await addReward();
    const { id } = await buildRedemption(db, admin.id, { rewardId: reward.id });
    const other = await buildUser(db, { role: "admin" });
    const [code] = freshCodes(1);
    expect((await approve(id, { code })).json().code).toBe("decision.own");
    await db.deleteFrom("user_roles").where("user_id", "=", other.id).execute();
    expect((await approve(id, { code })).json()).toMatchObject({ status: "approved" });
  });

  test("happens once, however many admins on however many servers decide at once", async () => {
    const second = await testApp({ databaseUrl });
    const { reward, member, id } = await buildRequest({ supply: "codes" });
    await importCodes(reward.id, freshCodes(8));
    const decide = (index: number) => {
      const by = (index % 2 === 0 ? as : second.as)(admin);
      return index % 4 < 2
        ? by.post(`/api/admin/redemptions/${id}/approve`, {})
        : by.post(`/api/admin/redemptions/${id}/reject`, { reason: "No." });
    };
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => decide(index)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.json().code).filter(Boolean))).toEqual(
      new Set(["redemption.decided"]),
    );
    const { status } = (await call.get(`/api/admin/redemptions/${id}`)).json() as AdminRedemption;
    const used = await db.selectFrom("gift_card_codes").select("id").where("redemption_id", "=", id).execute();
    expect([used.length, await balanceOf(member)]).toEqual(status === "approved" ? [1, 0] : [0, 50]);
    expect((await audited(id)).filter(({ action }) => action.startsWith("redemption."))).toHaveLength(1);
  });

  test("waits for the last code while the keys are rotated", async () => {
    const { reward, member, id } = await buildRequest({ supply: "codes" });
    const [code] = freshCodes(1) as [string];
    await importCodes(reward.id, [code]);
    const approval = await transact(db, async (tx) => {
      await lockCodesUnderOtherKeys(tx, "another key", 500);
      const answer = approve(id);
      await expect.poll(() => listLockWaits(db)).toHaveLength(1);
      return { answer };
    });
    expect((await approval.answer).statusCode).toBe(200);
    expect(await revealed(member, id)).toBe(code);
  });

  test("of many at once assigns every code and none twice", async () => {
    const reward = await addReward({ supply: "codes" });
    await importCodes(reward.id, freshCodes(6));
    const members = await Promise.all(Array.from({ length: 14 }, () => buildUser(db)));
    const requests = await Promise.all(members.map((one) => buildRedemption(db, one.id, { rewardId: reward.id })));
    const answers = await Promise.all(requests.map(({ id }) => approve(id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(6);
    const used = await db
      .selectFrom("gift_card_codes")
      .select("redemption_id")
      .where("reward_id", "=", reward.id)
      .where("used_at", "is not", null)
      .execute();
    expect(new Set(used.map((row) => row.redemption_id)).size).toBe(6);
  });

  test("a code of a member who has left never returns to the stock", async () => {
    const { reward, member, id } = await buildRequest({ supply: "codes" });
    await importCodes(reward.id, freshCodes(1));
    await approve(id);
    await db.deleteFrom("auth.users").where("id", "=", member.id).execute();
    const next = await buildRedemption(db, (await buildUser(db)).id, { rewardId: reward.id });
    expect((await approve(next.id)).json().code).toBe("redemption.no_code");
  });
});

describe("rejecting", () => {
  test("returns the points, states the reason, and is in the audit log", async () => {
    const { member, id } = await buildRequest();
    expect((await reject(id, " ")).json()).toMatchObject({ status: 422, issues: [{ path: "reason" }] });
    expect((await reject(id)).json()).toMatchObject({
      status: "rejected",
      rejectionReason: "These points were bought.",
    });
    expect(await balanceOf(member)).toBe(50);
    expect((await as(member).get("/api/me/redemptions")).json().items).toMatchObject([
      { status: "rejected", rejectionReason: "These points were bought." },
    ]);
    expect((await reject(id)).json()).toMatchObject({ status: 409, code: "redemption.decided" });
    expect(await audited(id)).toMatchObject([
      { actor_id: admin.id, action: "redemption.rejected", reason: "These points were bought." },
    ]);
    expect((await reject(randomUUID())).json()).toMatchObject({ status: 404, code: "redemption.not_found" });
  });
});

describe("the queue", () => {
  test("lists open requests oldest first, decided ones newest first, by reward and page by page", async () => {
    const reward = await addReward();
    const member = await buildUser(db);
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await buildRedemption(db, member.id, { rewardId: reward.id })).id);
    const list = async (query: string) =>
      (await call.get(`/api/admin/redemptions?rewardId=${reward.id}&${query}`)).json() as {
        items: AdminRedemption[];
        nextCursor: string | null;
      };
    const first = await list("limit=3");
    const rest = await list(`limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    for (const id of ids.slice(0, 2)) await reject(id);
    expect((await list("status=rejected")).items.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    const counts = (await call.get("/api/admin/redemptions/counts")).json();
    expect(counts).toEqual({
      awaiting: expect.any(Number),
      approved: expect.any(Number),
      rejected: expect.any(Number),
      withdrawn: 0,
    });
    expect(counts.rejected).toBeGreaterThanOrEqual(2);
  });

  test("shows for one request how its points were earned", async () => {
    const { reward, member, id } = await buildRequest({ supply: "codes" });
    await importCodes(reward.id, freshCodes(2));
    const found = (await call.get(`/api/admin/redemptions/${id}`)).json();
    expect(found).toMatchObject({
      member: { id: member.id },
      codesInStock: 2,
      isContactConfirmed: true,
      balance: 0,
      approvedBefore: 0,
    });
    const earned = found.earnedByAction as { points: number }[];
    expect(earned.reduce((sum, { points }) => sum + points, 0)).toBe(50);
  });
});
