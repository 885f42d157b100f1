import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { buildEvent, buildUser } from "#server/testing/factories.ts";
import { lookAtEvent } from "#server/testing/look-at-event.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const localIn = (days: number, time = "19:00") => `${inDays(days).toISOString().slice(0, 10)}T${time}`;
const form = (given: Record<string, unknown> = {}) => ({
  intent: "submit",
  title: "Denim repair night",
  style: "Streetwear",
  location: "Halle 3, Rotterdam",
  startsAt: localIn(10),
  endsAt: localIn(10, "22:30"),
  timeZone: "Europe/Amsterdam",
  ...given,
});
const publish = async (by: { id: string }, id: string) =>
  as(by).post(`/api/admin/events/${id}/publication`, await lookAtEvent(db, id));

test("an event that is over keeps its start, and its end can be corrected without news", async () => {
  const [mia, leo] = [await buildUser(db, { role: "business" }), await buildUser(db)];
  const event = await buildEvent(db, mia.id, { startsAt: inDays(-1), timeZone: "UTC" });
  const url = `/api/events/${event.id}`;
  const startsAt = event.startsAt.toISOString().slice(0, 16);
  const endsAt = new Date(event.startsAt.getTime() + 2 * 3_600_000).toISOString().slice(0, 16);
  const moved = await as(mia).put(url, form({ timeZone: "UTC" }));
  expect(moved.json().issues).toEqual([{ path: "startsAt", message: "This event is over. Duplicate it instead" }]);
  const sequence = async () =>
    (await db.selectFrom("events").select("sequence").where("id", "=", event.id).executeTakeFirstOrThrow()).sequence;
  const corrected = { startsAt, endsAt, timeZone: "UTC", location: "Pier 4, Rotterdam" };
  expect((await as(mia).put(url, form(corrected))).json()).toMatchObject({ location: "Pier 4, Rotterdam" });
  expect(await sequence()).toBe(0);
  const admin = await buildUser(db, { role: "admin" });
  const withdrawn = await as(admin).post(`/api/admin/events/${event.id}/withdrawal`, { note: "Not an event" });
  expect(withdrawn.json()).toMatchObject({ status: "withdrawn", isCancelled: false });
  expect(await sequence()).toBe(0);
  const resubmitted = await as(mia).put(url, form());
  expect(resubmitted.json().issues[0]).toMatchObject({
    path: "startsAt",
    message: expect.stringContaining("is over"),
  });
  expect((await publish(admin, event.id)).json()).toMatchObject({ status: "published" });
  expect((await as(leo).get(url)).statusCode).toBe(200);
});

test("an event that is over does not move with those who went to it, not even as a draft", async () => {
  const [mia, admin] = [await buildUser(db, { role: "business" }), await buildUser(db, { role: "admin" })];
  const event = await buildEvent(db, mia.id, { startsAt: inDays(-1), timeZone: "UTC" });
  const url = `/api/events/${event.id}`;
  const [startsAt, endsAt] = [event.startsAt, event.endsAt].map((at) => at.toISOString().slice(0, 16));
  const save = async (given: object) =>
    (await as(mia).put(url, form({ intent: "draft", startsAt, endsAt, timeZone: "UTC", ...given }))).json();
  const over = (path: string) => [{ path, message: "This event is over. Duplicate it instead" }];
  expect((await save({ endsAt: localIn(1) })).issues).toEqual(over("endsAt"));
  expect((await as(mia).get(url)).json()).toMatchObject({ status: "published", canDelete: false });
  await as(admin).post(`/api/admin/events/${event.id}/withdrawal`, { note: "Not an event" });
  expect((await save({ startsAt: localIn(10), endsAt: localIn(10, "22:30") })).issues).toEqual(over("startsAt"));
  expect((await save({ startsAt: null, endsAt: null })).issues).toEqual(over("startsAt"));
  expect((await save({ endsAt: localIn(1) })).issues).toEqual(over("endsAt"));
  expect(await save({ title: "Under another name" })).toMatchObject({ status: "draft", canDelete: false });
  expect((await save({ intent: "submit" })).issues).toEqual(over("startsAt"));
  expect((await as(mia).delete(url)).json().code).toBe("event.wrong_status");
});

test("what has begun is not submitted, and what is over is not published", async () => {
  const [mia, admin] = [await buildUser(db), await buildUser(db, { role: "admin" })];
  const given = { startsAt: inDays(-1), timeZone: "UTC" } as const;
  const times = {
    startsAt: new Date(given.startsAt).toISOString().slice(0, 16),
    endsAt: localIn(1),
    timeZone: "UTC",
  };
  for (const status of ["draft", "changes_requested", "submitted"] as const) {
    const event = await buildEvent(db, mia.id, { ...given, status });
    const edit = (intent: string) => as(mia).put(`/api/events/${event.id}`, form({ ...times, intent }));
    expect((await edit("submit")).json().issues).toEqual([
      { path: "startsAt", message: "Choose a time in the future" },
    ]);
    expect((await edit("draft")).statusCode).toBe(200);
  }
  const late = await buildEvent(db, mia.id, { ...given, status: "submitted" });
  expect((await publish(admin, late.id)).json().code).toBe("event.wrong_status");
});
