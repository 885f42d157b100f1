import { afterAll, expect, test } from "vitest";
import { createAppContext } from "#server/app-context.ts";
import { startJobs } from "#server/jobs.ts";
import { transact } from "#server/db/db.ts";
import { newId } from "#server/lib/ids.ts";
import { createPush, isPublicAddress } from "#server/outside/push.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { startPushService } from "#server/testing/push-service.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";
import { notify } from "./notifications.service.ts";
import { sendPush } from "./push.service.ts";

const { fastify, as, db, app } = await testApp();
type User = Awaited<ReturnType<typeof buildUser>>;

const readSettings = async (user: User) => (await as(user).get("/api/me/notifications")).json();
const pushService = await startPushService(async () => (await readSettings(await buildUser(db))).pushKey);
afterAll(() => pushService.stop());

/** A signed-in browser of the member. */
async function openBrowser(user: User) {
  const { access_token: token } = await sessionFor(app, user.id);
  const send = (method: "GET" | "PUT" | "DELETE", url: string, payload?: object) =>
    fastify.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload ? { payload } : {}) });
  const browser = pushService.addBrowser();
  return {
    ...browser,
    browser,
    subscribe: () => send("PUT", "/api/me/push-subscription", browser.address),
    unsubscribe: () => send("DELETE", "/api/me/push-subscription"),
    isOn: async () => (await send("GET", "/api/me/notifications")).json().isPushSubscribed,
    signOut: () =>
      fastify.inject({
        method: "POST",
        url: "/auth/v1/logout?scope=local",
        headers: { authorization: `Bearer ${token}` },
      }),
  };
}

/** Runs the queued pushes, as the worker would. */
async function doPushes(): Promise<unknown[]> {
  const { rows } = await app.pool.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'sendPush' order by j.id`,
  );
  await app.pool.query("delete from graphile_worker._private_jobs");
  return Promise.allSettled(rows.map(({ payload }) => sendPush(app, payload)));
}

test("a subscribed device receives an encrypted message, signed with the site's key, for each action", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  const laptop = await openBrowser(mia);
  expect((await phone.subscribe()).json()).toEqual({ ok: true });
  await laptop.subscribe();
  await as(leo).put(`/api/follows/${mia.id}`);
  await doPushes();
  const [notification] = (await as(mia).get("/api/notifications")).json().items;
  const expected = {
    text: {
      title: "New follower",
      body: `${leo.username} started following you`,
      path: `/profile/${leo.username}`,
      tag: notification.id,
      unreadCount: 1,
      isCounted: true,
    },
    subject: "mailto:admin@localhost",
    audience: pushService.origin,
    ttlSeconds: 86_400,
    topic: undefined,
  };
  expect(phone.delivered).toEqual([expected]);
  expect(laptop.delivered).toEqual([expected]);
});

test("a long message of the moderators is cut in a push, and whole in the list", async () => {
  const mia = await buildUser(db);
  const phone = await openBrowser(mia);
  await phone.subscribe();
  const message = "语".repeat(2_000);
  const news = { userId: mia.id, type: "moderation", actorId: null, referenceId: null, message } as const;
  await transact(db, (tx) => notify(tx, app, news));
  await doPushes();
  expect(phone.delivered).toMatchObject([{ text: { body: `${"语".repeat(499)}…` } }]);
  expect((await as(mia).get("/api/notifications")).json().items).toMatchObject([{ message }]);
});

test("a push links to the page where a request can be answered", async () => {
  const [mia, leo] = [await buildUser(db, { isPrivate: true }), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  await as(leo).put(`/api/follows/${mia.id}`);
  await doPushes();
  expect(phone.delivered).toMatchObject([{ text: { title: "Follow request", path: "/notifications" } }]);
});

test("a push has the number of all unread notifications and messages, for the app's icon", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  await as(leo).put(`/api/follows/${mia.id}`);
  const { id } = (await as(leo).post("/api/threads", { username: mia.username })).json();
  await as(leo).post(`/api/threads/${id}/messages`, { content: "Where is that coat from?", clientId: newId() });
  await doPushes();
  const me = (await as(mia).get("/api/me")).json();
  expect(me.unreadMessagesCount).toBe(1);
  const unreadCount = me.unreadNotificationsCount + me.unreadMessagesCount;
  expect(phone.delivered).toMatchObject([{ text: { unreadCount } }, { text: { unreadCount } }]);
});

test("a push tells whether its notification is counted: one that the list leaves out is not, a message is", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  for (const type of ["follower", "message"])
    await as(mia).put(`/api/me/notifications/${type}`, { inApp: false, byMail: false, byPush: true });
  await as(leo).put(`/api/follows/${mia.id}`);
  const { id } = (await as(leo).post("/api/threads", { username: mia.username })).json();
  await as(leo).post(`/api/threads/${id}/messages`, { content: "Where is that coat from?", clientId: newId() });
  await doPushes();
  expect(phone.delivered).toHaveLength(2);
  expect(phone.delivered.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: "New follower", unreadCount: 1, isCounted: false }),
      expect.objectContaining({ title: "New message", unreadCount: 1, isCounted: true }),
    ]),
  );
});

test("read, withdrawn, switched-off or unwanted notifications are not pushed", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  const outfit = await buildOutfit(db, mia.id);
  await as(leo).put(`/api/outfits/${outfit.id}/like`);
  await doPushes();
  await as(leo).put(`/api/follows/${mia.id}`);
  await as(mia).post("/api/notifications/read");
  await doPushes();
  await as(leo).delete(`/api/follows/${mia.id}`);
  await as(leo).put(`/api/follows/${mia.id}`);
  await as(leo).delete(`/api/follows/${mia.id}`);
  await doPushes();
  const off = { inApp: true, byMail: true, byPush: false };
  expect((await as(mia).put("/api/me/notifications/follower", off)).json()).toEqual({ type: "follower", ...off });
  await as(leo).put(`/api/follows/${mia.id}`);
  await doPushes();
  expect(phone.delivered).toEqual([]);
  await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "wow" });
  await doPushes();
  expect(phone.delivered.length).toBe(1);
});

test("a notification whose type is switched off meanwhile is not pushed", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  await as(leo).put(`/api/follows/${mia.id}`);
  const channels = { inApp: true, byMail: true, byPush: false };
  await as(mia).put("/api/me/notifications/follower", channels);
  await as(mia).put("/api/me/notifications/mention", channels);
  await as(leo).post(`/api/outfits/${(await buildOutfit(db, mia.id)).id}/comments`, { content: "wow" });
  await doPushes();
  expect(phone.delivered).toMatchObject([{ text: { title: "New comment" } }]);
});

test("a comment on an outfit that was hidden meanwhile is not pushed", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(leo);
  await phone.subscribe();
  const outfit = await buildOutfit(db, mia.id);
  const mention = () => as(eve).post(`/api/outfits/${outfit.id}/comments`, { content: `@${leo.username} ${newId()}` });
  await mention();
  await db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
  await doPushes();
  expect(phone.delivered).toEqual([]);
  await db.updateTable("outfits").set({ is_active: true }).where("id", "=", outfit.id).execute();
  await mention();
  await doPushes();
  expect(phone.delivered).toMatchObject([{ text: { title: "New mention" } }]);
});

test("actions that join a group with a queued push share its message", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  const outfit = await buildOutfit(db, mia.id, { title: "Rain" });
  await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "wow" });
  await as(eve).post(`/api/outfits/${outfit.id}/comments`, { content: "oh" });
  await doPushes();
  expect(phone.delivered).toMatchObject([{ text: { body: `${eve.username} and 1 other commented on “Rain”` } }]);
});

test("a device is unsubscribed on request, with its session, or when another member uses the browser", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const [phone, laptop, tablet] = [await openBrowser(mia), await openBrowser(mia), await openBrowser(mia)];
  for (const device of [phone, laptop, tablet]) await device.subscribe();
  expect([await phone.isOn(), (await readSettings(mia)).isPushSubscribed]).toEqual([true, false]);
  expect((await as(mia).get("/api/me")).json().isNotifiedByPush).toBe(true);
  await phone.unsubscribe();
  await laptop.signOut();
  const shared = await openBrowser(leo);
  shared.browser.address = tablet.browser.address;
  await shared.subscribe();
  await as(leo).put(`/api/follows/${mia.id}`);
  await doPushes();
  expect([phone.delivered, laptop.delivered, tablet.delivered]).toEqual([[], [], []]);
  expect(await phone.isOn()).toBe(false);
  await phone.unsubscribe();
  expect((await as(mia).get("/api/me")).json().isNotifiedByPush).toBe(false);
});

test("a subscription that the push service reports as gone is deleted; a failure is retried", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  phone.browser.answer = 503;
  await as(leo).put(`/api/follows/${mia.id}`);
  expect(await doPushes()).toMatchObject([
    { status: "rejected", reason: { message: "The push service answered 503" } },
  ]);
  expect(await phone.isOn()).toBe(true);
  phone.browser.answer = 410;
  await as(eve).put(`/api/follows/${mia.id}`);
  expect(await doPushes()).toMatchObject([{ status: "fulfilled" }]);
  expect(await phone.isOn()).toBe(false);
});

test.each([401, 403])("a subscription for former keys, refused with %i, is deleted", async (status) => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  phone.browser.answer = status;
  await as(leo).put(`/api/follows/${mia.id}`);
  expect(await doPushes()).toMatchObject([
    { status: "rejected", reason: { message: "The push service refused the site's key" } },
  ]);
  expect(await phone.isOn()).toBe(false);
});

test("messages wait behind every other job, and those of one member for each other", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const [phone, laptop] = [await openBrowser(mia), await openBrowser(mia)];
  await phone.subscribe();
  await laptop.subscribe();
  await db
    .updateTable("push_subscriptions")
    .set({ timeouts_in_row: 2 })
    .where("endpoint", "=", laptop.browser.address.endpoint)
    .execute();
  await as(leo).put(`/api/follows/${mia.id}`);
  const { rows } = await app.pool.query(
    `select priority, count(*) over (partition by job_queue_id)::int as "inQueue"
     from graphile_worker._private_jobs where job_queue_id is not null order by priority`,
  );
  expect(rows).toEqual([
    { priority: 10, inQueue: 2 },
    { priority: 12, inQueue: 2 },
  ]);
  await doPushes();
});

test("a push service that does not answer in time is given up", async () => {
  const browser = pushService.addBrowser();
  browser.answer = "none";
  const push = createPush({ contact: "mailto:a@b.example", mayBeLocal: true, timeoutMs: 100 });
  const keys = await (await import("./push-keys.service.ts")).getPushKeys(app);
  expect(await push.send(browser.address, "text", keys)).toBe("late");
});

test("a subscription is deleted after ten timeouts in a row", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  await as(leo).put(`/api/follows/${mia.id}`);
  const { rows } = await app.pool.query<{ payload: unknown }>("select payload from graphile_worker._private_jobs");
  const [job] = rows;
  const trySilent = () =>
    expect(sendPush({ ...app, push: { ...app.push, send: async () => "late" } }, job?.payload)).rejects.toThrow(
      "The push service did not answer",
    );
  for (let count = 0; count < 9; count += 1) await trySilent();
  await doPushes();
  expect(phone.delivered.length).toBe(1);
  for (let count = 0; count < 9; count += 1) await trySilent();
  expect(await phone.isOn()).toBe(true);
  await trySilent();
  expect(await phone.isOn()).toBe(false);
});

test("a device's new address starts without timeouts, the same one keeps its count", async () => {
  const phone = await openBrowser(await buildUser(db));
  await phone.subscribe();
  const ofPhone = () => db.selectFrom("push_subscriptions").select("timeouts_in_row as count");
  const count = async (endpoint: string) =>
    (await ofPhone().where("endpoint", "=", endpoint).executeTakeFirst())?.count;
  const { address } = phone.browser;
  await db
    .updateTable("push_subscriptions")
    .set({ timeouts_in_row: 9 })
    .where("endpoint", "=", address.endpoint)
    .execute();
  await phone.subscribe();
  expect(await count(address.endpoint)).toBe(9);
  const { endpoint } = Object.assign(phone.browser, { address: pushService.addBrowser().address }).address;
  await phone.subscribe();
  expect(await count(endpoint)).toBe(0);
});

test("the worker sends queued pushes", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const phone = await openBrowser(mia);
  await phone.subscribe();
  const jobs = await startJobs(app, fastify.log);
  await as(leo).put(`/api/follows/${mia.id}`);
  await expect.poll(() => phone.delivered.length, { timeout: 10_000 }).toBe(1);
  await jobs.stop();
});

test("two servers that start concurrently agree on one key pair, and a configured pair wins", async () => {
  const other = createAppContext({ ...app.config }, { db, pool: app.pool, close: () => Promise.resolve() });
  const { getPushKeys } = await import("./push-keys.service.ts");
  const [first, second] = await Promise.all([getPushKeys(app), getPushKeys(other)]);
  expect(first).toEqual(second);
  expect(Buffer.from(first.publicKey, "base64url").length).toBe(65);
  const keys = { publicKey: "B", privateKey: "p" };
  const configured = { ...other, config: { ...other.config, push: { ...other.config.push, keys } } };
  expect(await getPushKeys(configured)).toEqual(keys);
});

test.each([
  ["http://push.example/x"],
  ["https://127.0.0.1/x"],
  ["https://[::1]/x"],
  ["https://push.example:8443/x"],
  ["https://user@push.example/x"],
  ["https://localhost/x"],
])("in production %s is not a push service", (endpoint) => {
  expect(createPush({ contact: "mailto:a@b.example", mayBeLocal: false }).accepts(endpoint)).toBe(false);
});

test("an address that is not a push service's is rejected [S-53]", async () => {
  const mia = await buildUser(db);
  const { keys } = pushService.addBrowser().address;
  const answer = await as(mia).put("/api/me/push-subscription", { endpoint: "http://169.254.169.254/latest", keys });
  expect(answer.json()).toMatchObject({ code: "request.invalid", issues: [{ path: "endpoint" }] });
  const https = await as(mia).put("/api/me/push-subscription", { endpoint: "https://push.example/x", keys });
  expect(https.statusCode).toBe(200);
});

test.each([
  ["10.1.2.3", 4, false],
  ["169.254.169.254", 4, false],
  ["142.250.1.1", 4, true],
  ["::1", 6, false],
  ["fd00::1", 6, false],
  ["::ffff:10.0.0.1", 6, false],
  ["2a00:1450:4001::1", 6, true],
])("a name that resolves to %s is contacted: %o %o", (address, family, isReached) => {
  expect(isPublicAddress({ address, family })).toBe(isReached);
});
