import sharp from "sharp";
import { expect, test } from "vitest";
import type { Board } from "#contract/boards.ts";
import type { Thread } from "#contract/messages.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { findTotalDrift, listTotals } from "#server/dashboard/totals.store.ts";
import { runSql } from "#server/db/db.ts";
import { buildUser } from "#server/testing/factories.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";
import { demoAccounts, fillDemo, isForDemo } from "./seed.ts";
import { seedBoards } from "./seed-talks.ts";

const silent = () => undefined;

/** Seeds until this many files are stored, then stops as in a shutdown, or fails as in a kill. */
async function seedUntil(files: number, end: "stop" | "break") {
  const storage = createMemoryStorage();
  const { fastify, as, db, app } = await testApp({ app: { storage } });
  const halt = new AbortController();
  const put = storage.put.bind(storage);
  let left = files;
  storage.put = async (...given) => {
    left -= 1;
    if (left <= 0 && end === "stop") halt.abort();
    if (left <= 0 && end === "break") throw new Error("killed");
    await put(...given);
  };
  const outcome = await fillDemo(app, silent, halt.signal).catch((error: Error) => error.message);
  expect(outcome).toBe(end === "break" ? "killed" : undefined);
  storage.put = put;
  return { fastify, as, db, app };
}

const countPosts = async (db: Awaited<ReturnType<typeof testApp>>["db"]) =>
  (
    await db
      .selectFrom("outfits")
      .select((b) => b.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

test("a fresh database soon shows people, newest posts with pictures, and life, all counted rightly", async () => {
  const { fastify, as, db, app } = await seedUntil(20, "stop");
  expect(await isForDemo(app)).toBe(true);
  const { items } = (await as(null).get("/api/outfits")).json();
  expect(items.length).toBeGreaterThanOrEqual(2);
  const times = items.map((item: { createdAt: string }) => item.createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(Date.parse(times[0])).toBeGreaterThan(Date.now() - 12 * 3_600_000);
  const [first] = items;
  expect(first).toMatchObject({ author: { avatarUrl: expect.stringContaining("/media/") } });
  const picture = await fastify.inject(first.picture.url);
  expect(picture.statusCode).toBe(200);
  expect((await sharp(picture.rawPayload).metadata()).width).toBe(first.picture.width);
  const authors = items.map(({ author }: { author: { id: string } }) => author.id);
  const scored = await db.selectFrom("profiles").select("activity_score").where("id", "in", authors).execute();
  for (const { activity_score: score } of scored) expect(score).toBeGreaterThan(0);
  const details = await Promise.all(
    items.map(async ({ id }: { id: string }) => (await as(null).get(`/api/outfits/${id}`)).json()),
  );
  expect(details.some(({ photos }) => photos.length > 1)).toBe(true);
  expect(details.some((outfit) => outfit.items.some(({ spot }: { spot: unknown }) => spot !== null))).toBe(true);
  const liked = items.find((item: { likesCount: number }) => item.likesCount > 0);
  expect(liked.viewsCount).toBeGreaterThan(liked.likesCount);
  expect(await findDrift(db)).toEqual([]);
});

test("the totals of the site grow on the days of the story, not on that of the seeding", async () => {
  const { db } = await seedUntil(70, "stop");
  const totals = await listTotals(db, "2000-01-01");
  const grown = (metric: string) => {
    const days = totals.find((total) => total.metric === metric)?.days ?? [];
    return days.flatMap(({ day, added, removed }) => (added > removed ? [[day, added - removed]] : []));
  };
  const outfits = await runSql<{ day: string; added: number }>(
    db,
    `select (created_at at time zone 'UTC')::date::text as day, count(*)::integer as added from outfits group by 1 order by 1`,
    [],
  );
  const points = await runSql<{ day: string; added: number }>(
    db,
    `select (created_at at time zone 'UTC')::date::text as day, sum(points)::integer as added from points_ledger
     group by 1 order by 1`,
    [],
  );
  expect(points.length).toBeGreaterThan(5);
  expect(outfits.length).toBeGreaterThan(1);
  expect(grown("outfits")).toEqual(outfits.map(({ day, added }) => [day, added]));
  expect(grown("points")).toEqual(points.map(({ day, added }) => [day, added]));
  expect(await findTotalDrift(db)).toEqual([]);
  const idle = await runSql(
    db,
    `select m.day::text, m.user_id from member_days m
     where not exists (select from outfits o where o.user_id = m.user_id and (o.created_at at time zone 'UTC')::date = m.day)
       and not exists (select from comments c where c.user_id = m.user_id and (c.created_at at time zone 'UTC')::date = m.day)`,
    [],
  );
  expect(idle).toEqual([]);
});

test("the demo member finds conversations, read and unread, a request, and boards of what was saved", async () => {
  const { as, db, app } = await seedUntil(30, "stop");
  const robin = await db
    .selectFrom("profiles")
    .select("id")
    .where("username", "=", demoAccounts.member.username)
    .executeTakeFirstOrThrow();
  const threads: Thread[] = (await as(robin).get("/api/threads")).json().items;
  const recipients = threads.map(({ other, unreadCount, isRequest }) => [other.username, unreadCount, isRequest]);
  expect(recipients).toEqual([
    ["mia.okafor", 2, false],
    ["aisha.rahman", 1, true],
    ["noah_lindqvist", 0, false],
    ["hana_suzuki", 0, false],
  ]);
  const [first] = threads;
  const { items } = (await as(robin).get(`/api/threads/${first?.id}/messages`)).json();
  expect(items[0]).toMatchObject({ content: first?.lastMessagePreview, senderId: first?.other.id });

  const outfits: { id: string }[] = (await as(null).get("/api/outfits")).json().items;
  for (const { id } of outfits) await as(robin).put(`/api/outfits/${id}/save`);
  const scene = { app, idOf: () => robin.id, styleIdOf: () => "", seededAt: new Date() };
  await seedBoards(scene, "boards");
  await seedBoards(scene, "boards");
  const boards: Board[] = (await as(robin).get("/api/boards")).json().items;
  expect(boards.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ["Dressed up", false],
    ["Long weekends", false],
    ["For my sister", true],
  ]);
  const { items: saves } = (await as(robin).get("/api/closet?limit=50")).json();
  expect(boards.reduce((sum, { savesCount }) => sum + savesCount, 0)).toBe(saves.length);
  expect(await findDrift(db)).toEqual([]);
});

test("the demo account can sign in, the admin is one, nobody else has a password", async () => {
  const { fastify, db } = await seedUntil(1, "stop");
  const signIn = async (email: string, password: string) =>
    fastify.inject({ method: "POST", url: "/auth/v1/token?grant_type=password", payload: { email, password } });
  const session = await signIn(demoAccounts.member.email, demoAccounts.password);
  expect(session.statusCode).toBe(200);
  const me = await fastify.inject({
    url: "/api/me",
    headers: { authorization: `Bearer ${session.json().access_token}` },
  });
  expect(me.json()).toMatchObject({ username: demoAccounts.member.username, role: "user", followersCount: 4 });
  expect(me.json().unreadNotificationsCount).toBeGreaterThan(0);
  expect(me.json().points).toBeGreaterThan(0);
  const admin = await signIn(demoAccounts.admin.email, demoAccounts.password);
  const adminMe = await fastify.inject({
    url: "/api/me",
    headers: { authorization: `Bearer ${admin.json().access_token}` },
  });
  expect(adminMe.json()).toMatchObject({ role: "admin", isVerified: true });
  const withPassword = await db.selectFrom("auth.users").select("id").where("password_hash", "is not", null).execute();
  expect(withPassword.length).toBe(2);
});

test("a start that was cut off goes on where it stopped, and nothing comes twice", async () => {
  const { db, app } = await seedUntil(9, "break");
  const before = await countPosts(db);
  const people = await db.selectFrom("profiles").select("id").execute();
  const halt = new AbortController();
  let lines = 0;
  const posts = () => countPosts(db);
  const going = fillDemo(app, () => (lines += 1), halt.signal);
  await expect.poll(posts, { timeout: 25_000 }).toBeGreaterThan(before);
  halt.abort();
  await going;
  expect((await db.selectFrom("profiles").select("id").execute()).length).toBe(people.length);
  const titles = await db.selectFrom("demo_steps").select("step").where("step", "like", "post %").execute();
  expect(titles.length).toBe(await countPosts(db));
  expect(await findDrift(db)).toEqual([]);
});

test("a database with members of its own is left alone, and two servers seed once", async () => {
  const { db, app } = await testApp();
  const mia = await buildUser(db);
  await fillDemo(app, silent);
  expect(await db.selectFrom("profiles").select("id").execute()).toEqual([{ id: mia.id }]);
  expect(await isForDemo(app)).toBe(false);

  const fresh = await testApp();
  const halt = new AbortController();
  halt.abort();
  await Promise.all([fillDemo(fresh.app, silent, halt.signal), fillDemo(fresh.app, silent, halt.signal)]);
  const members = await fresh.db
    .selectFrom("auth.users")
    .select("id")
    .where("email", "=", demoAccounts.member.email)
    .execute();
  expect(members.length).toBe(1);
});
