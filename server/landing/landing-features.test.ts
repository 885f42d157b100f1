import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { buildArticle, buildEvent, buildUser } from "#server/testing/factories.ts";
import { lookAtEvent } from "#server/testing/look-at-event.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const admin = await buildUser(db, { role: "admin" });

const leadArticle = async (viewer: { id: string } | null = null) =>
  (await as(viewer).get("/api/articles/lead")).json().items[0]?.id;
const leadEvent = async () => (await as(null).get("/api/events/lead")).json().event?.id;
const featureArticle = (id: string, isFeatured = true) =>
  as(admin).put(`/api/admin/articles/${id}/featured`, { isFeatured });
const featureEvent = (id: string, isFeatured = true) =>
  as(admin).put(`/api/admin/events/${id}/featured`, { isFeatured });
const audited = async (id: string) =>
  (
    await db.selectFrom("audit_log").select(["action", "after"]).where("target_id", "=", id).orderBy("id").execute()
  ).map(({ action, after }) => [action, after]);

test("the landing page leads to the featured article, one at a time, else to the newest", async () => {
  const author = await buildUser(db);
  const first = await buildArticle(db, author.id, { publishedAt: new Date(Date.now() - 2 * dayMs) });
  const second = await buildArticle(db, author.id, { publishedAt: new Date(Date.now() - dayMs) });
  const newest = await buildArticle(db, author.id);
  expect(await leadArticle()).toBe(newest.id);
  expect((await featureArticle(first.id)).statusCode).toBe(200);
  await featureArticle(first.id);
  expect(await leadArticle()).toBe(first.id);
  await featureArticle(second.id);
  expect(await leadArticle()).toBe(second.id);
  const { items } = (await as(admin).get("/api/admin/articles")).json();
  const featured = items.filter((item: { isFeatured: boolean }) => item.isFeatured);
  expect(featured.map((item: { id: string }) => item.id)).toEqual([second.id]);
  expect(await audited(first.id)).toEqual([["article.featured", { isFeatured: true }]]);
  // Members who blocked its author are led to another one.
  const reader = await buildUser(db);
  await as(reader).put(`/api/blocks/${author.id}`);
  expect(await leadArticle(reader)).toBeUndefined();
  await as(admin).post(`/api/admin/articles/${second.id}/withdraw`, { note: "Not now" });
  expect(await leadArticle()).toBe(newest.id);
  expect((await featureArticle(second.id)).json().code).toBe("article.wrong_status");
  expect((await featureArticle(second.id, false)).statusCode).toBe(200);
});

test("the landing page leads to the featured event while it is ahead, else to the soonest", async () => {
  const organiser = await buildUser(db);
  const soon = await buildEvent(db, organiser.id, { startsAt: new Date(Date.now() + dayMs) });
  const later = await buildEvent(db, organiser.id, { startsAt: new Date(Date.now() + 9 * dayMs) });
  const past = await buildEvent(db, organiser.id, { startsAt: new Date(Date.now() - 9 * dayMs) });
  expect(await leadEvent()).toBe(soon.id);
  expect((await featureEvent(later.id)).json()).toMatchObject({ id: later.id, isFeatured: true });
  expect(await leadEvent()).toBe(later.id);
  expect((await featureEvent(past.id)).json().code).toBe("event.wrong_status");
  await as(organiser).post(`/api/events/${later.id}/cancellation`, { reason: null });
  expect(await leadEvent()).toBe(soon.id);
  await featureEvent(later.id, false);
  expect(await audited(later.id)).toEqual([
    ["event.featured", { isFeatured: true }],
    ["event.featured", { isFeatured: false }],
  ]);
});

test("each step of a review is in the audit log with its note", async () => {
  const member = await buildUser(db);
  const article = await buildArticle(db, member.id, { status: "submitted" });
  const steps = `/api/admin/articles/${article.id}`;
  await as(admin).post(`${steps}/request-changes`, { revision: 1, note: "Shorter" });
  await as(admin).post(`${steps}/publish`, { revision: 1 });
  await as(admin).post(`${steps}/publish`, { revision: 1 });
  await as(admin).post(`${steps}/withdraw`, { note: "Not ours" });
  const event = await buildEvent(db, member.id, { status: "submitted" });
  await as(admin).post(`/api/admin/events/${event.id}/change-request`, {
    ...(await lookAtEvent(db, event.id)),
    note: "Where?",
  });
  await as(admin).post(`/api/admin/events/${event.id}/publication`, await lookAtEvent(db, event.id));
  await as(admin).post(`/api/admin/events/${event.id}/withdrawal`, { note: "Spam" });
  const { items } = (await as(admin).get(`/api/admin/audit?memberId=${member.id}`)).json();
  expect(
    items
      .map(({ action, reason, actorId }: Record<string, string>) => [action, reason, actorId === admin.id])
      .toReversed(),
  ).toEqual([
    ["article.changes_requested", "Shorter", true],
    ["article.published", null, true],
    ["article.withdrawn", "Not ours", true],
    ["event.changes_requested", "Where?", true],
    ["event.published", null, true],
    ["event.withdrawn", "Spam", true],
  ]);
});
