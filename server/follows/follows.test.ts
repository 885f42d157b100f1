import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { runSql, transact } from "#server/db/db.ts";
import { lockMembers } from "#server/members/members.service.ts";
import { buildUser } from "#server/testing/factories.ts";
import { acceptRemainingRequests, deleteEndedFollows } from "./follows.service.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { testApp } from "#server/testing/test-app.ts";

const { app, as, db } = await testApp();
type User = Awaited<ReturnType<typeof buildUser>>;

const follow = (from: User, to: User) => as(from).put(`/api/follows/${to.id}`);
const unfollow = (from: User, to: User) => as(from).delete(`/api/follows/${to.id}`);
const countsOf = async (user: User) => {
  const { followersCount, followingCount } = (await as(user).get("/api/me")).json();
  return { followersCount, followingCount };
};
const noticesOf = async (user: User): Promise<{ type: string; message: string }[]> =>
  (await as(user).get("/api/notifications")).json().items;

describe("following", () => {
  test("writes one row, both counts and one notification, however often it is sent", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const answers = await Promise.all([follow(leo, mia), follow(leo, mia), follow(leo, mia)]);
    for (const answer of answers) expect(answer.json()).toEqual({ state: "following", followersCount: 1 });
    expect(await countsOf(mia)).toEqual({ followersCount: 1, followingCount: 0 });
    expect(await countsOf(leo)).toEqual({ followersCount: 0, followingCount: 1 });
    expect(await noticesOf(mia)).toMatchObject([
      { type: "follower", message: `${leo.username} started following you`, referenceId: leo.id },
    ]);
  });

  test("is reverted by an unfollow, with its unread notification", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    await follow(leo, mia);
    expect((await unfollow(leo, mia)).json()).toEqual({ state: "none", followersCount: 0 });
    expect((await unfollow(leo, mia)).json()).toEqual({ state: "none", followersCount: 0 });
    expect(await noticesOf(mia)).toEqual([]);
    expect((await as(mia).get("/api/notifications/unread-count")).json()).toEqual({ unreadCount: 0 });
  });

  test("again within a day of its end notifies nobody, no matter who ended it", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    await follow(leo, mia);
    const ends = [() => unfollow(leo, mia), () => as(mia).delete(`/api/followers/${leo.id}`)];
    for (const end of ends) {
      await end();
      expect((await follow(leo, mia)).json().state).toBe("following");
      expect(await noticesOf(mia)).toEqual([]);
    }
    await as(mia).patch("/api/me", { isPrivate: true });
    await unfollow(leo, mia);
    expect((await follow(leo, mia)).json().state).toBe("requested");
    await as(mia).delete(`/api/follow-requests/${leo.id}`);
    await follow(leo, mia);
    expect(await noticesOf(mia)).toEqual([]);
    await unfollow(leo, mia);
    const yesterday = new Date(Date.now() - dayMs - 1_000);
    await db.updateTable("ended_follows").set({ ended_at: yesterday }).where("follower_id", "=", leo.id).execute();
    await follow(leo, mia);
    expect(await noticesOf(mia)).toMatchObject([{ type: "follow_request" }]);
    expect(await deleteEndedFollows(db, new Date())).toBe(1);
  });

  test("again with a request appears in the open list of requests, though it notifies nobody", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    await as(mia).patch("/api/me", { isPrivate: true });
    await follow(leo, mia);
    await unfollow(leo, mia);
    const emit = vi.spyOn(app.live, "emitToMembers");
    onTestFinished(() => emit.mockRestore());
    expect((await follow(leo, mia)).json().state).toBe("requested");
    await expect.poll(() => emit.mock.calls).toEqual([[[mia.id], "notifications", { unreadCount: 0 }]]);
  });

  test("and its end reach the open profile of who hears of no followers in the app", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    await as(mia).put("/api/me/notifications/follower", { inApp: false, byMail: true, byPush: true });
    const emit = vi.spyOn(app.live, "emitToMembers");
    onTestFinished(() => emit.mockRestore());
    const news = [[mia.id], "notifications", { unreadCount: 0 }];
    await follow(leo, mia);
    await expect.poll(() => emit.mock.calls).toEqual([news]);
    await db.deleteFrom("notifications").where("user_id", "=", mia.id).execute();
    await unfollow(leo, mia);
    await expect.poll(() => emit.mock.calls).toEqual([news, news]);
  });

  test("requires another member who exists", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    expect((await as(null).put(`/api/follows/${mia.id}`)).statusCode).toBe(401);
    expect((await follow(mia, mia)).json().code).toBe("member.is_self");
    const nobody = { ...leo, id: "00000000-0000-4000-8000-000000000000" };
    expect((await follow(mia, nobody)).json().code).toBe("profile.not_found");
    await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", leo.id).execute();
    expect((await follow(mia, leo)).json().code).toBe("profile.not_found");
  });
});

describe("a private profile", () => {
  const build = async () => [await buildUser(db, { isPrivate: true }), await buildUser(db)] as const;

  test("receives a request; only accepting it makes a follower", async () => {
    const [mia, leo] = await build();
    expect((await follow(leo, mia)).json()).toEqual({ state: "requested", followersCount: 0 });
    expect((await follow(leo, mia)).json()).toEqual({ state: "requested", followersCount: 0 });
    expect(await noticesOf(mia)).toMatchObject([
      { type: "follow_request", message: `${leo.username} wants to follow you` },
    ]);
    expect((await as(mia).get("/api/follow-requests")).json().items).toMatchObject([
      { member: { username: leo.username } },
    ]);
    expect((await as(mia).put(`/api/follow-requests/${leo.id}`)).statusCode).toBe(200);
    expect((await follow(leo, mia)).json()).toEqual({ state: "following", followersCount: 1 });
    expect((await as(mia).get("/api/follow-requests")).json().items).toEqual([]);
    expect(await noticesOf(mia)).toEqual([]);
    expect((await as(leo).get("/api/notifications")).json().items).toMatchObject([
      {
        type: "follower",
        title: "Follow request accepted",
        message: `${mia.username} accepted your follow request`,
        path: `/profile/${mia.username}`,
      },
    ]);
    expect((await as(mia).put(`/api/follow-requests/${leo.id}`)).json().code).toBe("follow.request_not_found");
  });

  test("can decline without a notification, and a request can be withdrawn", async () => {
    const [mia, leo] = await build();
    await follow(leo, mia);
    expect((await as(mia).delete(`/api/follow-requests/${leo.id}`)).statusCode).toBe(200);
    expect(await noticesOf(leo)).toEqual([]);
    await follow(leo, mia);
    expect((await unfollow(leo, mia)).json().state).toBe("none");
    expect((await as(mia).delete(`/api/follow-requests/${leo.id}`)).json().code).toBe("follow.request_not_found");
  });

  test("only the recipient can accept a request", async () => {
    const [mia, leo] = await build();
    const eve = await buildUser(db);
    await follow(leo, mia);
    expect((await as(eve).put(`/api/follow-requests/${leo.id}`)).statusCode).toBe(404);
    expect((await as(leo).put(`/api/follow-requests/${leo.id}`)).statusCode).toBe(404);
    expect((await follow(leo, mia)).json().state).toBe("requested");
  });

  test("withdraws the news of an accepted request with that follow, not with the one in return", async () => {
    const [mia, leo] = await build();
    const accepted = { message: `${mia.username} accepted your follow request` };
    const accept = async () => {
      await follow(leo, mia);
      await as(mia).put(`/api/follow-requests/${leo.id}`);
    };
    await accept();
    await follow(mia, leo);
    expect(await noticesOf(leo)).toMatchObject([{ message: `${mia.username} started following you` }, accepted]);
    await unfollow(mia, leo);
    expect(await noticesOf(leo)).toMatchObject([accepted]);
    await unfollow(leo, mia);
    expect(await noticesOf(leo)).toEqual([]);
    await accept();
    expect((await as(mia).delete(`/api/followers/${leo.id}`)).statusCode).toBe(200);
    expect(await noticesOf(leo)).toEqual([]);
    expect((await as(leo).get("/api/notifications/unread-count")).json()).toEqual({ unreadCount: 0 });
  });

  test("that becomes public accepts all requests", async () => {
    const [mia, leo] = await build();
    const eve = await buildUser(db);
    await Promise.all([follow(leo, mia), follow(eve, mia)]);
    await as(mia).patch("/api/me", { isPrivate: false });
    expect(await countsOf(mia)).toEqual({ followersCount: 2, followingCount: 0 });
    expect((await as(mia).get("/api/follow-requests")).json().items).toEqual([]);
    for (const asker of [leo, eve]) expect(await noticesOf(asker)).toHaveLength(1);
  });

  test("that becomes public accepts more than a hundred requests by a job, unless it is private again", async () => {
    const mia = await buildUser(db, { isPrivate: true });
    const askers = await Promise.all(Array.from({ length: 102 }, () => buildUser(db)));
    const rows = askers.map(({ id }) => ({ follower_id: id, following_id: mia.id }));
    await db.insertInto("follow_requests").values(rows).execute();
    const followers = async () => (await countsOf(mia)).followersCount;
    await as(mia).patch("/api/me", { isPrivate: false });
    expect(await followers()).toBe(100);
    const queued = "select from graphile_worker.jobs where task_identifier = 'acceptRequests'";
    expect(await runSql(db, queued, [])).toHaveLength(1);
    const setPrivate = (is_private: boolean) =>
      db.updateTable("profiles").set({ is_private }).where("id", "=", mia.id).execute();
    await setPrivate(true);
    await acceptRemainingRequests(app, { userId: mia.id });
    expect(await followers()).toBe(100);
    await setPrivate(false);
    const suspend = (banned_until: string | null) =>
      db.updateTable("auth.users").set({ banned_until, is_suspension: true }).where("id", "=", mia.id).execute();
    await suspend("2999-01-01");
    await acceptRemainingRequests(app, { userId: mia.id });
    await suspend(null);
    expect(await followers()).toBe(102);
    const noticed = await runSql(db, "select from notifications where actor_id = $1", [mia.id]);
    expect(noticed).toHaveLength(102);
    expect(await findDrift(db)).toEqual([]);
  });

  test("that becomes public also accepts a request that is made meanwhile", async () => {
    const [mia, leo] = await build();
    const [early, late] = [await buildUser(db), await buildUser(db)];
    await follow(early, mia);
    const replies = await transact(db, async (tx) => {
      const waiting = async (count: number) => {
        await expect.poll(() => listLockWaits(tx), { timeout: 5_000 }).toHaveLength(count);
      };
      await lockMembers(tx, [mia.id]);
      const asked = follow(leo, mia);
      await waiting(1);
      const opened = as(mia).patch("/api/me", { isPrivate: false });
      await waiting(2);
      return { asked, opened };
    });
    expect((await replies.opened).statusCode).toBe(200);
    expect((await replies.asked).statusCode).toBe(200);
    expect((await follow(late, mia)).json().state).toBe("following");
    expect((await as(mia).get("/api/follow-requests")).json().items).toEqual([]);
    expect(await countsOf(mia)).toEqual({ followersCount: 3, followingCount: 0 });
    expect(await noticesOf(leo)).toHaveLength(1);
    expect(await findDrift(db)).toEqual([]);
  });

  test("removes a follower, who may request again", async () => {
    const [mia, leo] = await build();
    await follow(leo, mia);
    await as(mia).put(`/api/follow-requests/${leo.id}`);
    expect((await as(mia).delete(`/api/followers/${leo.id}`)).statusCode).toBe(200);
    expect(await countsOf(mia)).toEqual({ followersCount: 0, followingCount: 0 });
    expect((await follow(leo, mia)).json().state).toBe("requested");
  });
});

describe("lists", () => {
  test("list followers and followed members, newest first, paged without gaps", async () => {
    const mia = await buildUser(db);
    const fans: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const fan = await buildUser(db);
      await follow(fan, mia);
      fans.unshift(fan.username);
    }
    const found: string[] = [];
    let cursor = "";
    for (let pages = 0; pages < 3; pages += 1) {
      const page = (await as(mia).get(`/api/profiles/${mia.username}/followers?limit=2${cursor}`)).json();
      found.push(...page.items.map((item: { member: { username: string } }) => item.member.username));
      cursor = `&cursor=${page.nextCursor}`;
      expect(page.nextCursor === null).toBe(pages === 2);
    }
    expect(found).toEqual(fans);
    const fan = {
      ...mia,
      id: (
        await db
          .selectFrom("profiles")
          .select("id")
          .where("username", "=", fans[0] ?? "")
          .executeTakeFirstOrThrow()
      ).id,
    };
    expect((await as(fan).get(`/api/profiles/${fans[0]}/following`)).json().items).toMatchObject([
      { member: { username: mia.username }, state: "following" },
    ]);
  });

  test("count whom they leave out, too", async () => {
    const [mia, secret, leo] = [await buildUser(db), await buildUser(db, { isPrivate: true }), await buildUser(db)];
    for (const [from, to] of [
      [secret, mia],
      [mia, secret],
      [mia, leo],
    ] as const)
      await follow(from, to);
    await as(secret).put(`/api/follow-requests/${mia.id}`);
    const listFor = async (list: string) => (await as(leo).get(`/api/profiles/${mia.username}/${list}`)).json();
    expect(await listFor("followers")).toMatchObject({ items: [], count: 1 });
    expect(await listFor("following")).toMatchObject({ items: [{ id: leo.id }], count: 2 });
  });

  test("of a private profile are empty for everyone but followers", async () => {
    const [mia, leo, eve] = [await buildUser(db, { isPrivate: true }), await buildUser(db), await buildUser(db)];
    await follow(leo, mia);
    await as(mia).put(`/api/follow-requests/${leo.id}`);
    const url = `/api/profiles/${mia.username}/followers`;
    expect((await as(eve).get(url)).json()).toEqual({ items: [], nextCursor: null, count: 1 });
    expect((await as(leo).get(url)).json().items.length).toBe(1);
    expect((await as(null).get(url)).statusCode).toBe(401);
  });
});

test("counts equal rows after any concurrent follows, blocks and answers", async () => {
  const users = await Promise.all([buildUser(db), buildUser(db), buildUser(db, { isPrivate: true }), buildUser(db)]);
  const action = fc.record({
    kind: fc.constantFrom(
      "follow",
      "unfollow",
      "accept",
      "decline",
      "removeFollower",
      "block",
      "unblock",
      "open",
      "close",
    ),
    from: fc.nat(3),
    to: fc.nat(3),
  });
  const run = ({ kind, from, to }: { kind: string; from: number; to: number }) => {
    const [me, other] = [as(users[from] ?? null), users[to]?.id ?? ""];
    switch (kind) {
      case "follow":
        return me.put(`/api/follows/${other}`);
      case "unfollow":
        return me.delete(`/api/follows/${other}`);
      case "accept":
        return me.put(`/api/follow-requests/${other}`);
      case "decline":
        return me.delete(`/api/follow-requests/${other}`);
      case "removeFollower":
        return me.delete(`/api/followers/${other}`);
      case "block":
        return me.put(`/api/blocks/${other}`);
      case "unblock":
        return me.delete(`/api/blocks/${other}`);
      default:
        return me.patch("/api/me", { isPrivate: kind === "close" });
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 20 }), async (actions) => {
      const answers = await Promise.all(actions.map(run));
      expect(answers.map((answer) => answer.statusCode).filter((status) => status >= 500)).toEqual([]);
      expect(await findDrift(db)).toEqual([]);
      const { rows } = {
        rows: await db
          .selectFrom("follows as f")
          .innerJoin("blocks as b", "b.blocker_id", "f.follower_id")
          .whereRef("b.blocked_id", "=", "f.following_id")
          .selectAll("f")
          .execute(),
      };
      expect(rows).toEqual([]);
    }),
    { numRuns: 15, seed: 11 },
  );
});

test("a private member is listed as a follower only to viewers who may see their profile [S-56]", async () => {
  const [mia, secret, friend, stranger] = [
    await buildUser(db),
    await buildUser(db, { isPrivate: true }),
    await buildUser(db),
    await buildUser(db),
  ];
  await follow(secret, mia);
  await follow(friend, secret);
  await as(secret).put(`/api/follow-requests/${friend.id}`);
  const isListed = async (by: User) =>
    (await as(by).get(`/api/profiles/${mia.username}/followers`)).body.includes(secret.username);
  expect({ stranger: await isListed(stranger), friend: await isListed(friend) }).toEqual({
    stranger: false,
    friend: true,
  });
  expect({ self: await isListed(secret), followed: await isListed(mia) }).toEqual({ self: true, followed: true });
});
