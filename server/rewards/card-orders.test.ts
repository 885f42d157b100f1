import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { AdminRedemption, AdminReward } from "#contract/reward-admin.ts";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { runSql, transact } from "#server/db/db.ts";
import { createGiftCards, GiftCardError } from "#server/outside/gift-cards.ts";
import { buildRedemption, buildUser } from "#server/testing/factories.ts";
import { type Fault, startGiftCardService } from "#server/testing/gift-card-service.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";
import { advanceOrder, pollOrders } from "./orders.service.ts";

const service = await startGiftCardService();
afterAll(() => service.close());
const settings = { TREMENDOUS_API_KEY: "key-1", TREMENDOUS_API_URL: `${service.url}/` };
const { app, as, db, databaseUrl } = await testApp({ settings });
auditPointsAfterEach(db);
const admin = await buildUser(db, { role: "admin" });
const call = as(admin);

beforeEach(() => {
  service.orders.length = 0;
  service.requests.length = 0;
  service.nextStatus = "EXECUTED";
});

async function buildRequest() {
  const fields = { name: "Card", giftCardType: "Muji", valueCents: 2_550, pointsRequired: 50 };
  const bought = { supply: "service", serviceProductId: "PRODUCT" };
  const reward = (await call.post("/api/admin/rewards", { ...fields, ...bought })).json() as AdminReward;
  const member = await buildUser(db);
  const { id } = await buildRedemption(db, member.id, { rewardId: reward.id });
  const approve = () => call.post(`/api/admin/redemptions/${id}/approve`, {});
  const find = async () => (await call.get(`/api/admin/redemptions/${id}`)).json() as AdminRedemption;
  /** As the queue does: once, and again after a failure. */
  const step = async () => {
    const { order } = await find();
    return advanceOrder(app, { orderId: order?.id }).then(
      () => null,
      (error: Error) => error.message,
    );
  };
  const reveal = async () => (await as(member).post(`/api/me/redemptions/${id}/reveal`)).json().code as string;
  return { id, reward, member, approve, find, step, reveal };
}

test("a card is ordered under a key stored beforehand, and approves the request when it arrives", async () => {
  const { id, approve, find, step, reveal, member } = await buildRequest();
  expect((await approve()).json()).toMatchObject({
    status: "awaiting approval",
    isOrdered: true,
    order: { status: "placing" },
  });
  expect(service.orders).toEqual([]);
  expect(await step()).toBeNull();
  const { order, status, decidedBy } = await find();
  expect([status, order?.status, decidedBy?.id]).toEqual(["approved", "completed", admin.id]);
  expect(service.requests).toMatchObject([
    {
      authorization: "Bearer key-1",
      body: {
        external_id: order?.id,
        payment: { funding_source_id: "BALANCE" },
        reward: { value: { denomination: 25.5, currency_code: "USD" }, products: ["PRODUCT"] },
      },
    },
  ]);
  expect(JSON.stringify(service.requests)).not.toContain(member.email);
  expect(await reveal()).toBe(service.orders[0]?.rewards[0]?.delivery.link);
  const actions = await db
    .selectFrom("audit_log")
    .select("action")
    .where("target_id", "=", id)
    .orderBy("created_at")
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    "redemption.card_ordered",
    "redemption.approved",
    "reward.code_revealed",
  ]);
});

test("a card has the value that was requested, although the reward was edited since", async () => {
  const { reward, approve, step } = await buildRequest();
  await call.patch(`/api/admin/rewards/${reward.id}`, { valueCents: 5_000 });
  await approve();
  expect(await step()).toBeNull();
  expect(service.requests).toMatchObject([
    { body: { reward: { value: { denomination: 25.5, currency_code: "USD" } } } },
  ]);
});

describe("however the service fails, a card is bought once", () => {
  const unclear: Fault[] = [
    "cut after",
    "cut before",
    "500 after",
    "503",
    "401",
    "409",
    "429",
    "garbage after",
    "shape after",
    "flood after",
    "redirect",
  ];
  test.each(unclear)("%s while ordering", async (fault) => {
    const { approve, find, step, reveal } = await buildRequest();
    await approve();
    service.fail("POST /orders", fault, fault);
    for (let n = 0; n < 2; n += 1) expect(await step()).toMatch(/^The gift card service/);
    expect((await find()).order).toMatchObject({ status: "placing", failure: expect.stringContaining("service") });
    expect(await step()).toBeNull();
    expect(await find()).toMatchObject({ status: "approved", order: { status: "completed", failure: null } });
    expect(service.orders).toHaveLength(1);
    expect(await reveal()).toBe(service.orders[0]?.rewards[0]?.delivery.link);
  });

  test("a process that dies between order and answer", async () => {
    const { approve, find, step } = await buildRequest();
    await approve();
    const { order } = await find();
    // The killed process had already sent the order but recorded no answer.
    await app.giftCards.order({
      idempotencyKey: order?.id ?? "",
      productId: "PRODUCT",
      valueCents: 2_550,
      currency: "USD",
    });
    expect(await step()).toBeNull();
    expect(service.orders).toHaveLength(1);
    expect((await find()).status).toBe("approved");
  });

  test("an attempt that is refused after one whose answer was lost", async () => {
    const { approve, find, step, reveal } = await buildRequest();
    await approve();
    service.fail("POST /orders", "cut after", "400", "400", "400");
    expect(await step()).toMatch(/^The gift card service/);
    // As long as nobody knows whether the first attempt bought a card, there is no second purchase.
    service.fail("GET /orders", "503", "400");
    for (let n = 0; n < 2; n += 1) expect(await step()).toMatch(/^The gift card service/);
    expect(await find()).toMatchObject({ isOrdered: true, order: { status: "placing" } });
    expect(await step()).toBeNull();
    expect((await find()).status).toBe("approved");
    expect(service.orders).toHaveLength(1);
    expect(await reveal()).toBe(service.orders[0]?.rewards[0]?.delivery.link);
  });

  test("a restart without the service's key before the answer is known", async () => {
    const { approve, find, step } = await buildRequest();
    await approve();
    service.fail("POST /orders", "cut after");
    expect(await step()).toMatch(/^The gift card service/);
    const { order } = await find();
    const off = await testApp({ databaseUrl });
    await expect(advanceOrder(off.app, { orderId: order?.id })).rejects.toThrow("No gift card service is configured");
    expect(await find()).toMatchObject({ isOrdered: true, order: { status: "placing" } });
    expect(await step()).toBeNull();
    expect((await find()).status).toBe("approved");
    expect(service.orders).toHaveLength(1);
  });

  test("two workers on one order, and a second answer after the end", async () => {
    const { approve, find } = await buildRequest();
    await approve();
    const { order } = await find();
    await Promise.all(Array.from({ length: 4 }, () => advanceOrder(app, { orderId: order?.id })));
    await advanceOrder(app, { orderId: order?.id });
    expect(service.orders).toHaveLength(1);
    const codes = await db
      .selectFrom("gift_card_codes")
      .select("id")
      .where("order_id", "=", order?.id ?? "")
      .execute();
    expect(codes).toHaveLength(1);
  });

  test("two approvals at once", async () => {
    const { approve, step } = await buildRequest();
    const answers = await Promise.all(Array.from({ length: 6 }, approve));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.json().code).filter(Boolean))).toEqual(
      new Set(["redemption.order_open"]),
    );
    await step();
    expect(service.orders).toHaveLength(1);
  });
});

test("a refused order leaves the request open, to be decided in another way", async () => {
  const { id, approve, find, step, reveal } = await buildRequest();
  await approve();
  service.fail("POST /orders", "400");
  expect(await step()).toBeNull();
  expect(await find()).toMatchObject({
    status: "awaiting approval",
    isOrdered: false,
    order: { status: "failed", failure: "The gift card service answered 400" },
  });
  await call.post(`/api/admin/redemptions/${id}/approve`, { code: `TYPED-${id}` });
  expect(await reveal()).toBe(`TYPED-${id}`);
});

describe("a slow order", () => {
  test("is polled until the card is there, through failures", async () => {
    service.nextStatus = "PENDING INTERNAL PAYMENT APPROVAL";
    const { approve, find, step, reveal } = await buildRequest();
    await approve();
    await step();
    const { order } = await find();
    expect(order?.status).toBe("pending");
    await db
      .updateTable("gift_card_orders")
      .set({ updated_at: "2026-01-01" })
      .where("id", "=", order?.id ?? "")
      .execute();
    await runSql(db, "delete from graphile_worker._private_jobs", []);
    await pollOrders(app);
    expect(await runSql(db, "select payload from graphile_worker._private_jobs", [])).toEqual([
      { payload: { orderId: order?.id } },
    ]);
    service.fail("GET /orders", "503", "garbage after");
    for (let n = 0; n < 2; n += 1) expect(await step()).toMatch(/^The gift card service/);
    expect((await find()).order).toMatchObject({ status: "pending" });
    for (const made of service.orders) made.status = "EXECUTED";
    service.fail("POST /rewards", "cut after");
    expect(await step()).toMatch(/^The gift card service/);
    expect(await step()).toBeNull();
    expect(await reveal()).toBe(service.orders[0]?.rewards[0]?.delivery.link);
  });

  test.each([
    ["CANCELED", "cancelled"],
    ["FAILED", "failed"],
  ])("ends as %s at the service: the request stays open", async (status, ending) => {
    service.nextStatus = "PENDING APPROVAL";
    const { approve, find, step } = await buildRequest();
    await approve();
    await step();
    for (const made of service.orders) made.status = status;
    await step();
    expect(await find()).toMatchObject({ status: "awaiting approval", isOrdered: false, order: { status: ending } });
  });

  test("can be neither withdrawn nor rejected, but cancelled", async () => {
    service.nextStatus = "PENDING APPROVAL";
    const { id, member, approve, find, step } = await buildRequest();
    const cancel = () => call.post(`/api/admin/redemptions/${id}/cancel-order`);
    expect((await cancel()).json()).toMatchObject({ status: 409, code: "redemption.no_order" });
    await approve();
    await step();
    const withdrawal = await as(member).post(`/api/me/redemptions/${id}/withdraw`);
    const rejection = await call.post(`/api/admin/redemptions/${id}/reject`, { reason: "No." });
    for (const answer of [withdrawal, rejection]) {
      expect(answer.json()).toMatchObject({ status: 409, code: "redemption.order_open" });
    }
    expect((await cancel()).json()).toMatchObject({ order: { status: "cancelling" } });
    service.fail("POST /order_approvals", "500 after");
    expect(await step()).toMatch(/^The gift card service/);
    expect(await step()).toBeNull();
    expect(await find()).toMatchObject({ isOrdered: false, order: { status: "cancelled" } });
    expect((await as(member).post(`/api/me/redemptions/${id}/withdraw`)).statusCode).toBe(200);
  });

  test("that is cancelled before it was placed is never bought", async () => {
    const { id, approve, find, step } = await buildRequest();
    await approve();
    await call.post(`/api/admin/redemptions/${id}/cancel-order`);
    expect(await step()).toBeNull();
    expect((await find()).order?.status).toBe("cancelled");
    expect(service.orders).toEqual([]);
  });

  test("whose cancellation is too late approves the request", async () => {
    const { id, approve, find, step, reveal } = await buildRequest();
    await approve();
    service.fail("POST /orders", "cut after");
    await step();
    await call.post(`/api/admin/redemptions/${id}/cancel-order`);
    service.fail("POST /rewards", "400");
    expect(await step()).toBeNull();
    expect((await find()).status).toBe("approved");
    expect(await reveal()).toBe(service.orders[0]?.rewards[0]?.delivery.link);
  });
});

test("the card of a deleted member goes into the stock", async () => {
  const { id, approve, find, member, reward } = await buildRequest();
  await approve();
  const { order } = await find();
  await transact(db, (tx) => eraseAccount(tx, app, member.id));
  expect((await call.get(`/api/admin/redemptions/${id}`)).json().code).toBe("redemption.not_found");
  await advanceOrder(app, { orderId: order?.id });
  const { items } = (await call.get("/api/admin/rewards")).json() as { items: AdminReward[] };
  expect(items.find((item) => item.id === reward.id)?.codesInStock).toBe(1);
});

test("without a configuration nothing is bought", async () => {
  const off = createGiftCards(undefined);
  expect(off.isOn).toBe(false);
  const request = { idempotencyKey: "a", productId: "b", valueCents: 1, currency: "USD" };
  await expect(off.order(request)).rejects.toBeInstanceOf(GiftCardError);
});
