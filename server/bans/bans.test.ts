import { expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { callAuth, serviceKey } from "#server/testing/auth-api.ts";
import { testApp } from "#server/testing/test-app.ts";
import { banMember, liftExpiredBans, unbanMember } from "./bans.service.ts";

const service = await serviceKey();
const clock = movableClock();
const site = await testApp({ app: { clock }, settings: { AUTH_VERIFICATION_KEYS: service.setting } });
const { as, db, app } = site;

/** A public member with one outfit, and where visitors find it. */
async function publicAuthor() {
  const [author, style] = [await buildUser(db), await buildStyle(db)];
  const outfit = await buildOutfit(db, author.id, { styleId: style.id, title: `Coat of ${author.username}` });
  const places = [
    `/api/outfits?style=${style.id}`,
    `/api/outfits?search=${author.username}`,
    `/api/outfits/${outfit.id}`,
  ];
  /** In how many of feed, search and the outfit's own page a visitor finds the outfit. */
  const countPlaces = async () => {
    const answers = await Promise.all(places.map((url) => as(null).get(url)));
    return answers.filter((answer) => answer.statusCode === 200 && answer.body.includes(outfit.id)).length;
  };
  const countOfStyle = async () =>
    (await as(null).get("/api/styles")).json().items.find((one: { id: string }) => one.id === style.id)
      ?.activeOutfitCount;
  return { author, outfit, countPlaces, countOfStyle };
}

const hour = () => new Date(clock.now().getTime() + 3_600_000);

test("a ban unlists a public member's outfits and updates counts, and lifting it reverts both", async () => {
  const { author, countPlaces, countOfStyle } = await publicAuthor();
  expect([await countPlaces(), await countOfStyle()]).toEqual([3, 1]);
  await transact(db, (tx) => banMember(tx, app, author.id, hour()));
  expect([await countPlaces(), await countOfStyle()]).toEqual([0, 0]);
  await transact(db, (tx) => unbanMember(tx, app, author.id));
  expect([await countPlaces(), await countOfStyle()]).toEqual([3, 1]);
  expect(await findDrift(db)).toEqual([]);
});

test("a ban set by a trusted service does the same", async () => {
  const { author, countPlaces } = await publicAuthor();
  const ban = (duration: string) =>
    callAuth(site, "PUT", `/admin/users/${author.id}`, { ban_duration: duration }, { token: service.token });
  expect((await ban("24h")).status).toBe(200);
  expect(await countPlaces()).toBe(0);
  expect((await ban("none")).status).toBe(200);
  expect(await countPlaces()).toBe(3);
});

test("an expired ban is lifted once, even if two servers notice it concurrently", async () => {
  const { author, countPlaces } = await publicAuthor();
  await transact(db, (tx) => banMember(tx, app, author.id, hour()));
  expect(await liftExpiredBans(app)).toBe(0);
  clock.advance(3_601);
  const lifted = await Promise.all([liftExpiredBans(app), liftExpiredBans(app)]);
  expect(lifted.toSorted()).toEqual([0, 1]);
  expect(await countPlaces()).toBe(3);
});

test("a ban that is rolled back changes nothing", async () => {
  const { author, countPlaces } = await publicAuthor();
  const failing = transact(db, async (tx) => {
    await banMember(tx, app, author.id, hour());
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await countPlaces()).toBe(3);
});
