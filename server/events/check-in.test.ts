import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { buildEvent, buildUser } from "#server/testing/factories.ts";
import { movableClock } from "#server/testing/clock.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";

const clock = movableClock();
const { as, db } = await testApp({ app: { clock } });
auditPointsAfterEach(db);
type Member = { id: string; username: string };
const hour = 3_600;

/** An event that starts in two hours, its organiser, and a member with a ticket. */
async function build() {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const startsAt = new Date(clock.now().getTime() + 2 * hour * 1_000);
  const event = await buildEvent(db, mia.id, { startsAt, title: "Swap night" });
  return { mia, leo, event, code: await ticketOf(leo, event) };
}
const ticketOf = async (member: Member, event: { id: string }): Promise<string> =>
  (await as(member).put(`/api/events/${event.id}/attendance`)).json().attendance.ticketCode;
const checkIn = (by: Member | null, event: { id: string }, code: string) =>
  as(by).post(`/api/events/${event.id}/check-ins`, { code });

describe("checking in", () => {
  test("confirms attendance, awards 100 points and notifies the attendee; a repetition reports that it was done", async () => {
    const { mia, leo, event, code } = await build();
    const spaced = `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8, 12)}-${code.slice(12)}`.toLowerCase();
    const first = (await checkIn(mia, event, spaced)).json();
    expect(first).toMatchObject({ outcome: "confirmed", member: { username: leo.username }, checkedInCount: 1 });
    const again = (await checkIn(mia, event, code)).json();
    expect(again).toMatchObject({ outcome: "already", checkedInAt: first.checkedInAt, checkedInCount: 1 });
    expect((await as(leo).get("/api/me")).json().points).toBe(100);
    expect((await as(leo).get(`/api/events/${event.id}`)).json().attendance.checkedInAt).toBe(first.checkedInAt);
    expect((await as(leo).get("/api/notifications")).json().items[0]).toMatchObject({
      type: "event_update",
      message: "You are checked in at “Swap night”. You earned 100 points.",
      path: `/events/${event.id}`,
    });
    expect((await as(leo).delete(`/api/events/${event.id}/attendance`)).json().code).toBe("attendance.confirmed");
  });

  test("on two devices at the same moment counts once [S-86]", async () => {
    const { mia, leo, event, code } = await build();
    const answers = await Promise.all(Array.from({ length: 6 }, () => checkIn(mia, event, code)));
    expect(
      answers.map((answer) => answer.json().outcome as string).toSorted((a: string, b: string) => a.localeCompare(b)),
    ).toEqual([...Array.from({ length: 5 }, () => "already"), "confirmed"]);
    expect((await as(leo).get("/api/me")).json().points).toBe(100);
    const ledger = await db.selectFrom("points_ledger").selectAll().where("user_id", "=", leo.id).execute();
    expect(ledger).toMatchObject([{ action: "ATTEND_EVENT", points: 100 }]);
  });

  test("is for the organiser and admins, and for nobody's own ticket [S-86]", async () => {
    const { mia, leo, event, code } = await build();
    const admin = { ...(await buildUser(db, { role: "admin" })) };
    const [own, adminsOwn] = [await ticketOf(mia, event), await ticketOf(admin, event)];
    const audited = async () =>
      (await as(admin).get(`/api/admin/audit?targetType=event&targetId=${event.id}`)).json().items;
    expect((await checkIn(null, event, code)).json().code).toBe("auth.required");
    expect((await checkIn(leo, event, code)).json().code).toBe("event.not_owner");
    expect((await checkIn(mia, event, own)).json().code).toBe("ticket.is_own");
    expect((await checkIn(admin, event, adminsOwn)).json().code).toBe("ticket.is_own");
    expect((await checkIn(admin, event, own)).json()).toMatchObject({ outcome: "confirmed" });
    const list = (await as(admin).get(`/api/admin/events/${event.id}/check-ins`)).json();
    expect(list.items).toMatchObject([
      { member: { username: mia.username }, confirmedBy: { username: admin.username }, points: 100 },
    ]);
    expect(await audited()).toMatchObject([
      { action: "event.attendance_confirmed", actor: { username: admin.username }, member: { username: mia.username } },
    ]);
    expect((await as(mia).get(`/api/admin/events/${event.id}/check-ins`)).json().code).toBe("auth.forbidden");
  });

  test("takes only tickets of this event that are still good [S-86]", async () => {
    const { mia, leo, event, code } = await build();
    const other = await build();
    expect((await checkIn(mia, event, other.code)).json().code).toBe("ticket.not_valid");
    expect((await checkIn(mia, event, "no ticket")).json().code).toBe("ticket.not_valid");
    const forged = `${code.slice(0, 15)}${code.endsWith("0") ? "1" : "0"}`;
    expect((await checkIn(mia, event, forged)).json().code).toBe("ticket.not_valid");
    expect((await as(mia).post(`/api/events/${event.id}/check-ins`, { code: " " })).json().issues[0].path).toBe("code");
    await as(leo).delete(`/api/events/${event.id}/attendance`);
    const fresh = await ticketOf(leo, event);
    expect((await checkIn(mia, event, code)).json().code).toBe("ticket.not_valid");
    expect((await checkIn(mia, event, fresh)).json().outcome).toBe("confirmed");
  });

  test("is open from three hours before the start until a day after the end", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const startsAt = new Date(clock.now().getTime() + 4 * hour * 1_000);
    const event = await buildEvent(db, mia.id, { startsAt, hours: 2 });
    const code = await ticketOf(leo, event);
    expect((await checkIn(mia, event, code)).json().code).toBe("checkin.not_open");
    clock.advance(29 * hour);
    expect((await checkIn(mia, event, code)).json().outcome).toBe("confirmed");
    clock.advance(2 * hour);
    expect((await checkIn(mia, event, code)).json().code).toBe("checkin.not_open");
  });

  test("is closed for a cancelled event", async () => {
    const { mia, event, code } = await build();
    await as(mia).post(`/api/events/${event.id}/cancellation`, { reason: null });
    expect((await checkIn(mia, event, code)).json().code).toBe("checkin.not_open");
  });
});

test("the check-in list names everyone with a seat and lets an offline device recognize valid tickets", async () => {
  const { mia, leo, event, code } = await build();
  const list = async (by: Member | null) => as(by).get(`/api/events/${event.id}/check-in`);
  expect((await list(null)).json().code).toBe("auth.required");
  expect((await list(leo)).json().code).toBe("event.not_owner");
  const hash = createHash("sha256").update(code).digest("hex");
  expect((await list(mia)).json()).toMatchObject({
    items: [{ member: { username: leo.username }, ticketHash: hash, checkedInAt: null, confirmedBy: null }],
    nextCursor: null,
  });
  await checkIn(mia, event, code);
  const after = (await list(mia)).json();
  expect(after.items[0]).toMatchObject({ confirmedBy: { username: mia.username } });
  expect(JSON.stringify(after)).not.toContain(code);
  const nowhere = "01930000-0000-7000-8000-00000000dead";
  expect((await as(mia).get(`/api/events/${nowhere}/check-in`)).json().code).toBe("event.not_found");
});

test("the check-in list of a big event comes in few pages", async () => {
  const { mia, event } = await build();
  for (let n = 0; n < 60; n += 1) await ticketOf(await buildUser(db), event);
  const url = `/api/events/${event.id}/check-in`;
  const { items, nextCursor } = (await as(mia).get(url)).json();
  expect([items.length, nextCursor]).toEqual([61, null]);
  expect((await as(mia).get(`${url}?limit=501`)).statusCode).toBe(422);
});
