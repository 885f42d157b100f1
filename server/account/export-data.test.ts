import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { audit } from "#server/auth/audit/audit.service.ts";
import { runSql } from "#server/db/db.ts";
import { notifyEventChanges } from "#server/events/event-news.service.ts";
import { buildArticle, buildEvent, buildOutfit, buildRedemption, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { type ExportedTable, exportedTables, openExportReader } from "./export-data.store.ts";

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
  reader.close();
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

test("news of an event that moderators hid quotes it no more in the export; what was written since stays [S-56]", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const event = await buildEvent(db, mia.id, { title: "Rainy walk" });
  await as(leo).put(`/api/events/${event.id}/attendance`);
  const change = async (values: { sequence: number; is_hidden?: boolean }) => {
    await db.updateTable("events").set(values).where("id", "=", event.id).execute();
    await notifyEventChanges(app, { eventId: event.id });
  };
  const words = async () => (await exportOf(leo, ["notifications"])).notifications.map(({ message }) => message);
  await change({ sequence: 1 });
  expect(await words()).toEqual([expect.stringMatching(/^“Rainy walk” has changed/)]);
  await change({ sequence: 2, is_hidden: true });
  expect(await words()).toEqual([null, expect.stringMatching(/^An event that you replied to .* has changed$/)]);
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

test("members across a block are not named in the export of messages and mutes [S-56]", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const { id } = (await as(mia).post("/api/threads", { username: leo.username })).json();
  await as(mia).post(`/api/threads/${id}/messages`, { content: "hi", clientId: randomUUID() });
  await as(mia).put(`/api/mutes/${leo.id}`);
  const named = async () => {
    const { messages, muted } = await exportOf(mia, ["messages", "muted"]);
    return [messages[0]?.["conversation_with"], muted[0]?.["username"]];
  };
  expect(await named()).toEqual([leo.username, leo.username]);
  await as(leo).put(`/api/blocks/${mia.id}`);
  expect(await named()).toEqual(["A member", "A member"]);
});

test("an admin's address and browser are not in the export of a member whose account they changed [S-56]", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const factor = { id: randomUUID(), user_id: mia.id, factor_type: "totp", status: "verified" } as const;
  await db
    .insertInto("auth.factors")
    .values({ ...factor, friendly_name: "Phone", phone: null, secret: null })
    .execute();
  await as(admin).delete(`/api/admin/members/${mia.id}/factors`, { reason: "Lost phone" });
  const own = { ip: "203.0.113.7", userAgent: "Mia's browser", clock: app.clock, db };
  await audit(own, "password_changed", mia.id);
  await audit({ ...own, ip: "198.51.100.1" }, "account_changed_by_admin", mia.id, { actor: "service" });
  await audit({ ...own, ip: "192.0.2.9", userAgent: "A browser" }, "sign_in_failed", mia.id);
  const { account_events: events } = await exportOf(mia, ["account_events"]);
  // Those of one millisecond are in no order.
  expect(events.toSorted((a, b) => String(a["event"]).localeCompare(String(b["event"])))).toMatchObject([
    { event: "account_changed_by_admin", done_by: "service", ip: null, user_agent: null },
    { event: "factor_removed", done_by: "admin", ip: null, user_agent: null },
    { event: "password_changed", done_by: "you", ip: "203.0.113.7", user_agent: "Mia's browser" },
    { event: "sign_in_failed", done_by: "unknown", ip: "192.0.2.9", user_agent: "A browser" },
  ]);
});

test("redemptions are named as they were requested, also after the reward was renamed", async () => {
  const mia = await buildUser(db);
  const { rewardId } = await buildRedemption(db, mia.id);
  const { name } = await db.selectFrom("rewards").select("name").where("id", "=", rewardId).executeTakeFirstOrThrow();
  await db.updateTable("rewards").set({ name: "Renamed" }).where("id", "=", rewardId).execute();
  expect((await exportOf(mia, ["redemptions"])).redemptions).toMatchObject([{ reward: name }]);
});

/** The file of the export in which a table about members is, or why it is in none. */
const places: Record<string, ExportedTable | { excluded: string }> = {
  abuse_findings: { excluded: "names the admin who resolved it" },
  account_deletions: { excluded: "ends with the account" },
  appeals: "moderation",
  article_likes: "article_likes",
  article_reviews: { excluded: "the history of an article, whose latest note is exported with it" },
  article_saves: "article_saves",
  article_versions: "articles",
  articles: "articles",
  "auth.factors": "second_factors",
  "auth.flows": { excluded: "lasts minutes" },
  "auth.identities": "sign_ins",
  "auth.one_time_codes": { excluded: "lasts minutes" },
  "auth.pending_sign_ups": { excluded: "ends with the first confirmation" },
  "auth.sessions": "sessions",
  blocks: "blocked",
  boards: "boards",
  calendar_feeds: { excluded: "makes the secret address of the member's calendar" },
  closet_saves: "closet",
  comment_likes: "comment_likes",
  comment_mentions: "mentions",
  comments: "comments",
  data_exports: { excluded: "the exports themselves" },
  ended_follows: { excluded: "keeps follows from notifying twice" },
  event_attendees: "attendances",
  events: "events",
  favorite_stylists: "top_stylists",
  follow_requests: "follow_requests",
  follows: "following",
  former_usernames: "former_usernames",
  gift_card_batches: { excluded: "names the admin who imported it" },
  gift_card_orders: { excluded: "names the admin who ordered it" },
  images: { excluded: "the files are in the folder of pictures" },
  likes: "likes",
  login_streaks: "daily_logins",
  member_days: "days_active",
  message_threads: { excluded: "the messages name their conversation" },
  messages: "messages",
  moderation_actions: "moderation",
  moderation_cases: { excluded: "the moderators' work; the decisions are exported" },
  mutes: "muted",
  notification_actors: { excluded: "groups notifications, which are exported with their texts" },
  notification_settings: "notification_choices",
  notifications: "notifications",
  outfit_views: "views",
  outfits: "outfits",
  points_ledger: "points",
  profiles: "account",
  push_subscriptions: { excluded: "keys of browsers, whose sessions are exported" },
  reporter_records: { excluded: "kept counts of the reports, which are exported" },
  reports: "reports",
  retracted_actions: { excluded: "keeps actions from earning points twice" },
  retracted_article_likes: { excluded: "keeps likes from notifying twice" },
  retracted_comment_likes: { excluded: "keeps likes from notifying twice" },
  reward_redemptions: "redemptions",
  site_settings: { excluded: "names the admin who changed them" },
  swipe_backlog: { excluded: "the order of the deck" },
  swipe_seen_ranges: { excluded: "the order of the deck" },
  swipes: "swipes",
  thread_members: "messages",
  user_roles: "account",
  user_styles: { excluded: "kept counts of the outfits, which are exported" },
  withheld_profile_pictures: { excluded: "the pictures are in their folder, the decision in moderation" },
};

test("everything kept about a member is in their export, or left out for a reason", async () => {
  const tables = await runSql<{ name: string }>(
    db,
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid in ('profiles'::regclass, 'auth.users'::regclass)`,
    [],
  );
  expect(Object.keys(places).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  for (const [table, place] of Object.entries(places)) {
    if (typeof place === "string") expect(exportedTables[place]).toMatch(new RegExp(`(from|join) ${table}\\b`));
  }
});

test("articles with their newest words, events with proposals, attendances and requests are in the export", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const draft = await buildArticle(db, mia.id, { status: "draft", content: { title: "Half a draft" } });
  const read = await buildArticle(db, leo.id, { content: { title: "On denim" } });
  const own = await buildEvent(db, mia.id, { title: "Swap" });
  const joined = await buildEvent(db, leo.id, { title: "Walk" });
  const change = { title: "Swap and mend", description: null, image_id: null, cover_alt: null };
  await db
    .insertInto("event_proposals")
    .values({ event_id: own.id, submitted_at: new Date(), ...change })
    .execute();
  await as(mia).put(`/api/articles/${read.id}/like`);
  await as(mia).put(`/api/articles/${read.id}/save`);
  await as(mia).put(`/api/events/${joined.id}/attendance`);
  await db.insertInto("follow_requests").values({ follower_id: mia.id, following_id: leo.id }).execute();
  const tables = ["articles", "events", "attendances", "article_likes", "article_saves", "follow_requests"] as const;
  const found = await exportOf(mia, tables);
  expect(found).toMatchObject({
    articles: [{ id: draft.id, title: "Half a draft", status: "draft", content: { title: "Half a draft" } }],
    events: [{ title: "Swap", proposed_change: { title: "Swap and mend" } }],
    attendances: [{ event: "Walk", state: "going" }],
    article_likes: [{ article: "On denim" }],
    article_saves: [{ article: "On denim" }],
    follow_requests: [{ is_mine: true, username: leo.username }],
  });
  await db.updateTable("events").set({ is_hidden: true }).where("id", "=", joined.id).execute();
  await db.updateTable("articles").set({ is_hidden: true }).where("id", "=", read.id).execute();
  expect(JSON.stringify(await exportOf(mia, tables))).not.toMatch(/Walk|denim/);
});

test("every part of the export can be read", async () => {
  const mia = await buildUser(db);
  const found = await exportOf(mia, Object.keys(exportedTables) as ExportedTable[]);
  expect(found.account).toMatchObject([{ username: mia.username }]);
});
