import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { buildEvent, buildOutfit, buildRedemption, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type ExportedTable, openExportReader } from "./export-data.store.ts";

const { app, as, db } = await testApp();
type User = Awaited<ReturnType<typeof buildUser>>;

/** The rows of these tables in the member's export. */
async function exportOf<Table extends ExportedTable>(
  { id }: User,
  tables: readonly Table[],
): Promise<Record<Table, Record<string, unknown>[]>> {
  const reader = await openExportReader(app.pool);
  const found = {} as Record<Table, Record<string, unknown>[]>;
  for (const table of tables) {
    found[table] = [];
    for await (const row of reader.rows(table, id)) found[table].push(row);
  }
  await reader.close();
  return found;
}

test("messages that a member deleted, or whose sender they declined, are not in their export [S-56]", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const start = async (from: User, to: User) =>
    (await as(from).post("/api/threads", { username: to.username })).json().id as string;
  const send = (from: User, id: string, content: string) =>
    as(from).post(`/api/threads/${id}/messages`, { content, clientId: randomUUID() });
  const [talk, request] = [await start(mia, leo), await start(eve, mia)];
  await send(mia, talk, "before");
  await send(leo, talk, "before, too");
  await as(mia).delete(`/api/threads/${talk}`);
  await send(leo, talk, "after");
  await send(eve, request, "wanted?");
  await as(mia).post(`/api/threads/${request}/decline`);
  await send(eve, request, "anyway");
  const wordsOf = async (member: User) =>
    new Set((await exportOf(member, ["messages"])).messages.map(({ content }) => content));
  expect(await wordsOf(mia)).toEqual(new Set(["after"]));
  expect(await wordsOf(leo)).toEqual(new Set(["after", "before", "before, too"]));
  expect(await wordsOf(eve)).toEqual(new Set(["anyway", "wanted?"]));
});

test("what a member may no longer see has neither title nor words in their export [S-56]", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id, { title: "Rainy day" });
  const event = await buildEvent(db, mia.id, { title: "Rainy walk" });
  const url = `/api/outfits/${outfit.id}`;
  await as(leo).put(`${url}/like`);
  const { id: boardId } = (await as(leo).post("/api/boards", { name: "Coats" })).json();
  await as(leo).put(`${url}/save`);
  const { items } = (await as(leo).get("/api/closet")).json();
  await as(leo).put(`/api/boards/${boardId}/saves/${items[0].id}`);
  await as(leo).put(`${url}/swipe`, { direction: "pass" });
  for (const place of [url, `/api/events/${event.id}`]) {
    await as(leo).post(`${place}/comments`, { content: "mine" });
    const { comment } = (await as(eve).post(`${place}/comments`, { content: `hers, @${leo.username}` })).json();
    await as(leo).put(`/api/comments/${comment.id}/like`);
  }
  const tables = [
    "likes",
    "closet",
    "swipes",
    "boards",
    "comments",
    "comment_likes",
    "mentions",
    "notifications",
  ] as const;
  const before = JSON.stringify(await exportOf(leo, tables));
  for (const text of ["Rainy day", "Rainy walk", "hers"]) expect(before).toContain(text);
  await db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
  await db.updateTable("events").set({ is_hidden: true }).where("id", "=", event.id).execute();
  const found = await exportOf(leo, tables);
  expect(JSON.stringify(found)).not.toMatch(/Rainy|hers/);
  expect(found).toMatchObject({
    likes: [{ outfit: null }],
    closet: [{ outfit: null }],
    swipes: [{ outfit: null }],
    boards: [{ name: "Coats", outfits: [null] }],
    comments: [
      { content: "mine", outfit: null, event: null },
      { content: "mine", outfit: null, event: null },
    ],
    comment_likes: [{ comment: null }, { comment: null }],
    mentions: [{ comment: null }, { comment: null }],
    notifications: [{ message: null }, { message: null }],
  });
  expect(JSON.stringify(await exportOf(mia, ["comments", "notifications"]))).toContain("Rainy");
});

test("comments that moderators hid, or across a block, have no words in the export of who liked them [S-56]", async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id);
  const say = async (content: string) => {
    const { comment } = (await as(eve).post(`/api/outfits/${outfit.id}/comments`, { content })).json();
    await as(leo).put(`/api/comments/${comment.id}/like`);
    return comment.id as string;
  };
  const hidden = await say("one");
  await say("two");
  const wordsOf = async (member: User) =>
    (await exportOf(member, ["comment_likes"])).comment_likes.map((row) => row["comment"]);
  expect(await wordsOf(leo)).toEqual(["one", "two"]);
  await db.updateTable("comments").set({ is_hidden: true }).where("id", "=", hidden).execute();
  expect(await wordsOf(leo)).toEqual([null, "two"]);
  await as(eve).put(`/api/blocks/${leo.id}`);
  expect(await wordsOf(leo)).toEqual([null, null]);
});

test("redemptions are named as they were requested, also after the reward was renamed", async () => {
  const mia = await buildUser(db);
  const { rewardId } = await buildRedemption(db, mia.id);
  const { name } = await db.selectFrom("rewards").select("name").where("id", "=", rewardId).executeTakeFirstOrThrow();
  await db.updateTable("rewards").set({ name: "Renamed" }).where("id", "=", rewardId).execute();
  expect((await exportOf(mia, ["redemptions"])).redemptions).toMatchObject([{ reward: name }]);
});
