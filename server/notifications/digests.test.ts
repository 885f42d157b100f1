import { expect, test } from "vitest";
import { startJobs } from "#server/jobs.ts";
import { createOutbox } from "#server/outside/outbox.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { planDigests, sendDigest } from "./digests.service.ts";

const outbox = createOutbox();
const { fastify, as, db, app } = await testApp({ app: { outbox }, settings: { DIGEST_MINUTES: "30" } });
type User = Awaited<ReturnType<typeof buildUser>>;

const mailsTo = (user: User) => outbox.list().filter((mail) => mail.to === user.email);
const hourLater = () => ({ ...app, clock: { now: () => new Date(Date.now() + 3_600_000) } });

/** Plans digests at that time and runs the queue, as the worker would. */
async function mailAll(at = hourLater()): Promise<unknown[]> {
  await planDigests(at);
  const { rows } = await app.pool.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'sendDigest' and j.is_available order by j.id`,
  );
  await app.pool.query("delete from graphile_worker._private_jobs");
  return Promise.allSettled(rows.map(({ payload }) => sendDigest(at, payload)));
}

test("unread notifications are mailed in one digest after a delay, once", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id, { title: "Rain" });
  await as(leo).put(`/api/follows/${mia.id}`);
  await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "wow" });
  await mailAll({ ...app });
  expect(mailsTo(mia)).toEqual([]);
  await mailAll();
  await mailAll();
  const [mail, ...others] = mailsTo(mia);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`${leo.username} commented on “Rain”, and 1 more`);
  expect(mail?.text).toContain(`http://localhost:3000/outfit/${outfit.id}`);
  expect(mail?.text).toContain(`http://localhost:3000/profile/${leo.username}`);
  expect(mail?.html).toContain("http://localhost:3000/settings#notifications");
  expect(mail?.html).toContain("prefers-color-scheme: dark");
});

test("a long list is truncated and the rest counted", async () => {
  const mia = await buildUser(db);
  const outfit = await buildOutfit(db, mia.id);
  for (let count = 0; count < 12; count += 1) {
    await as(await buildUser(db)).put(`/api/follows/${mia.id}`);
  }
  await as(await buildUser(db)).put(`/api/outfits/${outfit.id}/like`);
  await mailAll();
  const [mail] = mailsTo(mia);
  expect(mail?.subject).toMatch(/ started following you, and 11 more$/);
  expect(mail?.text).toContain("And 2 more.");
  expect(mail?.text).not.toContain("liked");
});

test("read, withdrawn or switched-off notifications are not mailed", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id);
  const comment = () => as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "wow" });
  await as(leo).put(`/api/follows/${mia.id}`);
  await as(mia).post("/api/notifications/read");
  await mailAll();
  await as(leo).delete(`/api/follows/${mia.id}`);
  await as(leo).put(`/api/follows/${mia.id}`);
  await as(leo).delete(`/api/follows/${mia.id}`);
  await mailAll();
  await comment();
  await as(mia).put("/api/me/notifications/comment", { inApp: true, byMail: false, byPush: true });
  await mailAll();
  await as(mia).put("/api/me/notifications/comment", { inApp: true, byMail: true, byPush: true });
  await as(mia).patch("/api/me", { isNotifiedByEmail: false });
  await comment();
  await mailAll();
  expect(mailsTo(mia)).toEqual([]);
});

test("what was read is not mailed either where the list leaves it out", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await as(mia).put("/api/me/notifications/message", { inApp: false, byMail: true, byPush: false });
  const thread = (await as(leo).post("/api/threads", { username: mia.username })).json();
  const send = (content: string) =>
    as(leo).post(`/api/threads/${thread.id}/messages`, { content, clientId: crypto.randomUUID() });
  await as(leo).put(`/api/follows/${mia.id}`);
  await send("hello");
  await as(mia).post(`/api/threads/${thread.id}/read`);
  expect((await as(mia).get("/api/me")).json()).toMatchObject({ unreadNotificationsCount: 1 });
  await as(mia).post("/api/notifications/read");
  await mailAll();
  expect(mailsTo(mia)).toEqual([]);
  await send("are you there?");
  await mailAll();
  expect(mailsTo(mia)).toHaveLength(1);
});

test("comments on an outfit that was hidden meanwhile are not mailed, and do not wait", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id, { title: "Rainy day" });
  await as(eve).post(`/api/outfits/${outfit.id}/comments`, { content: `look, @${leo.username}` });
  await db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
  await mailAll();
  await db.updateTable("outfits").set({ is_active: true }).where("id", "=", outfit.id).execute();
  await mailAll();
  expect(mailsTo(leo)).toEqual([]);
});

test("a comment that was hidden meanwhile is not mailed to whom it names", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const url = `/api/outfits/${(await buildOutfit(db, mia.id)).id}/comments`;
  const mention = async (words: string): Promise<string> =>
    (await as(eve).post(url, { content: `${words}, @${leo.username}` })).json().comment.id;
  const id = await mention("look");
  expect((await as(mia).put(`/api/comments/${id}/hidden`, { isHidden: true })).statusCode).toBe(200);
  await mailAll();
  expect(mailsTo(leo)).toEqual([]);
  await mention("look again");
  await mailAll();
  expect(mailsTo(leo)).toHaveLength(1);
});

test("mail goes only to confirmed addresses of members who are not banned", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  for (const member of [mia, leo]) await as(eve).put(`/api/follows/${member.id}`);
  await db.updateTable("auth.users").set({ email_confirmed_at: null }).where("id", "=", mia.id).execute();
  await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", leo.id).execute();
  await mailAll();
  expect([...mailsTo(mia), ...mailsTo(leo)]).toEqual([]);
});

test("a suspended member is mailed the decision, and nothing else", async () => {
  const [mia, leo, admin] = [await buildUser(db), await buildUser(db), await buildUser(db, { role: "admin" })];
  await as(leo).put(`/api/follows/${mia.id}`);
  const suspension = { days: 3, reason: "Spam in comments" };
  await as(admin).put(`/api/admin/members/${mia.id}/suspension`, suspension);
  await mailAll();
  await mailAll();
  expect(mailsTo(mia)).toMatchObject([{ subject: "Your account was suspended: Spam in comments" }]);
  expect(mailsTo(mia)[0]?.text).toContain("/account-status");
});

test("a member who leaves is mailed decisions, and nothing else", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id);
  await as(mia).post("/api/me/deletion", { username: mia.username });
  await as(leo).put(`/api/follows/${mia.id}`);
  await mailAll();
  expect(mailsTo(mia)).toEqual([]);
  const admin = await buildUser(db, { role: "admin" });
  await as(admin).post("/api/admin/outfits/state", { ids: [outfit.id], state: "hidden", reason: "A copy" });
  await mailAll();
  expect(mailsTo(mia)).toMatchObject([{ subject: expect.stringContaining("A copy") }]);
});

test("the subject of a long decision is its beginning, the mail has it whole", async () => {
  const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
  const { id } = await buildOutfit(db, mia.id);
  const reason = `A copy ${"of another ".repeat(100)}coat`;
  await as(admin).post("/api/admin/outfits/state", { ids: [id], state: "hidden", reason });
  await mailAll();
  const [mail] = mailsTo(mia);
  expect(mail?.subject).toMatch(/^.{149}…$/);
  expect(mail?.text.replaceAll(/\s+/g, " ")).toContain(reason);
});

test("a type with email as its only channel is mailed, and neither listed nor counted", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await as(mia).put("/api/me/notifications/follower", { inApp: false, byMail: true, byPush: false });
  await as(leo).put(`/api/follows/${mia.id}`);
  expect((await as(mia).get("/api/notifications")).json().items).toEqual([]);
  expect((await as(mia).get("/api/notifications/unread-count")).json()).toEqual({ unreadCount: 0 });
  await mailAll();
  expect(mailsTo(mia)).toMatchObject([{ subject: `${leo.username} started following you` }]);
});

test("if the mail server fails, the notifications stay pending for the retry", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await as(leo).put(`/api/follows/${mia.id}`);
  const broken = { ...hourLater(), mail: { ...app.mail, send: () => Promise.reject(new Error("421")) } };
  expect(await mailAll(broken)).toMatchObject([{ status: "rejected" }]);
  await mailAll();
  expect(mailsTo(mia).length).toBe(1);
});

test("a digest that cannot be delivered keeps its tries and pauses, and after the last one the next news start anew", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const key = `digest ${mia.id}`;
  const triesLeft = async () => {
    const { rows } = await app.pool.query<{ tries: number }>(
      "select max_attempts - attempts as tries from graphile_worker.jobs where key = $1",
      [key],
    );
    return rows.map(({ tries }) => tries);
  };
  const waiting = db.selectFrom("notifications").select("id").where("user_id", "=", mia.id);
  await as(leo).put(`/api/follows/${mia.id}`);
  await planDigests(hourLater());
  await app.pool.query("update graphile_worker._private_jobs set attempts = max_attempts - 1 where key = $1", [key]);
  await planDigests(hourLater());
  expect(await triesLeft()).toEqual([1]);
  const broken = { ...hourLater(), mail: { ...app.mail, send: () => Promise.reject(new Error("550")) } };
  const jobs = await startJobs(broken, fastify.log);
  const isWaiting = async () => (await waiting.where("mail_pending_since", "is not", null).execute()).length > 0;
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(false);
  await jobs.stop();
  await planDigests(hourLater());
  expect(await triesLeft()).toEqual([0]);
  await as(eve).put(`/api/follows/${mia.id}`);
  await mailAll();
  expect(mailsTo(mia)).toMatchObject([{ subject: `${eve.username} started following you` }]);
});

test("a digest that cannot even be written does not wait after its last try either", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await as(leo).put(`/api/follows/${mia.id}`);
  const digest = () => {
    throw new Error("No key");
  };
  const broken = { ...hourLater(), secrets: { ...app.secrets, digest } };
  await expect(sendDigest(broken, { userId: mia.id }, { isLastTry: true })).rejects.toThrow("No key");
  await mailAll();
  expect(mailsTo(mia)).toEqual([]);
});

test("the worker sends planned digests", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await as(leo).put(`/api/follows/${mia.id}`);
  const jobs = await startJobs(hourLater(), fastify.log);
  await planDigests(hourLater());
  await expect.poll(() => mailsTo(mia).length, { timeout: 10_000 }).toBe(1);
  await jobs.stop();
});
