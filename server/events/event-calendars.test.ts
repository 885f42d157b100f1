import ICAL from "ical.js";
import { ICalCalendar } from "ical-generator";
import { expect, test, vi } from "vitest";
import { buildEvent, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { fastify, as, db } = await testApp();
type Member = { id: string };
const get = (url: string, headers = {}) =>
  fastify.inject({ method: "GET", url: url.replace(/^https?:\/\/[^/]+/, ""), headers });
const feedOf = async (member: Member): Promise<string> => (await as(member).get("/api/me/calendar-feed")).json().url;

/** The requirements of RFC 5545 for each line and the file. */
function parse(text: string): ICAL.Event[] {
  expect(text.endsWith("\r\n") || text.endsWith("END:VCALENDAR")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  expect(calendar.name).toBe("vcalendar");
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.getFirstPropertyValue("prodid")).toBeTruthy();
  const components = calendar.getAllSubcomponents("vevent");
  for (const component of components) {
    for (const name of ["uid", "dtstamp", "dtstart", "dtend", "sequence", "status"]) {
      expect(component.getAllProperties(name)).toHaveLength(1);
    }
  }
  return components.map((component) => new ICAL.Event(component));
}
const first = (text: string): ICAL.Event => {
  const [event] = parse(text);
  if (!event) throw new Error("The calendar is empty");
  return event;
};

test("an event's file contains its times, place and texts, with any characters", async () => {
  const mia = await buildUser(db);
  const title = `Größe; "quoted", back\\slash, ${"very ".repeat(10)}long – 東京 👗`;
  const event = await buildEvent(db, mia.id, {
    title,
    location: "Halle 3; Tor B, Köln",
    startsAt: new Date("2031-10-26T00:30:00Z"),
    hours: 5,
    timeZone: "Europe/Berlin",
  });
  const answer = await get(`/calendars/events/${event.id}.ics`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(answer.headers["content-disposition"]).toBe(`attachment; filename="fash-event-${event.id}.ics"`);
  const parsed = first(answer.body);
  expect(parsed.summary).toBe(title.trim());
  expect(parsed.location).toBe("Halle 3; Tor B, Köln");
  expect(parsed.startDate.toJSDate().toISOString()).toBe("2031-10-26T00:30:00.000Z");
  expect(parsed.endDate.toJSDate().toISOString()).toBe("2031-10-26T05:30:00.000Z");
  expect(parsed.uid).toBe(`event-${event.id}@fash`);
  expect(parsed.sequence).toBe(0);
  expect((await get(`/calendars/events/${event.id}.ics`, { "if-none-match": answer.headers.etag })).statusCode).toBe(
    304,
  );
});

test("its UID never changes; SEQUENCE increases with a new time, and a cancellation sets STATUS", async () => {
  const mia = await buildUser(db);
  const event = await buildEvent(db, mia.id);
  const before = first((await get(`/calendars/events/${event.id}.ics`)).body);
  const { startsLocal, endsLocal, timeZone } = (await as(mia).get(`/api/events/${event.id}`)).json();
  const form = {
    intent: "submit",
    title: event.title,
    style: "Casual",
    startsAt: startsLocal,
    endsAt: endsLocal,
    timeZone,
  };
  await as(mia).put(`/api/events/${event.id}`, { ...form, location: "Halle 3, Rotterdam" });
  expect(first((await get(`/calendars/events/${event.id}.ics`)).body).sequence).toBe(0);
  await as(mia).put(`/api/events/${event.id}`, { ...form, location: "Elsewhere" });
  const moved = first((await get(`/calendars/events/${event.id}.ics`)).body);
  expect([moved.uid, moved.sequence, moved.location]).toEqual([before.uid, 1, "Elsewhere"]);
  await as(mia).post(`/api/events/${event.id}/cancellation`, { reason: null });
  const gone = first((await get(`/calendars/events/${event.id}.ics`)).body);
  expect([gone.uid, gone.sequence, gone.component.getFirstPropertyValue("status")]).toEqual([
    before.uid,
    2,
    "CANCELLED",
  ]);
});

test("the public feed contains upcoming public events", async () => {
  const mia = await buildUser(db);
  const open = await buildEvent(db, mia.id);
  const past = await buildEvent(db, mia.id, { startsAt: new Date(Date.now() - 9 * 86_400_000) });
  const submitted = await buildEvent(db, mia.id, { status: "submitted" });
  const uids = parse((await get("/calendars/events.ics")).body).map(({ uid }) => uid);
  expect(uids).toContain(`event-${open.id}@fash`);
  for (const other of [past, submitted]) expect(uids).not.toContain(`event-${other.id}@fash`);
  expect((await get(`/calendars/events/${submitted.id}.ics`)).statusCode).toBe(404);
  for (const odd of ["nothing.ics", "..%2F.ics", `${open.id}`, "%00.ics"]) {
    expect((await get(`/calendars/events/${odd}`)).statusCode).toBe(404);
  }
});

test("a member's private feed shows what they go to and organise; a new address ends the former one", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  expect((await as(null).get("/api/me/calendar-feed")).json().code).toBe("auth.required");
  expect((await as(null).post("/api/me/calendar-feed/rotation")).json().code).toBe("auth.required");
  const [full, own] = [await buildEvent(db, mia.id, { capacity: 1 }), await buildEvent(db, leo.id)];
  const other = await buildEvent(db, mia.id);
  const ava = await buildUser(db);
  await as(ava).put(`/api/events/${full.id}/attendance`);
  await as(leo).put(`/api/events/${full.id}/attendance`);
  const url = await feedOf(leo);
  expect(await feedOf(leo)).toBe(url);
  const answer = await get(url);
  expect(answer.headers["cache-control"]).toBe("private, no-cache");
  const events = parse(answer.body);
  const statuses = Object.fromEntries(
    events.map((event) => [event.uid, event.component.getFirstPropertyValue("status")]),
  );
  expect(statuses).toEqual({ [`event-${full.id}@fash`]: "TENTATIVE", [`event-${own.id}@fash`]: "CONFIRMED" });
  expect(JSON.stringify(statuses)).not.toContain(other.id);
  await as(mia).post(`/api/events/${full.id}/cancellation`, { reason: null });
  expect((await get(url)).body).toContain("STATUS:CANCELLED");

  const rotated = (await as(leo).post("/api/me/calendar-feed/rotation")).json().url;
  expect(rotated).not.toBe(url);
  expect((await get(url)).json().code).toBe("calendar.not_found");
  expect((await get(rotated)).statusCode).toBe(200);
  const tampered = rotated.replace(/.{6}\.ics$/, "AAAAAA.ics");
  expect((await get(tampered)).statusCode).toBe(404);
  await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", leo.id).execute();
  expect((await get(rotated)).statusCode).toBe(404);
});

test("an event that moderators hid stays out of its attendees' feeds when an admin withdraws it, too", async () => {
  const [mia, leo, admin] = [await buildUser(db), await buildUser(db), await buildUser(db, { role: "admin" })];
  const [hidden, shown] = [await buildEvent(db, mia.id, { title: "Hateful words" }), await buildEvent(db, mia.id)];
  for (const { id } of [hidden, shown]) await as(leo).put(`/api/events/${id}/attendance`);
  const url = await feedOf(leo);
  await db.updateTable("events").set({ is_hidden: true }).where("id", "=", hidden.id).execute();
  for (const { id } of [hidden, shown]) {
    await as(admin).post(`/api/admin/events/${id}/withdrawal`, { note: "Not an event" });
  }
  const events = parse((await get(url)).body);
  expect(events.map(({ uid, component }) => [uid, component.getFirstPropertyValue("status")])).toEqual([
    [`event-${shown.id}@fash`, "CANCELLED"],
  ]);
});

test("a calendar that has not changed is written once, however often it is asked for [S-71]", async () => {
  const mia = await buildUser(db);
  const event = await buildEvent(db, mia.id, { title: "Asked for again and again" });
  const written = vi.spyOn(ICalCalendar.prototype, "toString");
  const read = async () => (await get("/calendars/events.ics")).body;
  const [before, again] = [await read(), await read()];
  expect(again).toBe(before);
  expect(written).toHaveBeenCalledTimes(1);
  await db.updateTable("events").set({ title: "Under another name" }).where("id", "=", event.id).execute();
  expect(await read()).not.toContain("Asked for again and again");
  expect(written).toHaveBeenCalledTimes(2);
  written.mockRestore();
});
