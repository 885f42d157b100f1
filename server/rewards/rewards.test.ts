import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Redemption, Reward } from "#contract/rewards.ts";
import { buildUser, givePoints } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const rewards: Reward[] = (await as(null).get("/api/rewards")).json().items;
const dearest = rewards.at(-1) as Reward;

const balanceOf = async (member: { id: string }) => {
  const row = await db.selectFrom("profiles").select("points").where("id", "=", member.id).executeTakeFirstOrThrow();
  return row.points;
};
const redemptionsOf = async (member: { id: string }) =>
  (await as(member).get("/api/me/redemptions")).json().items as Redemption[];
const redeem = (member: { id: string }, rewardId = dearest.id, id: string = randomUUID()) =>
  as(member).put(`/api/me/redemptions/${id}`, { rewardId });

async function buildSaver(points: number) {
  const member = await buildUser(db);
  await givePoints(db, member.id, points);
  return member;
}

test("rewards come cheapest first, and one that is taken off the list cannot be had", async () => {
  expect(rewards.map(({ pointsRequired }) => pointsRequired)).toEqual([1_000, 1_000, 2_500, 5_000]);
  const mia = await buildSaver(1_000);
  const gone = { id: randomUUID(), name: "Gone", gift_card_type: "Gone", value_cents: 100, points_required: 100 };
  await db
    .insertInto("rewards")
    .values({ ...gone, is_active: false })
    .execute();
  expect((await as(null).get("/api/rewards")).json().items).toEqual(rewards);
  for (const id of [gone.id, randomUUID()]) {
    expect((await redeem(mia, id)).json()).toMatchObject({ status: 404, code: "reward.not_found" });
  }
  expect(await balanceOf(mia)).toBe(1_000);
});

test("a request holds its points and waits for approval", async () => {
  const mia = await buildSaver(5_400);
  const answer = await redeem(mia);
  expect(answer.json()).toMatchObject({
    reward: dearest,
    cost: 5_000,
    status: "awaiting approval",
    giftCardCode: null,
  });
  expect(await redemptionsOf(mia)).toEqual([answer.json()]);
  expect(await balanceOf(mia)).toBe(400);
});

test("too few points hold nothing and leave no request", async () => {
  const mia = await buildSaver(4_999);
  expect((await redeem(mia)).json()).toMatchObject({ status: 409, code: "reward.too_few_points" });
  expect(await redemptionsOf(mia)).toEqual([]);
  expect(await balanceOf(mia)).toBe(4_999);
});

test("security.md 63: one request sent twenty times at once holds its points once", async () => {
  const mia = await buildSaver(20_000);
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(mia, dearest.id, id)));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(await redemptionsOf(mia)).toHaveLength(1);
  expect(await balanceOf(mia)).toBe(15_000);
});

test("security.md 63: twenty requests at once never spend more than there is", async () => {
  const mia = await buildSaver(17_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(mia)));
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 17 }, () => 409)]);
  expect(await redemptionsOf(mia)).toHaveLength(3);
  expect(await balanceOf(mia)).toBe(2_000);
});

test("security.md 63: awards that arrive meanwhile are neither lost nor spent twice", async () => {
  const mia = await buildSaver(5_000);
  const awards = Array.from({ length: 10 }, () => givePoints(db, mia.id, 100));
  const answers = await Promise.all([redeem(mia), redeem(mia), ...awards]);
  expect(answers.filter((answer) => answer && answer.statusCode === 200)).toHaveLength(1);
  expect(await balanceOf(mia)).toBe(1_000);
});

test("an id that stands for something else holds nothing", async () => {
  const [mia, leo] = [await buildSaver(10_000), await buildSaver(10_000)];
  const { id } = (await redeem(mia)).json();
  expect((await redeem(leo, dearest.id, id)).json()).toMatchObject({ status: 409, code: "redemption.id_taken" });
  expect((await redeem(mia, rewards[0]?.id, id)).json()).toMatchObject({ status: 409, code: "redemption.id_taken" });
  expect([await balanceOf(mia), await balanceOf(leo)]).toEqual([5_000, 10_000]);
});

test("requests come newest first, page by page", async () => {
  const mia = await buildSaver(5_000);
  const cheapest = rewards[0]?.id;
  for (let n = 0; n < 5; n += 1) await redeem(mia, cheapest);
  const all = (await redemptionsOf(mia)).map(({ id }) => id);
  const first = (await as(mia).get("/api/me/redemptions?limit=3")).json();
  const rest = (await as(mia).get(`/api/me/redemptions?limit=3&cursor=${first.nextCursor}`)).json();
  expect([...first.items, ...rest.items].map((item: Redemption) => item.id)).toEqual(all);
  expect([all.length, rest.nextCursor]).toEqual([5, null]);
});
