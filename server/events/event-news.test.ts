import { describe, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { banMember } from "#server/bans/bans.service.ts";
import { transact } from "#server/db/db.ts";
import { buildEvent, buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { movableClock } from "#server/testing/clock.ts";
import { listWaiting } from "#server/notifications/notification-rows.store.ts";
import { testApp } from "#server/testing/test-app.ts";
import { notifyEventChanges, notifyEventErasure, remindAttendees } from "./event-news.service.ts";
import { describeTime } from "./event-times.ts";

const clock = movableClock();
const { app, as, db, fastify } = await testApp({ app: { clock } });
type Member = { id: string };
const hour = 3_600;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * hour * 1_000);
const attend = (member: Member, event: { id: string }) => as(member).put(`/api/events/${event.id}/attendance`);
const newsOf = async (member: Member, type: string): Promise<string[]> =>
  (await as(member).get("/api/notifications"))
    .json()
    .items.filter((item: { type: string }) => item.type === type)
    .map((item: { message: string }) => item.message);

describe("a reminder", () => {
  test("is sent once, a day before, to those with a seat", async () => {
    const [mia, leo, late] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { startsAt: inHours(30), capacity: 1, title: "Repair night" });
    for (const member of [leo, late]) await attend(member, event);
    await remindAttendees(app);
    expect(await newsOf(leo, "event_reminder")).toEqual([]);
    clock.advance(7 * hour);
    await Promise.all([remindAttendees(app), remindAttendees(app), remindAttendees(app)]);
    await remindAttendees(app);
    const [message, ...others] = await newsOf(leo, "event_reminder");
    const when = `${describeTime(event.startsAt, "Europe/Amsterdam")} (Amsterdam time)`;
    expect(message).toMatch(/^“Repair night” is (today|tomorrow), /);
    expect(message).toContain(`, ${when}, Halle 3, Rotterdam`);
    expect(others).toEqual([]);
    expect(await newsOf(late, "event_reminder")).toEqual([]);
  });

  test.each([
    ["2031-03-28T23:30Z", "2031-03-29T22:30Z", "is today, Sat 29 Mar, 23:30"],
    ["2031-03-29T12:00Z", "2031-03-30T11:30Z", "is tomorrow, Sun 30 Mar, 13:30"],
    // Half past eleven at night, a day of 23 hours, half past midnight.
    ["2031-03-29T22:30Z", "2031-03-30T22:30Z", "is on Mon 31 Mar, 00:30"],
  ])("at %s of an event at %s says '%s'", async (now, startsAt, words) => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    await attend(leo, await buildEvent(db, mia.id, { startsAt: new Date(startsAt) }));
    await remindAttendees({ ...app, clock: { now: () => new Date(now) } });
    expect((await newsOf(leo, "event_reminder"))[0]).toContain(words);
  });

  test("is sent late if the server was down, but not after the event has started", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const [soon, begun] = [
      await buildEvent(db, mia.id, { startsAt: inHours(30) }),
      await buildEvent(db, mia.id, { startsAt: inHours(26) }),
    ];
    for (const event of [soon, begun]) await attend(leo, event);
    clock.advance(27 * hour);
    await remindAttendees(app);
    expect((await newsOf(leo, "event_reminder")).length).toBe(1);
    expect((await newsOf(leo, "event_reminder"))[0]).toContain(soon.title);
  });

  test("is not for who replies within the last day, nor for a cancelled event", async () => {
    const [mia, leo, ava] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { startsAt: inHours(20) });
    const cancelled = await buildEvent(db, mia.id, { startsAt: inHours(25) });
    await attend(leo, event);
    await attend(ava, cancelled);
    await as(mia).post(`/api/events/${cancelled.id}/cancellation`, { reason: null });
    clock.advance(2 * hour);
    await remindAttendees(app);
    expect(await newsOf(leo, "event_reminder")).toEqual([]);
    expect(await newsOf(ava, "event_reminder")).toEqual([]);
  });

  test("is not sent while moderators hide the event or its organiser is suspended", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const build = () => buildEvent(db, mia.id, { startsAt: inHours(25) });
    const [event, hidden] = [await build(), await build()];
    for (const one of [event, hidden]) await attend(leo, one);
    await db.updateTable("events").set({ is_hidden: true }).where("id", "=", hidden.id).execute();
    clock.advance(2 * hour);
    const suspend = (until: Date | null) =>
      db.updateTable("auth.users").set({ banned_until: until }).where("id", "=", mia.id).execute();
    await suspend(inHours(1));
    await remindAttendees(app);
    expect(await newsOf(leo, "event_reminder")).toEqual([]);
    await suspend(null);
    await remindAttendees(app);
    expect(await newsOf(leo, "event_reminder")).toEqual([expect.stringContaining(event.title)]);
  });

  test("is not sent of an event that moderators hide at this moment", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { startsAt: inHours(25) });
    await attend(leo, event);
    clock.advance(2 * hour);
    const reminding = await transact(db, async (tx) => {
      await tx.updateTable("events").set({ is_hidden: true }).where("id", "=", event.id).execute();
      const reminded = remindAttendees(app);
      await expect.poll(() => listLockWaits(db)).toHaveLength(1);
      return { reminded };
    });
    await reminding.reminded;
    expect(await newsOf(leo, "event_reminder")).toEqual([]);
  });

  test("is also sent by mail and push, by the member's settings", async () => {
    const [mia, leo, ava] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { startsAt: inHours(25) });
    for (const member of [leo, ava]) await attend(member, event);
    const ways = { inApp: true, byMail: false, byPush: false };
    await as(ava).put("/api/me/notifications/event_reminder", ways);
    clock.advance(2 * hour);
    await remindAttendees(app);
    const rows = await db
      .selectFrom("notifications")
      .select(["user_id", "mail_pending_since"])
      .where("reference_id", "=", event.id)
      .execute();
    const waits = (member: Member) => rows.find((row) => row.user_id === member.id)?.mail_pending_since;
    expect(waits(leo)).toBeInstanceOf(Date);
    expect(waits(ava)).toBeNull();
  });
});

describe("a change", () => {
  const edit = async (by: Member, event: { id: string }, given: Record<string, unknown>) => {
    const before = (await as(by).get(`/api/events/${event.id}`)).json();
    return as(by).put(`/api/events/${event.id}`, {
      intent: "submit",
      title: before.title,
      style: before.style.name,
      location: before.location,
      startsAt: before.startsLocal,
      endsAt: before.endsLocal,
      timeZone: before.timeZone,
      ...given,
    });
  };

  test("of time or place is announced once to everyone who replied, the waiting list included, except its author", async () => {
    const [mia, leo, ava] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { capacity: 1, title: "Open studio" });
    for (const member of [leo, ava]) await attend(member, event);
    await edit(mia, event, { description: "Only the words are new", capacity: 1 });
    await notifyEventChanges(app, { eventId: event.id });
    expect(await newsOf(leo, "event_update")).toEqual([]);
    await edit(mia, event, { location: "Pier 4, Rotterdam", capacity: 1 });
    await Promise.all([1, 2, 3].map(() => notifyEventChanges(app, { eventId: event.id })));
    for (const member of [leo, ava]) {
      const news = await newsOf(member, "event_update");
      expect(news).toEqual([expect.stringMatching(/^“Open studio” has changed: it is now on .*, Pier 4, Rotterdam$/)]);
    }
    expect(await newsOf(mia, "event_update")).toEqual([]);
    // Later replies already refer to the new state.
    const [late] = [await buildUser(db)];
    await attend(late, event);
    await notifyEventChanges(app, { eventId: event.id });
    expect(await newsOf(late, "event_update")).toEqual([]);
  });

  test("is queued in its own transaction, so that a crash loses no news", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id);
    await attend(leo, event);
    await as(mia).post(`/api/events/${event.id}/cancellation`, { reason: "The roof leaks" });
    const { rows } = await app.pool.query("select key from graphile_worker.jobs where key = $1", [
      `event changes ${event.id}`,
    ]);
    expect(rows.length).toBe(1);
    await notifyEventChanges(app, { eventId: event.id });
    const [message] = await newsOf(leo, "event_update");
    expect(message).toMatch(/^“Event \d+” \(.*\) is cancelled: The roof leaks$/);
  });

  test("to a later day brings a second reminder", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { startsAt: inHours(25), timeZone: "UTC" });
    await attend(leo, event);
    clock.advance(2 * hour);
    await remindAttendees(app);
    const day = inHours(72).toISOString().slice(0, 10);
    await edit(mia, event, { startsAt: `${day}T19:00`, endsAt: `${day}T22:00` });
    await remindAttendees(app);
    expect((await newsOf(leo, "event_reminder")).length).toBe(1);
    clock.advance(72 * hour);
    const { startsAt } = (await as(null).get(`/api/events/${event.id}`)).json();
    clock.advance((Date.parse(startsAt) - clock.now().getTime()) / 1_000 - 10 * hour);
    await remindAttendees(app);
    expect((await newsOf(leo, "event_reminder")).length).toBe(2);
  });
});

describe("an organiser who is gone", () => {
  const build = async () => {
    const [mia, leo, ava] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const swap = await buildEvent(db, mia.id, { title: "Swap shop", capacity: 1 });
    const studio = await buildEvent(db, mia.id, { title: "Open studio" });
    const past = await buildEvent(db, mia.id, { title: "Long over" });
    for (const event of [swap, studio, past]) for (const member of [leo, ava]) await attend(member, event);
    const over = { starts_at: new Date(Date.now() - 2 * dayMs), ends_at: new Date(Date.now() - dayMs) };
    await db.updateTable("events").set(over).where("id", "=", past.id).execute();
    return { mia, leo, ava, swap, studio, past };
  };
  const isCancelled = (title: string) => expect.stringMatching(new RegExp(`^“${title}” \\(.+\\) is cancelled$`));

  test("by deletion: everyone who replied is told that each event is cancelled, once it is certain", async () => {
    const { mia, leo, ava } = await build();
    await transact(db, (tx) => eraseAccount(tx, app, mia.id));
    const jobs = await app.pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'tellEventErasure'`,
    );
    expect(jobs.rows.length).toBe(2);
    for (const { payload } of jobs.rows) await notifyEventErasure(app, fastify.log, payload);
    for (const member of [leo, ava]) {
      const news = (await newsOf(member, "event_update")).toSorted();
      expect(news).toEqual([isCancelled("Open studio"), isCancelled("Swap shop")]);
    }
    const { items } = (await as(leo).get("/api/notifications")).json();
    expect(items[0]).toMatchObject({ path: "/events" });
  });

  test("by deletion: a badge that cannot be pushed does not make the job repeat what it has told", async () => {
    const leo = await buildUser(db);
    const emitToMembers = () => {
      throw new Error("the live connection is gone");
    };
    const live = { ...app.live, emitToMembers };
    await notifyEventErasure({ ...app, live }, fastify.log, { message: "It is cancelled", userIds: [leo.id] });
    expect(await newsOf(leo, "event_update")).toEqual(["It is cancelled"]);
  });

  test("nobody is told the words of an event that moderators hide: neither by a change, a deletion nor a ban", async () => {
    const { mia, leo, ava, swap, studio } = await build();
    await db.updateTable("events").set({ is_hidden: true, sequence: 1 }).where("user_id", "=", mia.id).execute();
    await notifyEventChanges(app, { eventId: studio.id });
    const hidden = (end: string) => expect.stringMatching(new RegExp(`^An event that you replied to \\(.+\\) ${end}$`));
    expect(await newsOf(leo, "event_update")).toEqual([hidden("has changed")]);
    await transact(db, (tx) => banMember(tx, app, mia.id, new Date(clock.now().getTime() + 200 * 365 * dayMs)));
    await notifyEventChanges(app, { eventId: swap.id });
    expect(await newsOf(leo, "event_update")).toEqual([hidden("is cancelled"), hidden("has changed")]);
    await db.updateTable("events").set({ cancelled_at: null }).where("id", "=", swap.id).execute();
    await transact(db, (tx) => eraseAccount(tx, app, mia.id));
    const { rows } = await app.pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'tellEventErasure' and j.payload::text like $1`,
      [`%${ava.id}%`],
    );
    expect(rows.map(({ payload }) => payload.message)).toEqual([hidden("is cancelled")]);
  });

  test("what waits about an event that moderators hide since has none of its words, in the list and in mails", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { startsAt: inHours(25), title: "Hateful words" });
    await attend(leo, event);
    clock.advance(2 * hour);
    await remindAttendees(app);
    await db.updateTable("events").set({ sequence: 1 }).where("id", "=", event.id).execute();
    await notifyEventChanges(app, { eventId: event.id });
    const waiting = async () => (await listWaiting(db, leo.id)).unread.map(({ message }) => message);
    const told = [expect.stringContaining("“Hateful words” has"), expect.stringContaining("“Hateful words” is")];
    expect(await waiting()).toEqual(told);
    await db.updateTable("events").set({ is_hidden: true }).where("id", "=", event.id).execute();
    expect(await waiting()).toEqual(["An event that you replied to has changed"]);
    expect(await newsOf(leo, "event_reminder")).toEqual(["An event that you replied to is no longer shown"]);
    await db.updateTable("events").set({ cancelled_at: clock.now() }).where("id", "=", event.id).execute();
    expect(await waiting()).toEqual(["An event that you replied to is cancelled"]);
  });

  test("a seat and a check-in at an event that moderators hide since have none of its words either", async () => {
    const [mia, leo, ava] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    const event = await buildEvent(db, mia.id, { startsAt: inHours(2), title: "Hateful words", capacity: 1 });
    await attend(leo, event);
    await attend(ava, event);
    await as(leo).delete(`/api/events/${event.id}/attendance`);
    const { ticketCode } = (await as(ava).get(`/api/events/${event.id}`)).json().attendance;
    expect((await as(mia).post(`/api/events/${event.id}/check-ins`, { code: ticketCode })).statusCode).toBe(200);
    const waiting = async () => (await listWaiting(db, ava.id)).unread.map(({ message }) => message);
    expect(await waiting()).toEqual([
      expect.stringMatching(/^You are checked in at “Hateful words”/),
      expect.stringMatching(/^A place is free: you are going to “Hateful words”/),
    ]);
    await db.updateTable("events").set({ is_hidden: true }).where("id", "=", event.id).execute();
    expect(await waiting()).toEqual(Array(2).fill("An event that you replied to is no longer shown"));
    await db.updateTable("events").set({ cancelled_at: clock.now() }).where("id", "=", event.id).execute();
    expect(await newsOf(ava, "event_update")).toEqual(Array(2).fill("An event that you replied to is cancelled"));
  });

  test("for good: a permanent ban cancels what is ahead, a shorter one does not", async () => {
    const { mia, leo, swap, studio, past } = await build();
    const ban = (days: number) =>
      transact(db, (tx) => banMember(tx, app, mia.id, new Date(clock.now().getTime() + days * dayMs)));
    const listCancelled = async () => {
      const rows = await db
        .selectFrom("events")
        .select("id")
        .where("user_id", "=", mia.id)
        .where("cancelled_at", "is not", null)
        .execute();
      return rows.map(({ id }) => id).toSorted();
    };
    await ban(30);
    expect(await listCancelled()).toEqual([]);
    await ban(200 * 365);
    expect(await listCancelled()).toEqual([swap.id, studio.id].toSorted());
    for (const event of [swap, studio, past]) await notifyEventChanges(app, { eventId: event.id });
    const news = (await newsOf(leo, "event_update")).toSorted();
    expect(news).toEqual([isCancelled("Open studio"), isCancelled("Swap shop")]);
  });
});
