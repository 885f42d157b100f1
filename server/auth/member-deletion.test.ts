import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { transact } from "#server/db/db.ts";
import type { Random } from "#server/lib/random.ts";
import { deleteOrphanedImages } from "#server/media/media.service.ts";
import {
  buildArticle,
  buildEvent,
  buildImage,
  buildOutfit,
  buildRedemption,
  buildUser,
} from "#server/testing/factories.ts";
import { callAuth, serviceKey } from "#server/testing/auth-api.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await serviceKey();
/** Every award is drawn, and is the smallest. */
const random: Random = { below: () => 0 };
const fash = await testApp({ settings: { AUTH_VERIFICATION_KEYS: service.setting }, app: { random } });
const { db, app } = fash;
auditPointsAfterEach(db);
const drift = () => findDrift(db);

test("a deleted member leaves no name, picture or comment, a thread without a name, and no count that is wrong [S-59]", async () => {
  const [ana, leaver] = [await buildUser(db), await buildUser(db)];
  const [asAna, asLeaver] = [fash.as(ana), fash.as(leaver)];
  const hers = await buildOutfit(db, ana.id);
  const image = await buildImage(db, leaver.id);
  const theirs = await buildOutfit(db, leaver.id);
  const article = await buildArticle(db, ana.id);
  const files = await db.selectFrom("images").select("key").where("user_id", "=", leaver.id).execute();
  expect(files.map(({ key }) => key)).toContain(image.key);
  const actions = await Promise.all([
    asLeaver.put(`/api/outfits/${hers.id}/like`),
    asLeaver.put(`/api/outfits/${hers.id}/save`),
    asLeaver.put(`/api/articles/${article.id}/like`),
    asLeaver.post(`/api/outfits/${hers.id}/comments`, { content: "So good" }),
    asLeaver.put(`/api/follows/${ana.id}`),
    asAna.put(`/api/follows/${leaver.id}`),
    asAna.put(`/api/outfits/${theirs.id}/like`),
    asAna.post("/api/threads", { username: leaver.username }),
  ]);
  expect(actions.map(({ statusCode }) => statusCode)).toEqual(actions.map(() => 200));
  const message = { content: "Hello there", clientId: randomUUID() };
  await asAna.post(`/api/threads/${actions.at(-1)?.json().id}/messages`, message);
  expect(await drift()).toEqual([]);

  const gone = await callAuth(fash, "DELETE", `/admin/users/${leaver.id}`, undefined, { token: service.token });
  expect(gone.status).toBe(200);

  expect(await drift()).toEqual([]);
  const [outfit, comments, threads, profile, me] = await Promise.all([
    asAna.get(`/api/outfits/${hers.id}`),
    asAna.get(`/api/outfits/${hers.id}/comments`),
    asAna.get("/api/threads"),
    asAna.get(`/api/profiles/${leaver.username}`),
    asAna.get("/api/me"),
  ]);
  expect(outfit.json()).toMatchObject({ likesCount: 0, commentsCount: 0 });
  expect((await asAna.get(`/api/articles/${article.id}`)).json().likesCount).toBe(0);
  expect(comments.json().items).toEqual([]);
  expect(threads.json().items).toMatchObject([{ other: { username: "Deleted member" } }]);
  expect(profile.statusCode).toBe(404);
  expect((await asAna.get(`/api/outfits/${theirs.id}`)).statusCode).toBe(404);
  for (const answer of [outfit, comments, threads, me]) expect(answer.body).not.toContain(leaver.username);
  await deleteOrphanedImages(app);
  expect(await db.selectFrom("removed_images").selectAll().execute()).toEqual([]);
});

/** Tables whose rows hold ids of deleted members on purpose: both logs only grow (docs/decisions/0010-audit-log.md). */
const logs = ["public.audit_log", "auth.audit"];

/** The tables, of all there are, in which a text occurs in any column of any row. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth') order by 1`,
  );
  expect(rows.length).toBeGreaterThan(70);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await app.pool.query(`select from ${name} t where t::text like '%' || $1 || '%' limit 1`, [
      text,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

test("no table keeps the id or the name of a deleted member, not even a notification about them [S-59]", async () => {
  const [ana, leaver, secret] = [await buildUser(db), await buildUser(db), await buildUser(db, { isPrivate: true })];
  const [asAna, asLeaver] = [fash.as(ana), fash.as(leaver)];
  const [hers, theirs] = [await buildOutfit(db, ana.id), await buildOutfit(db, leaver.id)];
  const event = await buildEvent(db, ana.id);
  const answers = [
    await asLeaver.put(`/api/follows/${ana.id}`),
    await asAna.put(`/api/follows/${leaver.id}`),
    await asLeaver.put(`/api/follows/${secret.id}`),
    await asLeaver.put(`/api/outfits/${hers.id}/like`),
    await asAna.put(`/api/outfits/${theirs.id}/like`),
    await asAna.put(`/api/outfits/${theirs.id}/save`),
    await asLeaver.post(`/api/outfits/${hers.id}/comments`, { content: "So good" }),
    await asAna.post(`/api/outfits/${theirs.id}/comments`, { content: "Yours too" }),
    await asLeaver.put(`/api/events/${event.id}/attendance`),
    await asLeaver.post("/api/reports", { targetType: "profile", targetId: ana.id, reason: "spam" }),
    await asAna.post("/api/reports", { targetType: "profile", targetId: leaver.id, reason: "spam" }),
    await asAna.put(`/api/mutes/${leaver.id}`),
    await asLeaver.put(`/api/blocks/${secret.id}`),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(await tablesWith(leaver.id)).toContain("public.notifications");
  await callAuth(fash, "DELETE", `/admin/users/${leaver.id}`, undefined, { token: service.token });
  await deleteOrphanedImages(app);
  for (const trace of [leaver.id, leaver.username]) {
    expect((await tablesWith(trace)).filter((name) => !logs.includes(name))).toEqual([]);
  }
  const { items } = (await asAna.get("/api/notifications")).json();
  expect(items.filter(({ type }: { type: string }) => type === "follower")).toMatchObject([
    { referenceId: null, actor: null, path: "/explore" },
  ]);
});

const deleteByService = (id: string) =>
  callAuth(fash, "DELETE", `/admin/users/${id}`, undefined, { token: service.token });
const deletions: [by: string, (id: string) => Promise<unknown>][] = [
  ["the service", deleteByService],
  ["a member or an admin", (id) => transact(db, (tx) => eraseAccount(tx, app, id))],
];

test.each(deletions)(
  "a member deleted by %s is in nobody's ledger, and the points of others stay",
  async (_by, erase) => {
    const [ana, leaver] = [await buildUser(db), await buildUser(db)];
    const theirs = await buildOutfit(db, leaver.id, { title: "Unmistakable" });
    await db
      .insertInto("points_ledger")
      .values({
        id: randomUUID(),
        user_id: ana.id,
        action: "LIKE",
        points: 2,
        subject: theirs.id,
        outfit_id: theirs.id,
        subject_title: "Unmistakable",
        counterpart_id: leaver.id,
      })
      .execute();
    await db.updateTable("profiles").set({ points: 2 }).where("id", "=", ana.id).execute();
    await erase(leaver.id);
    const { items } = (await fash.as(ana).get("/api/me/points/ledger")).json();
    expect(items).toMatchObject([{ kind: "LIKE", points: 2, title: null, outfitId: null }]);
    expect(await tablesWith(leaver.id)).not.toContain("public.points_ledger");
  },
);

/** The titles in a member's points activity, newest first. */
const titlesOf = async (member: { id: string }) => {
  const { items } = (await fash.as(member).get("/api/me/points/ledger")).json();
  return items.map(({ kind, title }: { kind: string; title: string | null }) => [kind, title]);
};

/** A member whose comment on this outfit earned points, and who deleted it. */
async function buildFormerCommenter(outfit: { id: string }) {
  const member = await buildUser(db);
  const { comment } = (await fash.as(member).post(`/api/outfits/${outfit.id}/comments`, { content: "So good" })).json();
  expect((await fash.as(member).delete(`/api/comments/${comment.id}`)).statusCode).toBe(200);
  return member;
}

test.each(deletions)(
  "of a member deleted by %s no title is left where others' points were taken back",
  async (_by, erase) => {
    const [leaver, bea] = [await buildUser(db), await buildUser(db)];
    const theirs = await buildOutfit(db, leaver.id, { title: "Unmistakable" });
    const ana = await buildFormerCommenter(theirs);
    expect(await titlesOf(ana)).toEqual([
      ["REVERSAL", "Unmistakable"],
      ["COMMENT", "Unmistakable"],
    ]);
    const stays = await buildFormerCommenter(await buildOutfit(db, bea.id, { title: "Of another" }));
    await erase(leaver.id);
    expect(await titlesOf(ana)).toEqual([
      ["REVERSAL", null],
      ["COMMENT", null],
    ]);
    expect(await titlesOf(stays)).toEqual([
      ["REVERSAL", "Of another"],
      ["COMMENT", "Of another"],
    ]);
  },
);

test("titles of deleted members that reversals have kept are gone after the update, and no others", async () => {
  const [leaver, bea] = [await buildUser(db), await buildUser(db)];
  const [gone, deleted, present] = [
    await buildOutfit(db, leaver.id, { title: "Unmistakable" }),
    await buildOutfit(db, bea.id, { title: "Taken down" }),
    await buildOutfit(db, bea.id, { title: "Still there" }),
  ];
  const members = [];
  for (const outfit of [gone, deleted, present]) members.push(await buildFormerCommenter(outfit));
  await transact(db, (tx) => eraseAccount(tx, app, leaver.id));
  await fash.as(bea).delete(`/api/outfits/${deleted.id}`);
  // As servers of the version before left it.
  await db
    .updateTable("points_ledger")
    .set({ subject_title: "Unmistakable" })
    .where("action", "=", "REVERSAL")
    .where("outfit_id", "=", gone.id)
    .execute();
  await app.pool.query(await readFile(new URL("../db/migrations/0307_forgotten_titles.sql", import.meta.url), "utf8"));
  const titles = await Promise.all(members.map(async (member) => (await titlesOf(member))[0]));
  expect(titles).toEqual([
    ["REVERSAL", null],
    ["REVERSAL", "Taken down"],
    ["REVERSAL", "Still there"],
  ]);
});

test.each(deletions)("of a member deleted by %s the paid redemptions stay, without a name", async (_by, erase) => {
  const [admin, leaver] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const [paid, open] = [await buildRedemption(db, leaver.id), await buildRedemption(db, leaver.id)];
  await fash.as(admin).post(`/api/admin/redemptions/${paid.id}/approve`, { code: `C-${paid.id}` });
  await erase(leaver.id);
  expect((await fash.as(admin).get(`/api/admin/redemptions/${paid.id}`)).json()).toMatchObject({
    status: "approved",
    member: { username: "Deleted member" },
  });
  expect((await fash.as(admin).get(`/api/admin/redemptions/${open.id}`)).statusCode).toBe(404);
});

test("an unknown member cannot be deleted", async () => {
  const id = "0199b000-0000-7000-8000-00000000dead";
  const answer = await callAuth(fash, "DELETE", `/admin/users/${id}`, undefined, { token: service.token });
  expect([answer.status, answer.body.code]).toEqual([404, "user_not_found"]);
});
