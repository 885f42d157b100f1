import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { transact } from "#server/db/db.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import {
  withdrawNotificationsAbout,
  type NewNotification,
  notify,
  withdrawNotification,
} from "./notifications.service.ts";

const { app, as, db } = await testApp();
type User = Awaited<ReturnType<typeof buildUser>>;

const tell = (notifications: NewNotification | NewNotification[]) =>
  transact(db, (tx) => notify(tx, app, notifications));
const listOf = async (user: User) => (await as(user).get("/api/notifications")).json().items;
const unreadOf = async (user: User) => (await as(user).get("/api/notifications/unread-count")).json().unreadCount;
const thing = "0193aaaa-0000-7000-8000-000000000001";
const otherThing = "0193aaaa-0000-7000-8000-000000000002";
const like = (to: User, by: User, referenceId = thing): NewNotification => ({
  userId: to.id,
  type: "like",
  actorId: by.id,
  referenceId,
  message: "liked your outfit “Rain”",
});

describe("grouping", () => {
  test("likes of one outfit share a notification that names the latest and counts each other member once", async () => {
    const [mia, leo, eve, kim] = await Promise.all([buildUser(db), buildUser(db), buildUser(db), buildUser(db)]);
    await tell(like(mia, leo));
    expect(await listOf(mia)).toMatchObject([{ message: `${leo.username} liked your outfit “Rain”`, othersCount: 0 }]);
    await tell(like(mia, eve));
    await tell(like(mia, leo));
    expect(await listOf(mia)).toMatchObject([
      {
        message: `${leo.username} and 1 other liked your outfit “Rain”`,
        actor: { username: leo.username },
        othersCount: 1,
      },
    ]);
    await tell([like(mia, kim), like(mia, eve), like(mia, kim, otherThing)]);
    expect(await listOf(mia)).toMatchObject(
      [
        { message: `${kim.username} liked your outfit “Rain”`, referenceId: otherThing },
        { message: `${eve.username} and 2 others liked your outfit “Rain”`, referenceId: thing },
      ].toSorted((a, b) => b.referenceId.localeCompare(a.referenceId)),
    );
    expect(await unreadOf(mia)).toBe(2);
  });

  test("a long message ends with a whole character and '…'", async () => {
    const mia = await buildUser(db);
    await tell({
      userId: mia.id,
      type: "event_update",
      actorId: null,
      referenceId: thing,
      message: `${"a".repeat(498)}🧵🧵`,
    });
    expect(await listOf(mia)).toMatchObject([{ message: `${"a".repeat(498)}…` }]);
  });

  test("a read notification is closed: later actions create a new one", async () => {
    const [mia, leo, eve] = await Promise.all([buildUser(db), buildUser(db), buildUser(db)]);
    await tell(like(mia, leo));
    await as(mia).post("/api/notifications/read");
    await tell(like(mia, eve));
    expect(await listOf(mia)).toMatchObject([
      { message: `${eve.username} liked your outfit “Rain”`, isRead: false },
      { isRead: true },
    ]);
  });

  test("an undone action leaves the notification to the other actors; undoing the last one deletes it", async () => {
    const [mia, leo, eve] = await Promise.all([buildUser(db), buildUser(db), buildUser(db)]);
    await tell([like(mia, leo), like(mia, eve)]);
    const undo = (by: User) =>
      transact(db, (tx) =>
        withdrawNotification(tx, app, { userId: mia.id, actorId: by.id, type: "like", referenceId: thing }),
      );
    await undo(eve);
    expect(await listOf(mia)).toMatchObject([{ actor: { username: leo.username }, othersCount: 0 }]);
    await undo(eve);
    await undo(leo);
    expect(await listOf(mia)).toEqual([]);
    expect(await unreadOf(mia)).toBe(0);
  });
});

describe("no one is notified", () => {
  test("of their own actions, across a block in either direction, or by a muted member", async () => {
    const [mia, leo, eve, kim] = await Promise.all([buildUser(db), buildUser(db), buildUser(db), buildUser(db)]);
    await as(mia).put(`/api/blocks/${leo.id}`);
    await as(eve).put(`/api/blocks/${mia.id}`);
    await as(mia).put(`/api/mutes/${kim.id}`);
    await tell([mia, leo, eve, kim].map((by) => like(mia, by)));
    expect(await listOf(mia)).toEqual([]);
    expect(await unreadOf(mia)).toBe(0);
  });

  test("of deleted objects", async () => {
    const [mia, leo] = await Promise.all([buildUser(db), buildUser(db)]);
    await tell([like(mia, leo), like(mia, leo, otherThing), like(leo, mia)]);
    await as(leo).post("/api/notifications/read");
    await transact(db, (tx) => withdrawNotificationsAbout(tx, app, thing));
    expect(await listOf(mia)).toMatchObject([{ referenceId: otherThing }]);
    expect(await unreadOf(mia)).toBe(1);
    expect(await unreadOf(leo)).toBe(0);
  });
});

describe("a choice", () => {
  test("lists the channels of each type, with the type's defaults", async () => {
    const mia = await buildUser(db);
    const settingsOf = async () => (await as(mia).get("/api/me/notifications")).json().types;
    expect(await settingsOf()).toEqual([
      { type: "like", inApp: true, byMail: false, byPush: false },
      ...[
        "comment",
        "mention",
        "follower",
        "follow_request",
        "message",
        "suggestion_accepted",
        "event_reminder",
        "event_update",
        "article_update",
        "reward",
        "moderation",
      ].map((type) => ({ type, inApp: true, byMail: true, byPush: true })),
    ]);
    const likes = { inApp: false, byMail: true, byPush: true };
    await as(mia).put("/api/me/notifications/like", likes);
    expect((await settingsOf())[0]).toEqual({ type: "like", ...likes });
  });

  test("can turn off the list for a type and its badge, and turn it on again", async () => {
    const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
    await as(mia).put("/api/me/notifications/like", { inApp: false, byMail: true, byPush: false });
    await tell(like(mia, leo));
    await as(mia).put("/api/me/notifications/like", { inApp: true, byMail: true, byPush: false });
    await tell(like(mia, eve));
    expect(await listOf(mia)).toMatchObject([{ actor: { username: eve.username }, othersCount: 0 }]);
    expect(await unreadOf(mia)).toBe(1);
    await as(mia).delete("/api/notifications");
    expect(await unreadOf(mia)).toBe(0);
    expect((await findDrift(db)).filter(({ count }) => count.includes("notifications"))).toEqual([]);
  });

  test("requires a member and a known type", async () => {
    const channels = { inApp: true, byMail: true, byPush: true };
    expect((await as(null).put("/api/me/notifications/like", channels)).json().code).toBe("auth.required");
    expect((await as(null).get("/api/me/notifications")).json().code).toBe("auth.required");
    expect((await as(await buildUser(db)).put("/api/me/notifications/wink", channels)).json().code).toBe(
      "request.invalid",
    );
  });
});

test("each type links to its object", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const [outfit, event] = [await buildOutfit(db, mia.id), await buildEvent(db, leo.id)];
  const notification = (
    type: NewNotification["type"],
    referenceId: string | null,
    actorId: string | null = leo.id,
  ): NewNotification => ({
    userId: mia.id,
    type,
    actorId,
    referenceId,
  });
  await tell([
    notification("like", outfit.id),
    notification("comment", outfit.id),
    notification("follower", leo.id),
    notification("follow_request", leo.id),
    notification("message", thing),
    notification("event_reminder", event.id, null),
    notification("event_update", thing, null),
    notification("reward", null, null),
  ]);
  const list: { type: string; path: string; picture: unknown }[] = await listOf(mia);
  expect(Object.fromEntries(list.map(({ type, path }) => [type, path]))).toEqual({
    like: `/outfit/${outfit.id}`,
    comment: `/outfit/${outfit.id}`,
    follower: `/profile/${leo.username}`,
    follow_request: `/profile/${leo.username}`,
    message: `/messages?thread=${thing}`,
    event_reminder: `/events/${event.id}`,
    event_update: "/events",
    reward: "/rewards#requests",
  });
  expect(
    list
      .filter(({ picture }) => picture !== null)
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(["comment", "event_reminder", "like"]);
});

test("opening a conversation marks the notification of its messages as read", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const { id } = (await as(leo).post("/api/threads", { username: mia.username })).json();
  await as(leo).post(`/api/threads/${id}/messages`, { content: "hello", clientId: id });
  expect(await unreadOf(mia)).toBe(1);
  await as(mia).post(`/api/threads/${id}/read`);
  expect(await unreadOf(mia)).toBe(0);
});

describe("the list", () => {
  test("is the caller's, newest first, in pages", async () => {
    const [mia, leo] = await Promise.all([buildUser(db), buildUser(db)]);
    const references = Array.from({ length: 5 }, (_, index) => `0193aaaa-0000-7000-8000-00000000001${index}`);
    for (const reference of references) await tell(like(mia, leo, reference));
    const first = (await as(mia).get("/api/notifications?limit=3")).json();
    const second = (await as(mia).get(`/api/notifications?limit=3&cursor=${first.nextCursor}`)).json();
    const found = [...first.items, ...second.items].map((item: { referenceId: string }) => item.referenceId);
    expect(found).toEqual(references.toReversed());
    expect(second.nextCursor).toBeNull();
    expect((await as(null).get("/api/notifications")).statusCode).toBe(401);
    expect(await listOf(leo)).toEqual([]);
  });

  test("marks as read and deletes one or all, and updates the badge", async () => {
    const [mia, leo] = await Promise.all([buildUser(db), buildUser(db)]);
    await tell([
      like(mia, leo),
      like(mia, leo, otherThing),
      { userId: mia.id, type: "reward", actorId: null, referenceId: null },
    ]);
    const [first, second] = await listOf(mia);
    expect((await as(mia).put(`/api/notifications/${first.id}/read`)).json()).toEqual({ unreadCount: 2 });
    expect((await as(mia).put(`/api/notifications/${first.id}/read`)).json()).toEqual({ unreadCount: 2 });
    expect((await as(mia).delete(`/api/notifications/${first.id}`)).json()).toEqual({ unreadCount: 2 });
    expect((await as(mia).delete(`/api/notifications/${second.id}`)).json()).toEqual({ unreadCount: 1 });
    expect((await as(mia).post("/api/notifications/read")).json()).toEqual({ unreadCount: 0 });
    expect((await as(mia).delete("/api/notifications")).json()).toEqual({ unreadCount: 0 });
    expect(await listOf(mia)).toEqual([]);
  });

  test("count although the badge could not be pushed", async () => {
    const [mia, leo] = await Promise.all([buildUser(db), buildUser(db)]);
    const emit = vi.spyOn(app.live, "emitToMembers").mockImplementation(() => {
      throw new Error("A test");
    });
    const answer = await as(leo).put(`/api/follows/${mia.id}`);
    await expect.poll(() => emit).toHaveBeenCalled();
    emit.mockRestore();
    expect(answer.statusCode).toBe(200);
    expect(await unreadOf(mia)).toBe(1);
  });

  test("reach the badges after the commit, all of a transaction at once, and never if it is rolled back", async () => {
    const [mia, leo, eve] = await Promise.all([buildUser(db), buildUser(db), buildUser(db)]);
    const emit = vi.spyOn(app.live, "emitToMembers");
    onTestFinished(() => emit.mockRestore());
    const rolledBack = transact(db, async (tx) => {
      await notify(tx, app, like(eve, leo));
      throw new Error("A test");
    });
    await expect(rolledBack).rejects.toThrow("A test");
    const outfit = await buildOutfit(db, mia.id);
    await transact(db, async (tx) => {
      await notify(tx, app, [like(mia, leo), like(mia, leo, outfit.id)]);
      await withdrawNotification(tx, app, { userId: mia.id, actorId: leo.id, type: "like", referenceId: thing });
      expect(emit).not.toHaveBeenCalled();
    });
    await expect.poll(() => emit).toHaveBeenCalled();
    await transact(db, (tx) => withdrawNotificationsAbout(tx, app, outfit.id));
    await expect.poll(() => emit).toHaveBeenCalledTimes(2);
    expect(emit.mock.calls).toEqual([
      [[mia.id], "notifications", { unreadCount: 1 }],
      [[mia.id], "notifications", { unreadCount: 0 }],
    ]);
  });

  test("that came after what the member saw are neither marked as read nor deleted with all", async () => {
    const [mia, leo] = await Promise.all([buildUser(db), buildUser(db)]);
    await tell(like(mia, leo));
    const [{ createdAt: until }] = await listOf(mia);
    await new Promise((later) => setTimeout(later, 5));
    await tell({ userId: mia.id, type: "moderation", actorId: null, referenceId: null });
    expect((await as(mia).post(`/api/notifications/read?until=${until}`)).json()).toEqual({ unreadCount: 1 });
    expect((await as(mia).delete(`/api/notifications?until=${until}`)).json()).toEqual({ unreadCount: 1 });
    expect(await listOf(mia)).toMatchObject([{ type: "moderation", isRead: false }]);
  });

  test("that others joined since the member saw it is not deleted with what they saw", async () => {
    const [mia, leo, noa] = await Promise.all([buildUser(db), buildUser(db), buildUser(db)]);
    await tell(like(mia, leo));
    const [{ id, createdAt: until }] = await listOf(mia);
    await new Promise((later) => setTimeout(later, 5));
    await tell(like(mia, noa));
    const remove = async (seen: string) => (await as(mia).delete(`/api/notifications/${id}?until=${seen}`)).json();
    expect(await remove(until)).toEqual({ unreadCount: 1 });
    const [joined] = await listOf(mia);
    expect(joined).toMatchObject({ id, othersCount: 1 });
    expect(await remove(joined.createdAt)).toEqual({ unreadCount: 0 });
    expect(await listOf(mia)).toEqual([]);
  });

  test("of another member can be neither marked as read nor deleted", async () => {
    const [mia, leo] = await Promise.all([buildUser(db), buildUser(db)]);
    await tell(like(mia, leo));
    const [notification] = await listOf(mia);
    expect((await as(leo).put(`/api/notifications/${notification.id}/read`)).json().code).toBe(
      "notification.not_found",
    );
    expect((await as(leo).delete(`/api/notifications/${notification.id}`)).json().code).toBe("notification.not_found");
    await as(leo).delete("/api/notifications");
    expect(await listOf(mia)).toMatchObject([{ id: notification.id, isRead: false }]);
  });

  test("keeps a notification of a deleted member, without a name", async () => {
    const [mia, leo] = await Promise.all([buildUser(db), buildUser(db)]);
    await as(leo).put(`/api/follows/${mia.id}`);
    await db.deleteFrom("auth.users").where("id", "=", leo.id).execute();
    expect(await listOf(mia)).toMatchObject([
      { type: "follower", actor: null, message: "Someone started following you", path: "/explore" },
    ]);
  });
});

test("a new follower comes with whether one follows them, too; other types without it", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const states = async () => (await listOf(mia)).map((item: { actorFollowState: unknown }) => item.actorFollowState);
  await as(leo).put(`/api/follows/${mia.id}`);
  expect(await states()).toEqual(["none"]);
  await as(mia).put(`/api/follows/${leo.id}`);
  expect(await states()).toEqual(["following"]);
  await tell(like(mia, leo));
  expect(await states()).toEqual([null, "following"]);
});

test("unread counts equal rows after any concurrent notifications, reads and deletions", async () => {
  const users = await Promise.all([buildUser(db), buildUser(db), buildUser(db)]);
  const at = (index: number): User => users[index % users.length] as User;
  const action = fc.record({
    kind: fc.constantFrom("tell", "tell", "untell", "readAll", "clear", "forget"),
    by: fc.nat(2),
    to: fc.nat(2),
    which: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 24 }), async (actions) => {
      await Promise.all(
        actions.map(async ({ kind, by, to, which }): Promise<unknown> => {
          const referenceId = which === 0 ? thing : otherThing;
          if (kind === "tell") return tell([like(at(to), at(by), referenceId), like(at(to + 1), at(by), referenceId)]);
          if (kind === "readAll") return as(at(to)).post("/api/notifications/read");
          if (kind === "clear") return as(at(to)).delete("/api/notifications");
          if (kind === "forget") return transact(db, (tx) => withdrawNotificationsAbout(tx, app, referenceId));
          return transact(db, (tx) =>
            withdrawNotification(tx, app, { userId: at(to).id, actorId: at(by).id, type: "like", referenceId }),
          );
        }),
      );
      expect((await findDrift(db)).filter(({ count }) => count.includes("notifications"))).toEqual([]);
    }),
    { numRuns: 20, seed: 5 },
  );
});

test("a like, a comment and undoing them change the owner's list through the real endpoints", async () => {
  const [mia, leo] = await Promise.all([buildUser(db), buildUser(db)]);
  const outfit = await buildOutfit(db, mia.id, { title: "Rainy day" });
  await as(mia).post(`/api/outfits/${outfit.id}/comments`, { content: "mine" });
  expect(await listOf(mia)).toEqual([]);
  const { comment } = (await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "wow" })).json();
  await as(leo).put(`/api/outfits/${outfit.id}/like`);
  expect((await listOf(mia)).map((item: { message: string }) => item.message).toSorted()).toEqual([
    `${leo.username} commented on “Rainy day”`,
    expect.stringMatching(new RegExp(`^${leo.username} liked`)),
  ]);
  await as(leo).delete(`/api/comments/${comment.id}`);
  expect((await listOf(mia)).map((item: { type: string }) => item.type)).toEqual(["like"]);
});
