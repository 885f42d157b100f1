import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findDrift } from "#server/counts/recount.service.ts";
import { buildEvent, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { advanceWaitingLists } from "./waiting-list.service.ts";

const { as, db, app } = await testApp();
type Member = { id: string };
const urlOf = (event: { id: string }) => `/api/events/${event.id}/attendance`;
const members = (count: number) => Promise.all(Array.from({ length: count }, () => buildUser(db)));
const statesOf = async (eventId: string) =>
  db
    .selectFrom("event_attendees")
    .select(["user_id", "state", "place"])
    .where("event_id", "=", eventId)
    .orderBy("place")
    .execute();
const messagesOf = async (member: Member) =>
  (await as(member).get("/api/notifications")).json().items.map((item: { message: string }) => item.message);

describe("saying that one is going", () => {
  test("assigns a seat and a ticket; is idempotent; leaving releases both", async () => {
    const [mia, leo] = await members(2);
    const event = await buildEvent(db, mia?.id ?? "", { capacity: 2 });
    expect((await as(null).put(urlOf(event))).json().code).toBe("auth.required");
    const going = (await as(leo ?? null).put(urlOf(event))).json();
    expect(going).toMatchObject({ goingCount: 1, attendance: { state: "going", position: null, checkedInAt: null } });
    expect(going.attendance.ticketCode).toMatch(/^[0-9A-Z]{16}$/);
    const again = (await as(leo ?? null).put(urlOf(event))).json();
    expect(again).toMatchObject({ goingCount: 1, attendance: { ticketCode: going.attendance.ticketCode } });
    expect((await as(leo ?? null).delete(urlOf(event))).json()).toMatchObject({ goingCount: 0, attendance: null });
    expect((await as(leo ?? null).delete(urlOf(event))).json()).toMatchObject({ goingCount: 0, attendance: null });
    const back = (await as(leo ?? null).put(urlOf(event))).json();
    expect(back.attendance.ticketCode).not.toBe(going.attendance.ticketCode);
  });

  test("is possible until the event is over", async () => {
    const [mia, leo] = await members(2);
    const running = await buildEvent(db, mia?.id ?? "", { startsAt: new Date(Date.now() - 3_600_000), hours: 2 });
    const over = await buildEvent(db, mia?.id ?? "", { startsAt: new Date(Date.now() - 7_200_000), hours: 1 });
    const submitted = await buildEvent(db, leo?.id ?? "", { status: "submitted" });
    expect((await as(leo ?? null).put(urlOf(running))).statusCode).toBe(200);
    expect((await as(leo ?? null).put(urlOf(over))).json().code).toBe("event.not_open");
    expect((await as(leo ?? null).put(urlOf(submitted))).json().code).toBe("event.not_open");
  });

  test("is visible to others, but not across a block or for members with a private profile", async () => {
    const [mia, leo, ava] = await members(3);
    const shy = await buildUser(db, { isPrivate: true });
    const event = await buildEvent(db, mia?.id ?? "");
    for (const member of [leo, shy]) await as(member ?? null).put(urlOf(event));
    const going = async (by: Member | null | undefined) =>
      (await as(by ?? null).get(`/api/events/${event.id}/attendees`)).json().items.map(({ id }: Member) => id);
    expect(await going(null)).toEqual([leo?.id]);
    expect(await going(shy)).toEqual([leo?.id, shy.id]);
    await as(ava ?? null).put(`/api/blocks/${leo?.id}`);
    expect(await going(ava)).toEqual([]);
    const list = await as(ava ?? null).get(`/api/events/${event.id}/attendees`);
    expect(list.json()).toMatchObject({ items: [], goingCount: 2 });
    const seen = (await as(ava ?? null).get(`/api/events/${event.id}`)).json();
    expect(seen).toMatchObject({ goingCount: 2, going: [] });
    expect((await as(null).get("/api/events/01930000-0000-7000-8000-00000000dead/attendees")).statusCode).toBe(404);
  });

  test("one's own replies are listed, the soonest first", async () => {
    const [mia, leo] = await members(2);
    const at = (days: number) => new Date(Date.now() + days * 86_400_000);
    const later = await buildEvent(db, mia?.id ?? "", { startsAt: at(9) });
    const sooner = await buildEvent(db, mia?.id ?? "", { startsAt: at(2) });
    for (const event of [later, sooner]) await as(leo ?? null).put(urlOf(event));
    const list = (await as(leo ?? null).get("/api/me/events?as=attendee")).json().items;
    expect(list).toMatchObject([
      { id: sooner.id, attendance: "going" },
      { id: later.id, attendance: "going" },
    ]);
  });
});

describe("the waiting list", () => {
  test("moves up automatically, first come first served, and notifies those who get a seat", async () => {
    const [mia, ann, ben, cat] = await members(4);
    const event = await buildEvent(db, mia?.id ?? "", { capacity: 1, title: "Small room" });
    for (const member of [ann, ben, cat]) await as(member ?? null).put(urlOf(event));
    const seen = (await as(cat ?? null).get(`/api/events/${event.id}`)).json();
    expect(seen).toMatchObject({ goingCount: 1, waitingCount: 2, attendance: { state: "waiting", position: 2 } });
    expect(seen.attendance.ticketCode).toBeNull();
    await as(ann ?? null).delete(urlOf(event));
    expect((await as(ben ?? null).get(`/api/events/${event.id}`)).json().attendance.state).toBe("going");
    expect((await as(cat ?? null).get(`/api/events/${event.id}`)).json().attendance.position).toBe(1);
    expect((await messagesOf(ben ?? { id: "" }))[0]).toMatch(/^A place is free: you are going to “Small room”, /);
    // Members who leave and return are last.
    expect((await as(ann ?? null).put(urlOf(event))).json().attendance).toMatchObject({
      state: "waiting",
      position: 2,
    });
  });

  test("of a hidden event moves up once it is shown again, whoever adds seats meanwhile", async () => {
    const organiser = await buildUser(db);
    const [ann, ben] = await members(2);
    const event = await buildEvent(db, organiser.id, { capacity: 1, timeZone: "UTC" });
    for (const member of [ann, ben]) await as(member ?? null).put(urlOf(event));
    const hide = (isHidden: boolean) =>
      db.updateTable("events").set({ is_hidden: isHidden }).where("id", "=", event.id).execute();
    await hide(true);
    const {
      title,
      startsLocal: startsAt,
      endsLocal: endsAt,
      timeZone,
      location,
    } = (await as(organiser).get(`/api/events/${event.id}`)).json();
    const form = { intent: "submit", title, style: "Streetwear", location, startsAt, endsAt, timeZone, capacity: 2 };
    expect((await as(organiser).put(`/api/events/${event.id}`, form)).json()).toMatchObject({ goingCount: 1 });
    expect(await messagesOf(ben ?? { id: "" })).toEqual([]);
    await hide(false);
    await advanceWaitingLists(app);
    expect(await messagesOf(ben ?? { id: "" })).toEqual([expect.stringMatching(/^A place is free/)]);
  });

  test("moves up when there are more seats, and never shrinks below those who are going", async () => {
    const organiser = await buildUser(db, { role: "business" });
    const [ann, ben, cat] = await members(3);
    const event = await buildEvent(db, organiser.id, { capacity: 1 });
    for (const member of [ann, ben, cat]) await as(member ?? null).put(urlOf(event));
    const before = (await as(organiser).get(`/api/events/${event.id}`)).json();
    const edit = (capacity: number | null) =>
      as(organiser).put(`/api/events/${event.id}`, {
        intent: "submit",
        title: before.title,
        style: "Streetwear",
        location: before.location,
        startsAt: before.startsLocal,
        endsAt: before.endsLocal,
        timeZone: before.timeZone,
        capacity,
      });
    expect((await edit(2)).json()).toMatchObject({ goingCount: 2, waitingCount: 1 });
    expect((await edit(1)).json().issues[0]).toEqual({ path: "capacity", message: "2 people are going already" });
    expect((await edit(null)).json()).toMatchObject({ goingCount: 3, waitingCount: 0 });
    expect(await findDrift(db)).toEqual([]);
  });

  test("moves up when an account is deleted or a block ends a reply", async () => {
    const [mia, ann, ben, cat] = await members(4);
    const event = await buildEvent(db, mia?.id ?? "", { capacity: 1 });
    for (const member of [ann, ben, cat]) await as(member ?? null).put(urlOf(event));
    await as(mia ?? null).put(`/api/blocks/${ann?.id}`);
    expect((await statesOf(event.id)).map(({ user_id: id, state }) => [id, state])).toEqual([
      [ben?.id, "going"],
      [cat?.id, "waiting"],
    ]);
    await db
      .deleteFrom("auth.users")
      .where("id", "=", ben?.id ?? "")
      .execute();
    await db.updateTable("events").set({ going_count: 0 }).where("id", "=", event.id).execute();
    await advanceWaitingLists(app);
    expect(await statesOf(event.id)).toMatchObject([{ user_id: cat?.id, state: "going" }]);
    expect(await findDrift(db)).toEqual([]);
  });
});

test("a free seat is for nobody who is banned, and of no event that is hidden or whose organiser is banned", async () => {
  const [mia, ann, ben, cat, dan] = await members(5);
  const hide = (event: { id: string }, isHidden: boolean) =>
    db.updateTable("events").set({ is_hidden: isHidden }).where("id", "=", event.id).execute();
  const ban = (member: Member | undefined, until: string | null) =>
    db
      .updateTable("auth.users")
      .set({ banned_until: until })
      .where("id", "=", member?.id ?? "")
      .execute();
  const event = await buildEvent(db, mia?.id ?? "", { capacity: 1 });
  for (const member of [ann, ben, cat]) await as(member ?? null).put(urlOf(event));
  await db
    .deleteFrom("event_attendees")
    .where("user_id", "=", ann?.id ?? "")
    .execute();
  await db.updateTable("events").set({ going_count: 0 }).where("id", "=", event.id).execute();
  const going = async () => {
    await advanceWaitingLists(app);
    return (await statesOf(event.id)).filter(({ state }) => state === "going").map(({ user_id: id }) => id);
  };
  await hide(event, true);
  expect(await going()).toEqual([]);
  await hide(event, false);
  await ban(mia, "2999-01-01");
  expect(await going()).toEqual([]);
  await ban(mia, null);
  await ban(ben, "2999-01-01");
  expect(await going()).toEqual([cat?.id]);
  // Nor does a banned member who waits keep it from those who reply.
  const isFull = async () => (await as(dan ?? null).get(`/api/events/${event.id}`)).json().isFull;
  expect(await isFull()).toBe(true);
  await as(cat ?? null).delete(urlOf(event));
  expect(await isFull()).toBe(false);
  expect((await as(dan ?? null).put(urlOf(event))).json()).toMatchObject({ attendance: { state: "going" } });
  expect(await findDrift(db)).toEqual([]);
});

/** The invariants under concurrency. */
async function expectFair(eventId: string, capacity: number) {
  const states = await statesOf(eventId);
  const going = states.filter(({ state }) => state === "going");
  const waiting = states.filter(({ state }) => state === "waiting");
  expect(going.length).toBeLessThanOrEqual(capacity);
  // No one waits while a seat is free, and no one has a seat who replied after a waiting member.
  if (waiting.length > 0) expect(going.length).toBe(capacity);
  const firstWaiting = waiting[0]?.place ?? Number.POSITIVE_INFINITY;
  expect(going.filter(({ place }) => place > firstWaiting)).toEqual([]);
  expect(new Set(states.map(({ user_id: id }) => id)).size).toBe(states.length);
}

test("anyone who comes and goes at the same moment: never over capacity, first come first served, one seat a member [S-85]", async () => {
  const crowd = await members(12);
  const [organiser] = await members(1);
  const action = fc.record({ who: fc.nat(crowd.length - 1), comes: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.array(action, { maxLength: 12 }), { maxLength: 4 }),
      async (capacity, rounds) => {
        const event = await buildEvent(db, organiser?.id ?? "", { capacity });
        for (const round of rounds) {
          const answers = await Promise.all(
            round.map(({ who, comes }) => {
              const caller = as(crowd[who] ?? null);
              return comes ? caller.put(urlOf(event)) : caller.delete(urlOf(event));
            }),
          );
          expect(answers.map((answer) => answer.statusCode).filter((status) => status !== 200)).toEqual([]);
          await expectFair(event.id, capacity);
        }
        expect(await findDrift(db)).toEqual([]);
      },
    ),
    { numRuns: 20, seed: 12 },
  );
});

test("of fifty concurrent replies for ten seats, ten get one and the rest wait in order", async () => {
  const [organiser] = await members(1);
  const crowd = await members(50);
  const event = await buildEvent(db, organiser?.id ?? "", { capacity: 10 });
  const answers = await Promise.all(crowd.map((member) => as(member).put(urlOf(event))));
  expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
  await expectFair(event.id, 10);
  const states = await statesOf(event.id);
  expect(states.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 10 }, () => "going"),
    ...Array.from({ length: 40 }, () => "waiting"),
  ]);
});

test("the database itself refuses more seats than there are", async () => {
  const [organiser] = await members(1);
  const event = await buildEvent(db, organiser?.id ?? "", { capacity: 1 });
  const overfill = db.updateTable("events").set({ going_count: 2 }).where("id", "=", event.id).execute();
  await expect(overfill).rejects.toThrow("events_within_capacity");
});
