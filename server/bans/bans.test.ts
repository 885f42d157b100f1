import { expect, test } from "vitest";
import { transact } from "#server/db/db.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { callAuth, serviceKey } from "#server/testing/auth-api.ts";
import { lockAuthor } from "#server/outfits/outfits.service.ts";
import { dropFeedPages } from "#server/outfits/page-cache.service.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";
import { banMember, liftExpiredBans, unbanMember } from "./bans.service.ts";

const service = await serviceKey();
const clock = movableClock();
const site = await testApp({ app: { clock }, settings: { AUTH_VERIFICATION_KEYS: service.setting } });
const { as, db, app } = site;

/** A public member with one outfit, and where others find it. */
async function publicAuthor() {
  const [author, style, reader] = [await buildUser(db), await buildStyle(db), await buildUser(db)];
  const tag = `tag${author.username}`;
  const given = { styleId: style.id, title: `Coat of ${author.username}`, tags: [tag] };
  const outfit = await buildOutfit(db, author.id, given);
  dropFeedPages(app.pool);
  const today = new Date().toISOString().slice(0, 10);
  const places = [
    "/api/outfits",
    `/api/outfits?style=${style.id}`,
    `/api/outfits?search=${author.username}`,
    `/api/outfits?tag=${tag}`,
    `/api/outfits/${outfit.id}`,
    "/api/swipes/deck",
    "/api/trending",
    `/sitemaps/${today}.xml`,
  ];
  /** The places in which a member finds the outfit. */
  const listPlaces = async () => {
    // The sitemap may be ten minutes old.
    clock.advance(600);
    const answers = await Promise.all(places.map((url) => as(reader).get(url)));
    return places.filter((_, index) => {
      const answer = answers[index];
      return answer?.statusCode === 200 && answer.body.includes(outfit.id);
    });
  };
  const countOfStyle = async () =>
    (await as(null).get("/api/styles")).json().items.find((one: { id: string }) => one.id === style.id)
      ?.activeOutfitCount;
  return { author, places, listPlaces, countOfStyle };
}

const hour = () => new Date(clock.now().getTime() + 3_600_000);

test("who posts while they are being banned is not listed", async () => {
  const author = await buildUser(db);
  const found: Promise<{ isListed: boolean }>[] = [];
  await transact(db, async (tx) => {
    await banMember(tx, app, author.id, hour());
    found.push(transact(db, (posting) => lockAuthor(posting, author.id)));
    await expect.poll(() => listLockWaits(db), { timeout: 5_000 }).toHaveLength(1);
  });
  expect(await found[0]).toMatchObject({ isListed: false });
  await transact(db, (tx) => unbanMember(tx, app, author.id));
});

test("a ban unlists a public member's outfits everywhere and updates counts, and lifting it reverts both", async () => {
  const { author, places, listPlaces, countOfStyle } = await publicAuthor();
  expect([await listPlaces(), await countOfStyle()]).toEqual([places, 1]);
  await transact(db, (tx) => banMember(tx, app, author.id, hour()));
  expect([await listPlaces(), await countOfStyle()]).toEqual([[], 0]);
  await transact(db, (tx) => unbanMember(tx, app, author.id));
  expect([await listPlaces(), await countOfStyle()]).toEqual([places, 1]);
  expect(await findDrift(db)).toEqual([]);
});

test("a ban set by a trusted service does the same", async () => {
  const { author, places, listPlaces } = await publicAuthor();
  const ban = (duration: string) =>
    callAuth(site, "PUT", `/admin/users/${author.id}`, { ban_duration: duration }, { token: service.token });
  expect((await ban("24h")).status).toBe(200);
  expect(await listPlaces()).toEqual([]);
  expect((await ban("none")).status).toBe(200);
  expect(await listPlaces()).toEqual(places);
});

test("an expired ban is lifted once, even if two servers notice it concurrently", async () => {
  const { author, places, listPlaces } = await publicAuthor();
  await transact(db, (tx) => banMember(tx, app, author.id, hour()));
  expect(await liftExpiredBans(app)).toBe(0);
  clock.advance(3_601);
  const lifted = await Promise.all([liftExpiredBans(app), liftExpiredBans(app)]);
  expect(lifted.toSorted()).toEqual([0, 1]);
  expect(await listPlaces()).toEqual(places);
});

test("a ban that is rolled back changes nothing", async () => {
  const { author, places, listPlaces } = await publicAuthor();
  const failing = transact(db, async (tx) => {
    await banMember(tx, app, author.id, hour());
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await listPlaces()).toEqual(places);
});
