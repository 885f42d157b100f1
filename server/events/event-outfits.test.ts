import { describe, expect, test } from "vitest";
import { buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
type Member = { id: string };
const idsOf = (answer: { json(): { items: { id: string }[] } }) => answer.json().items.map(({ id }) => id);

describe("what to wear", () => {
  test("an own outfit is shown under one event; who may not see it does not meet it there", async () => {
    const [mia, leo, ava] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const [first, second] = [await buildEvent(db, mia.id), await buildEvent(db, mia.id)];
    const outfit = await buildOutfit(db, leo.id);
    const url = (event: { id: string }) => `/api/events/${event.id}/outfits`;
    const add = (by: Member | null, event: { id: string }) =>
      as(by).put(`/api/events/${event.id}/outfits/${outfit.id}`);
    expect((await add(null, first)).json().code).toBe("auth.required");
    expect((await add(ava, first)).json().code).toBe("outfit.not_owner");
    expect((await add(leo, first)).json()).toEqual({ ok: true });
    expect((await add(leo, first)).json()).toEqual({ ok: true });
    expect(idsOf(await as(null).get(url(first)))).toEqual([outfit.id]);
    expect((await as(null).get(`/api/events/${first.id}`)).json().outfitsCount).toBe(1);
    await add(leo, second);
    expect([idsOf(await as(null).get(url(first))), idsOf(await as(null).get(url(second)))]).toEqual([[], [outfit.id]]);
    await as(ava).put(`/api/blocks/${leo.id}`);
    expect(idsOf(await as(ava).get(url(second)))).toEqual([]);
    const stranger = await buildUser(db);
    const remove = (by: Member) => as(by).delete(`/api/events/${second.id}/outfits/${outfit.id}`);
    expect((await remove(stranger)).json().code).toBe("auth.forbidden");
    expect((await remove(mia)).json()).toEqual({ ok: true });
    expect((await remove(mia)).json().code).toBe("outfit.not_found");
    const draft = await buildEvent(db, leo.id, { status: "submitted" });
    expect((await add(leo, draft)).json().code).toBe("event.not_found");
  });
});

test("only an admin's removal of another's outfit from another's event is in the audit log [S-74]", async () => {
  const [mia, leo, admin] = [await buildUser(db), await buildUser(db), await buildUser(db, { role: "admin" })];
  const event = await buildEvent(db, mia.id);
  const outfit = await buildOutfit(db, leo.id);
  const url = `/api/events/${event.id}/outfits/${outfit.id}`;
  for (const by of [leo, mia, admin]) {
    await as(leo).put(url);
    expect((await as(by).delete(url)).json()).toEqual({ ok: true });
  }
  expect((await as(admin).delete(url)).json().code).toBe("outfit.not_found");
  const log = (await as(admin).get(`/api/admin/audit?targetType=event&targetId=${event.id}`)).json();
  expect(log.items).toMatchObject([
    {
      action: "event.outfit_removed",
      actor: { username: admin.username },
      member: { username: leo.username },
      before: { outfitId: outfit.id },
    },
  ]);
  expect(log.items).toHaveLength(1);
});

test("comments on an event work as on an outfit: counted, notified, hidden, deleted; but they earn no points", async () => {
  const [mia, leo, ava] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const event = await buildEvent(db, mia.id, { title: "Swap" });
  const list = async (by: Member | null) => idsOf(await as(by).get(`/api/events/${event.id}/comments`));
  const added = (await as(leo).post(`/api/events/${event.id}/comments`, { content: " Coming! " })).json();
  expect(added).toMatchObject({ comment: { content: "Coming!", outfitId: null, eventId: event.id }, award: null });
  expect((await as(null).post(`/api/events/${event.id}/comments`, { content: "x" })).json().code).toBe("auth.required");
  expect((await as(null).get(`/api/events/${event.id}`)).json().commentsCount).toBe(1);
  const { items } = (await as(mia).get("/api/notifications")).json();
  expect(items[0]).toMatchObject({
    type: "comment",
    path: `/events/${event.id}`,
    message: expect.stringContaining("Swap"),
  });
  await as(ava).put(`/api/blocks/${leo.id}`);
  expect([await list(null), await list(ava)]).toEqual([[added.comment.id], []]);
  await as(mia).put(`/api/comments/${added.comment.id}/hidden`, { isHidden: true });
  expect([await list(null), await list(mia)]).toEqual([[], [added.comment.id]]);
  expect((await as(leo).delete(`/api/comments/${added.comment.id}`)).statusCode).toBe(200);
  const draft = await buildEvent(db, mia.id, { status: "submitted" });
  expect((await as(mia).post(`/api/events/${draft.id}/comments`, { content: "x" })).json().code).toBe(
    "event.not_found",
  );
  expect((await as(leo).get(`/api/events/${draft.id}/comments`)).json().code).toBe("event.not_found");
});
