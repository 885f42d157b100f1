import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { limits } from "#contract/limits.ts";
import { buildEvent, buildImage, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();

/** Publishes at once: its member is a business. */
const publish = async (by: { id: string }, given: { id: string; imageId: string }) =>
  as(by).post("/api/events", {
    intent: "submit",
    title: "Denim repair night",
    style: "Streetwear",
    location: "Halle 3, Rotterdam",
    startsAt: "2031-05-08T19:00",
    endsAt: "2031-05-08T22:30",
    timeZone: "Europe/Amsterdam",
    ...given,
  });

describe("an event that its client names", () => {
  test("is made once, and the second attempt brings what was changed since", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const draft = { intent: "draft", id: randomUUID() };
    const first = await as(mia).post("/api/events", { ...draft, title: "Repair" });
    expect(first.json().id).toBe(draft.id);
    const again = await Promise.all(
      ["Repair night", "Repair night"].map((title) => as(mia).post("/api/events", { ...draft, title })),
    );
    expect(again.map((answer) => answer.json())).toMatchObject([
      { id: draft.id, title: "Repair night" },
      { id: draft.id, title: "Repair night" },
    ]);
    expect((await as(mia).get("/api/me/events?as=organiser")).json().items).toHaveLength(1);
    expect((await as(leo).post("/api/events", { ...draft, title: "Mine" })).json().code).toBe("event.not_owner");
  });

  test("and that was changed since is not overwritten by another attempt", async () => {
    const mia = await buildUser(db);
    const draft = { intent: "draft", id: randomUUID(), title: "Repair" };
    const post = (title: string) => as(mia).post("/api/events", { ...draft, title });
    const made = (await post("Repair")).json();
    expect((await post("Repair")).json().title).toBe("Repair");
    const { id, ...form } = draft;
    await as(mia).put(`/api/events/${id}`, { ...form, title: "From the list" });
    for (const title of ["Repair", "Repair night"]) expect((await post(title)).json().code).toBe("event.conflict");
    expect((await post("From the list")).json()).toMatchObject({ title: "From the list", createdAt: made.createdAt });
  });

  test("cannot be named like something that notifications are about", async () => {
    const [mia, eve] = [await buildUser(db), await buildUser(db)];
    const outfit = await buildOutfit(db, mia.id);
    await as(eve).put(`/api/outfits/${outfit.id}/like`);
    for (const id of [outfit.id, mia.id]) {
      const answer = await as(eve).post("/api/events", { intent: "draft", id, title: "Mine" });
      expect(answer.json().code).toBe("event.not_owner");
    }
    const content = { title: "Mine", body: [], tags: [] };
    const article = await as(eve).put(`/api/articles/${outfit.id}`, { revision: 0, ...content });
    expect(article.statusCode).not.toBe(200);
    const [like] = (await as(mia).get("/api/notifications")).json().items;
    expect(like).toMatchObject({ type: "like", path: `/outfit/${outfit.id}` });
  });

  test("and that was cancelled since takes no second attempt", async () => {
    const host = await buildUser(db, { role: "business" });
    const given = { id: randomUUID(), imageId: (await buildImage(db, host.id)).id };
    expect((await publish(host, given)).json().status).toBe("published");
    await as(host).post(`/api/events/${given.id}/cancellation`, { reason: null });
    expect((await publish(host, given)).json().code).toBe("event.wrong_status");
  });
});

test("an event is copied once, however often its browser sends the copy's id", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const event = await buildEvent(db, mia.id);
  const id = randomUUID();
  const copy = (by: { id: string }) => as(by).post(`/api/events/${event.id}/copies`, { id });
  const answers = [...(await Promise.all([copy(mia), copy(mia)])), await copy(mia)];
  expect(answers.map((answer) => answer.json().id)).toEqual([id, id, id]);
  expect((await as(mia).get("/api/me/events?as=organiser")).json().items).toHaveLength(2);
  const admin = await buildUser(db, { role: "admin" });
  expect((await copy(admin)).json().code).toBe("event.not_owner");
  expect((await copy(leo)).json().code).toBe("event.not_owner");
  const taken = { id: (await buildOutfit(db, mia.id)).id };
  expect((await as(mia).post(`/api/events/${event.id}/copies`, taken)).json().code).toBe("event.not_owner");
});

test("a copy has the cover, also one that is stored less high than an upload must be", async () => {
  const mia = await buildUser(db, { role: "business" });
  const wide = sharp({ create: { width: 2_000, height: 350, channels: 3, background: "#cc0000" } });
  const cover = (await as(mia).upload("/api/uploads/outfit", await wide.png().toBuffer())).json();
  const event = (await publish(mia, { id: randomUUID(), imageId: cover.id })).json();
  const copy = (await as(mia).post(`/api/events/${event.id}/copies`)).json();
  expect(copy.cover).toMatchObject({ width: 1_080, height: 189 });
});

test("a member has up to 50 unpublished events", async () => {
  const mia = await buildUser(db);
  const drafts = [];
  for (let count = 0; count < limits.eventDraftsMax; count += 1)
    drafts.push(await buildEvent(db, mia.id, { status: "draft" }));
  expect((await as(mia).post("/api/events", { intent: "draft", title: "One more" })).json().code).toBe(
    "event.too_many_drafts",
  );
  expect((await as(mia).post(`/api/events/${drafts[0]?.id}/copies`)).json().code).toBe("event.too_many_drafts");
  await as(mia).delete(`/api/events/${drafts[0]?.id}`);
  expect((await as(mia).post("/api/events", { intent: "draft", title: "One more" })).statusCode).toBe(200);
});

test("an admin opens any event for review, but nobody's draft", async () => {
  const [admin, mia] = [await buildUser(db, { role: "admin" }), await buildUser(db)];
  const open = async (eventId: string) => (await as(admin).get(`/api/admin/events/${eventId}`)).json();
  const withdrawn = await buildEvent(db, mia.id, { status: "withdrawn" });
  const { items } = (await as(admin).get("/api/admin/events")).json();
  expect(items.find(({ id }: { id: string }) => id === withdrawn.id)).toEqual(await open(withdrawn.id));
  const draft = await buildEvent(db, mia.id, { status: "draft" });
  expect((await open(draft.id)).code).toBe("event.not_found");
  expect((await open(randomUUID())).code).toBe("event.not_found");
});
