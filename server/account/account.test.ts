import { expect, test } from "vitest";
import { findDrift } from "#server/counts/recount.service.ts";
import { findTotalDrift } from "#server/dashboard/totals.store.ts";
import { transact } from "#server/db/db.ts";
import { auditPoints } from "#server/points/points-audit.service.ts";
import { sendProductMail } from "#server/product-mails/product-mails.service.ts";
import { addTotp, answerTotp, confirmedUser, newestMail, signIn } from "#server/testing/auth-api.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildArticle, buildOutfit, buildRedemption, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";
import { eraseDueAccounts, removeEndedExports } from "./account.service.ts";
import { eraseAccount } from "./erasure.service.ts";
import { buildDataExport } from "./export-archive.service.ts";

const clock = movableClock();
const site = await testApp({ app: { clock } });
const { app, as, db, fastify } = site;

test("a member's export is a zip behind a signed link that works for a day", async () => {
  const mia = await buildUser(db);
  await buildOutfit(db, mia.id, { title: "A coat <b>of</b> mine" });
  const asked = (await as(mia).post("/api/me/data/exports")).json();
  expect(asked.export.status).toBe("waiting");
  expect((await as(mia).post("/api/me/data/exports")).json().code).toBe("export.waiting");
  await buildDataExport(app, { exportId: asked.export.id });
  const { export: ready } = (await as(mia).get("/api/me/data")).json();
  expect(ready.status).toBe("ready");
  const file = await fastify.inject(ready.downloadUrl);
  expect(file.headers["content-type"]).toBe("application/zip");
  expect(file.rawPayload.subarray(0, 2).toString()).toBe("PK");
  for (const name of ["index.html", "json/outfits.json", "json/messages.json", "images/"]) {
    expect(file.rawPayload.includes(name)).toBe(true);
  }
  const forged = ready.downloadUrl.replace(/signature=./, "signature=!");
  expect((await fastify.inject(forged)).json().code).toBe("export.not_found");
  clock.advance(24 * 3_600 + 1);
  expect((await fastify.inject(ready.downloadUrl)).statusCode).toBe(404);
  expect(await removeEndedExports(app)).toBe(1);
});

test("exports are built one after the other, and a new one replaces the one before", async () => {
  const mia = await buildUser(db);
  const build = async () => {
    const { id } = (await as(mia).post("/api/me/data/exports")).json().export;
    await buildDataExport(app, { exportId: id });
    return (await as(mia).get("/api/me/data")).json().export.downloadUrl;
  };
  const first = await build();
  clock.advance(60);
  const second = await build();
  expect((await fastify.inject(first)).json().code).toBe("export.not_found");
  expect((await fastify.inject(second)).statusCode).toBe(200);
  expect(await removeEndedExports(app)).toBe(1);
  const { rows } = await app.pool.query(
    "select distinct queue_name from graphile_worker.jobs where task_identifier = 'buildDataExport'",
  );
  expect(rows).toEqual([{ queue_name: "exports" }]);
});

test("an export that was never built has failed after six hours, and another can be asked for", async () => {
  const mia = await buildUser(db);
  const ask = () => as(mia).post("/api/me/data/exports");
  const status = async () => (await as(mia).get("/api/me/data")).json().export.status;
  await ask();
  clock.advance(5 * 3_600);
  await removeEndedExports(app);
  expect(await status()).toBe("waiting");
  clock.advance(3_601);
  await removeEndedExports(app);
  expect(await status()).toBe("failed");
  const { export: again } = (await ask()).json();
  await buildDataExport(app, { exportId: again.id });
  expect(await status()).toBe("ready");
});

test("an account is deleted after 30 days, others keep their conversation, and every count stays right", async () => {
  const [ana, leaver] = [await buildUser(db), await buildUser(db)];
  const hers = await buildOutfit(db, ana.id);
  await buildOutfit(db, leaver.id);
  await as(leaver).put(`/api/outfits/${hers.id}/like`);
  await as(leaver).post(`/api/outfits/${hers.id}/comments`, { content: "So good" });
  const { id: thread } = (await as(leaver).post("/api/threads", { username: ana.username })).json();
  await as(leaver).post(`/api/threads/${thread}/messages`, { content: "Hello there", clientId: thread });
  await as(ana).post(`/api/threads/${thread}/messages`, { content: "Hi", clientId: hers.id });
  expect((await as(leaver).post("/api/me/deletion", { username: "other" })).statusCode).toBe(422);
  expect((await as(leaver).post("/api/me/deletion", { username: leaver.username })).statusCode).toBe(200);
  expect(await eraseDueAccounts(app, fastify.log)).toBe(0);
  clock.advance(30 * 86_400 + 1);
  expect(await eraseDueAccounts(app, fastify.log)).toBe(1);
  const threads = (await as(ana).get("/api/threads")).json();
  expect(threads.items[0].other.username).toBe("Deleted member");
  const messages = (await as(ana).get(`/api/threads/${thread}/messages`)).json();
  expect(messages.items.map(({ content }: { content: string }) => content)).toContain("Hello there");
  expect(JSON.stringify(threads)).not.toContain(leaver.username);
  expect((await as(ana).get(`/api/outfits/${hers.id}`)).json()).toMatchObject({ likesCount: 0, commentsCount: 0 });
  expect(await db.selectFrom("auth.users").select("id").where("id", "=", leaver.id).execute()).toEqual([]);
  expect(await findDrift(db)).toEqual([]);
  expect(await findTotalDrift(db)).toEqual([]);
});

test("of an erased member's redemptions only the paid ones stay, without a name, and the points audit agrees", async () => {
  const [ana, admin, leaver] = [await buildUser(db), await buildUser(db, { role: "admin" }), await buildUser(db)];
  const request = () => buildRedemption(db, leaver.id);
  const [paid, open, rejected] = [await request(), await request(), await request()];
  await as(admin).post(`/api/admin/redemptions/${paid.id}/approve`, { code: `C-${paid.id}` });
  await as(leaver).post(`/api/me/redemptions/${paid.id}/reveal`);
  const reason = `${leaver.username} bought these points`;
  await as(admin).post(`/api/admin/redemptions/${rejected.id}/reject`, { reason });
  const article = await buildArticle(db, ana.id);
  await as(leaver).put(`/api/articles/${article.id}/like`);
  await as(leaver).post("/api/reports", { targetType: "profile", targetId: ana.id, reason: "spam" });
  await transact(db, (tx) => eraseAccount(tx, app, leaver.id));
  const kept = await db
    .selectFrom("reward_redemptions as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .select(["r.id", "r.status", "r.rejection_reason", "r.revealed_at", "p.username", "p.bio", "p.points"])
    .where("r.id", "in", [paid.id, open.id, rejected.id])
    .execute();
  expect(kept).toEqual([
    {
      id: paid.id,
      status: "approved",
      rejection_reason: null,
      revealed_at: null,
      username: expect.stringMatching(/^deleted_[0-9a-f]{16}$/),
      bio: null,
      points: 0,
    },
  ]);
  const { items } = (await as(admin).get("/api/admin/redemptions?status=approved")).json();
  expect(items[0].member.username).toBe("Deleted member");
  expect(await findDrift(db)).toEqual([]);
  expect(await findTotalDrift(db)).toEqual([]);
  expect(await auditPoints(db)).toEqual([]);
  await db.updateTable("user_roles").set({ role: "user" }).where("user_id", "=", admin.id).execute();
});

test("signing in within the 30 days restores the account", async () => {
  const mia = await buildUser(db);
  await as(mia).post("/api/me/deletion", { username: mia.username });
  await sessionFor(app, mia.id);
  clock.advance(30 * 86_400 + 1);
  expect(await eraseDueAccounts(app, fastify.log)).toBe(0);
  expect((await as(mia).get("/api/me/data")).json().deleteAt).toBeNull();
});

test("with a second step the password alone does not restore the account, and the owner gets a mail when it is", async () => {
  const { email, token, id } = await confirmedUser(site);
  const factor = await addTotp(site, clock, token);
  const { username } = await db
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const headers = { authorization: `Bearer ${factor.token}` };
  const asked = await fastify.inject({ method: "POST", url: "/api/me/deletion", headers, payload: { username } });
  expect(asked.statusCode).toBe(200);
  const mails = async () => {
    const { rows } = await app.pool.query(
      "select payload from graphile_worker._private_jobs where payload->>'kind' = 'deletion_cancelled' and payload->>'userId' = $1",
      [id],
    );
    return rows.length;
  };
  const pending = () => db.selectFrom("account_deletions").select("user_id").where("user_id", "=", id).execute();
  const halfway = String((await signIn(site, email)).body.access_token);
  expect([(await pending()).length, await mails()]).toEqual([1, 0]);
  clock.advance(60);
  expect((await answerTotp(site, halfway, factor.id, factor.code())).status).toBe(200);
  expect([(await pending()).length, await mails()]).toEqual([0, 1]);
  await sendProductMail(app, { kind: "deletion_cancelled", userId: id, path: "/settings" });
  expect((await newestMail(site, email)).subject).toBe("Your Fash account is kept");
});

test("an account that cannot be erased does not stop the others", async () => {
  const [mia, leo, zoe] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  for (const member of [mia, leo, zoe]) {
    await as(member).post("/api/me/deletion", { username: member.username });
    clock.advance(1);
  }
  await app.pool.query(`create function refuse_erasure() returns trigger language plpgsql as
    $$ begin if old.id = '${mia.id}' then raise exception 'Not this one'; end if; return old; end $$`);
  await app.pool.query(`create trigger refuse_erasure before delete on profiles
    for each row execute function refuse_erasure()`);
  clock.advance(30 * 86_400 + 1);
  expect(await eraseDueAccounts(app, fastify.log)).toBe(2);
  await app.pool.query("drop function refuse_erasure() cascade");
  expect(await eraseDueAccounts(app, fastify.log)).toBe(1);
});

test("the last admin cannot leave", async () => {
  const admin = await buildUser(db, { role: "admin" });
  expect((await as(admin).post("/api/me/deletion", { username: admin.username })).json().code).toBe(
    "member.last_admin",
  );
});
