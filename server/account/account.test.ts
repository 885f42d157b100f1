import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import { flushMails } from "#server/auth/mails/auth-mails.service.ts";
import { findUser, isBannedFromSignIn } from "#server/auth/accounts/accounts.service.ts";
import { findDrift, repairDrift } from "#server/counts/recount.service.ts";
import { findTotalDrift } from "#server/dashboard/totals.store.ts";
import { transact } from "#server/db/db.ts";
import { applyRotations, rotateImages } from "#server/media/image-rotations.service.ts";
import { auditPoints } from "#server/points/points-audit.service.ts";
import { sendProductMail } from "#server/product-mails/product-mails.service.ts";
import { addTotp, answerTotp, confirmedUser, newestMail, signIn } from "#server/testing/auth-api.ts";
import { movableClock } from "#server/testing/clock.ts";
import { buildArticle, buildOutfit, buildRedemption, buildUser } from "#server/testing/factories.ts";
import type { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";
import { eraseDueAccounts, removeEndedExports } from "./account.service.ts";
import { eraseAccount } from "./erasure.service.ts";
import { buildDataExport } from "./export-archive.service.ts";

type MemoryStorage = ReturnType<typeof createMemoryStorage>;

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
  expect((await as(mia).get("/api/me/data")).json().export.downloadUrl).toBeNull();
  expect((await fastify.inject(ready.downloadUrl)).statusCode).toBe(404);
  const person = await fastify.inject({ url: ready.downloadUrl, headers: { accept: "text/html,*/*;q=0.8" } });
  expect([person.statusCode, person.headers["location"]]).toEqual([302, "/settings#your-data"]);
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

test("pictures that get new addresses while the export is built are in it, under the names of its other files", async () => {
  const mia = await buildUser(db);
  const outfit = await buildOutfit(db, mia.id);
  const { key } = await db
    .selectFrom("images")
    .select("key")
    .where("id", "=", outfit.imageId)
    .executeTakeFirstOrThrow();
  const { objects } = app.storage as MemoryStorage;
  const photo = Buffer.from("The only photo of the coat");
  objects.set(key, { bytes: photo, contentType: "image/webp" });
  const { id: exportId } = (await as(mia).post("/api/me/data/exports")).json().export;
  const { read } = app.storage;
  const reading = vi.spyOn(app.storage, "read").mockImplementationOnce(async (...file) => {
    await transact(db, (tx) => rotateImages(tx, { ids: [outfit.imageId] }));
    await applyRotations({ ...app, dropCaches: () => undefined });
    return read(...file);
  });
  await buildDataExport(app, { exportId });
  reading.mockRestore();
  expect(objects.has(key)).toBe(false);
  const [archive] = [...objects].filter(([name]) => name.startsWith(`${mia.id}/export-`)).map(([, { bytes }]) => bytes);
  expect(archive?.includes(photo)).toBe(true);
  expect(archive?.includes(`images/${key.split("/")[1]}`)).toBe(true);
});

test("an export fails alone where the store does, and its connection goes back", async () => {
  const mia = await buildUser(db);
  await buildOutfit(db, mia.id);
  const { id: exportId } = (await as(mia).post("/api/me/data/exports")).json().export;
  const breaking = new Readable({
    read() {
      this.destroy(new Error("The connection was reset"));
    },
  });
  const read = vi.spyOn(app.storage, "read").mockRejectedValueOnce(new Error("The store is away"));
  await expect(buildDataExport(app, { exportId })).rejects.toThrow("The store is away");
  read.mockResolvedValueOnce({ bytes: breaking, sizeBytes: 1, contentType: "image/webp" });
  await expect(buildDataExport(app, { exportId })).rejects.toThrow("The connection was reset");
  read.mockRestore();
  const connect = async () => {
    const client = await app.pool.connect();
    const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
    let fetches = 0;
    const queryUntilAway = (text: string, values?: unknown[]) => {
      if (text.startsWith("fetch")) fetches += 1;
      return fetches > 3 ? Promise.reject(new Error("The database is away")) : query(text, values);
    };
    return { query: queryUntilAway, release: client.release.bind(client) };
  };
  const failing = { ...app, pool: { connect } as unknown as typeof app.pool };
  await expect(buildDataExport(failing, { exportId })).rejects.toThrow("The database is away");
  expect([app.pool.waitingCount, app.pool.totalCount - app.pool.idleCount]).toEqual([0, 0]);
  await buildDataExport(app, { exportId });
  expect((await as(mia).get("/api/me/data")).json().export.status).toBe("ready");
});

test.each([
  ["is erased", (id: string) => transact(db, (tx) => eraseAccount(tx, app, id))],
  ["waits for six hours", async () => clock.advance(6 * 3_600 + 1)],
])("no archive stays of a member whose account %s while it is stored", async (_, happen) => {
  const mia = await buildUser(db);
  const { id: exportId } = (await as(mia).post("/api/me/data/exports")).json().export;
  const files = () => [...(app.storage as MemoryStorage).objects.keys()].filter((key) => key.startsWith(mia.id));
  const { putStream } = app.storage;
  const put = vi.spyOn(app.storage, "putStream").mockImplementationOnce(async (...file) => {
    await happen(mia.id);
    await removeEndedExports(app);
    return putStream(...file);
  });
  await buildDataExport(app, { exportId });
  put.mockRestore();
  expect(files()).toHaveLength(1);
  await removeEndedExports(app);
  expect(files()).toEqual([]);
});

test("what was stored of an export that then failed goes with the account, too", async () => {
  const mia = await buildUser(db);
  const { id: exportId } = (await as(mia).post("/api/me/data/exports")).json().export;
  const { putStream } = app.storage;
  const put = vi.spyOn(app.storage, "putStream").mockImplementationOnce(async (...file) => {
    await putStream(...file);
    throw new Error("The answer was lost");
  });
  await expect(buildDataExport(app, { exportId })).rejects.toThrow("The answer was lost");
  put.mockRestore();
  await transact(db, (tx) => eraseAccount(tx, app, mia.id));
  expect(await removeEndedExports(app)).toBe(1);
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
  const casesOfAna = async () => (await as(admin).get(`/api/admin/cases`)).json().items;
  expect(await casesOfAna()).toMatchObject([{ member: { id: ana.id }, reportsCount: 1 }]);
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
  expect(await casesOfAna()).toMatchObject([{ member: { id: ana.id }, reportsCount: 0, reasons: [] }]);
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
  expect(await db.selectFrom("account_deletions").select("user_id").where("user_id", "=", mia.id).execute()).toEqual(
    [],
  );
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
  // Mails of sign-in go out in the background.
  await flushMails(app);
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

test("a large account goes in steps, after which others' counts are right and no sign-in restores it", async () => {
  const [leaver, ana] = [await buildUser(db), await buildUser(db)];
  const fans = await Promise.all(Array.from({ length: 101 }, () => buildUser(db)));
  await db
    .insertInto("follows")
    .values(fans.map(({ id }) => ({ follower_id: id, following_id: leaver.id })))
    .execute();
  await repairDrift(db);
  const hers = await buildOutfit(db, ana.id);
  for (let count = 0; count < 6; count += 1) {
    const { id } = await buildOutfit(db, leaver.id);
    await as(ana).put(`/api/outfits/${id}/like`);
  }
  for (const action of ["like", "save"]) await as(leaver).put(`/api/outfits/${hers.id}/${action}`);
  await as(leaver).put(`/api/follows/${ana.id}`);
  const comment = async (by: typeof ana, content: string, parentId?: string): Promise<string> => {
    const url = parentId ? `/api/comments/${parentId}/replies` : `/api/outfits/${hers.id}/comments`;
    return (await as(by).post(url, { content })).json().comment.id;
  };
  const [own, answered] = [await comment(leaver, "first"), await comment(leaver, "second")];
  await comment(leaver, "to myself", own);
  await as(leaver).put(`/api/comments/${await comment(ana, "an answer", answered)}/like`);
  await as(leaver).post("/api/me/deletion", { username: leaver.username });
  clock.advance(30 * 86_400 + 1);
  await app.pool.query(`create function refuse_erasure() returns trigger language plpgsql as
    $$ begin if old.id = '${leaver.id}' then raise exception 'Not yet'; end if; return old; end $$`);
  await app.pool.query(`create trigger refuse_erasure before delete on profiles
    for each row execute function refuse_erasure()`);
  expect(await eraseDueAccounts(app, fastify.log)).toBe(0);
  const left = async (table: "outfits" | "likes" | "closet_saves" | "comment_likes" | "comments") =>
    (await db.selectFrom(table).select("user_id").where("user_id", "=", leaver.id).execute()).length;
  const tables = ["outfits", "likes", "closet_saves", "comment_likes", "comments"] as const;
  expect(await Promise.all(tables.map(left))).toEqual([0, 0, 0, 0, 1]);
  expect(await db.selectFrom("follows").selectAll().execute()).toEqual([]);
  // Their own counts end with the account, so that no step counts what is left.
  const ofTheirs = { key: expect.arrayContaining([leaver.id]) };
  expect(await findDrift(db)).toMatchObject([
    { count: "profiles.followers_count", ...ofTheirs },
    { count: "profiles.following_count", ...ofTheirs },
    { count: "user_styles.outfits_count", ...ofTheirs },
  ]);
  expect(await findTotalDrift(db)).toEqual([]);
  expect(await auditPoints(db)).toEqual([]);
  const user = await findUser(db, { id: leaver.id });
  expect(user && isBannedFromSignIn(user, clock.now())).toBe(true);
  // As by a sign-in that found no ban a moment before.
  await expect(sessionFor(app, leaver.id)).rejects.toMatchObject({ code: "user_banned" });
  await app.pool.query("drop function refuse_erasure() cascade");
  expect(await eraseDueAccounts(app, fastify.log)).toBe(1);
  expect(await findDrift(db)).toEqual([]);
});

test("the last admin cannot leave", async () => {
  const admin = await buildUser(db, { role: "admin" });
  expect((await as(admin).post("/api/me/deletion", { username: admin.username })).json().code).toBe(
    "member.last_admin",
  );
});

test("leaving needs a sign-in within 10 minutes [S-28]", async () => {
  const member = await buildUser(db);
  const { access_token: token } = await sessionFor(app, member.id);
  const leave = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const payload = { username: member.username };
    return (await fastify.inject({ method: "POST", url: "/api/me/deletion", headers, payload })).json();
  };
  clock.advance(601);
  expect((await leave()).code).toBe("auth.recent_sign_in_required");
  await db.updateTable("auth.session_methods").set({ used_at: clock.now() }).execute();
  expect((await leave()).deleteAt).toEqual(expect.any(String));
});
