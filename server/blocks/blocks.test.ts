import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { banMember, permanentEnd } from "#server/bans/bans.service.ts";
import { transact } from "#server/db/db.ts";
import { countLinks, holdsWord } from "#server/lib/plain-text.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { connected, newSocket } from "#server/testing/live-socket.ts";
import { testApp } from "#server/testing/test-app.ts";
import { tokenFor } from "#server/testing/tokens.ts";

const { as, db, app, fastify } = await testApp({ settings: { BLOCKED_WORDS: "casino,free money" } });
type User = Awaited<ReturnType<typeof buildUser>>;
const code = async (answer: Promise<{ statusCode: number; json(): { code?: string } }>) => (await answer).json().code;

describe("a block", () => {
  const build = async () => {
    const [mia, leo] = [
      await buildUser(db, { isClosetPrivate: false }),
      await buildUser(db, { isClosetPrivate: false }),
    ];
    const outfit = await buildOutfit(db, mia.id);
    return { mia, leo, outfit };
  };

  test("hides each from the other: profiles, outfits, lists, comments", async () => {
    const { mia, leo, outfit } = await build();
    const third = await buildUser(db);
    const url = `/api/outfits/${(await buildOutfit(db, third.id)).id}/comments`;
    await as(leo).post(url, { content: "from leo" });
    await as(mia).put(`/api/blocks/${leo.id}`);
    expect(await code(as(leo).get(`/api/profiles/${mia.username}`))).toBe("profile.not_found");
    expect(await code(as(mia).get(`/api/profiles/${leo.username}`))).toBe("profile.not_found");
    expect(await code(as(leo).get(`/api/outfits/${outfit.id}`))).toBe("outfit.not_found");
    expect(await code(as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "hi" }))).toBe("outfit.not_found");
    expect((await as(mia).get(url)).json().items).toEqual([]);
    expect((await as(third).get(url)).json().items.length).toBe(1);
    expect(await code(as(leo).put(`/api/follows/${mia.id}`))).toBe("profile.not_found");
  });

  test("ends follows, requests, Top 3 choices and notifications, either way", async () => {
    const { mia, leo } = await build();
    await as(leo).put(`/api/follows/${mia.id}`);
    await as(mia).put(`/api/follows/${leo.id}`);
    await as(leo).put("/api/me/stylists/1", { stylistId: mia.id });
    await db
      .insertInto("favorite_stylists")
      .values({ user_id: leo.id, stylist_id: mia.id, position: 2 })
      .onConflict((c) => c.doNothing())
      .execute();
    await as(mia).put(`/api/blocks/${leo.id}`);
    expect((await as(mia).get("/api/me")).json()).toMatchObject({
      followersCount: 0,
      followingCount: 0,
      unreadNotificationsCount: 0,
    });
    expect((await as(leo).get("/api/me")).json()).toMatchObject({
      followersCount: 0,
      followingCount: 0,
      unreadNotificationsCount: 0,
    });
    expect((await as(leo).get("/api/notifications")).json().items).toEqual([]);
    expect(await db.selectFrom("favorite_stylists").selectAll().where("user_id", "=", leo.id).execute()).toEqual([]);
  });

  test("hides unread messages from the count of the navigation until it ends", async () => {
    const { mia, leo } = await build();
    const { id } = (await as(leo).post("/api/threads", { username: mia.username })).json();
    await as(leo).post(`/api/threads/${id}/messages`, { content: "hello", clientId: randomUUID() });
    const counts = async () => [
      (await as(mia).get("/api/me")).json().unreadMessagesCount,
      (await as(mia).get("/api/threads")).json().items.map((thread: { unreadCount: number }) => thread.unreadCount),
    ];
    expect(await counts()).toEqual([1, [1]]);
    await as(mia).put(`/api/blocks/${leo.id}`);
    expect(await counts()).toEqual([0, []]);
    await as(mia).delete(`/api/blocks/${leo.id}`);
    expect(await counts()).toEqual([1, [1]]);
    await as(leo).put(`/api/blocks/${mia.id}`);
    expect(await counts()).toEqual([0, []]);
  });

  test("updates the badges of both members in open tabs", async () => {
    const { mia, leo, outfit } = await build();
    await as(mia).put(`/api/follows/${leo.id}`);
    await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "hi" });
    await fastify.listen({ port: 0, host: "127.0.0.1" });
    const { port } = fastify.server.address() as AddressInfo;
    const tabs = await Promise.all(
      [mia, leo].map(async ({ id }) => connected(newSocket(`http://127.0.0.1:${port}`, await tokenFor(app, id)))),
    );
    const badges = tabs.map((tab) => new Promise((resolve) => tab.once("notifications", resolve)));
    await as(mia).put(`/api/blocks/${leo.id}`);
    expect(await Promise.all(badges)).toEqual([{ unreadCount: 0 }, { unreadCount: 0 }]);
    for (const tab of tabs) tab.disconnect();
  });

  test("has open tabs of both members load their conversation again, when it begins and when it ends", async () => {
    const { mia, leo } = await build();
    const third = await buildUser(db);
    const { id: threadId } = (await as(leo).post("/api/threads", { username: mia.username })).json();
    const told: unknown[] = [];
    const original = app.live.emitToMembers;
    app.live.emitToMembers = (...[userIds, event, payload]) =>
      void (event === "thread" && told.push([userIds.toSorted(), payload]));
    await as(mia).put(`/api/blocks/${third.id}`);
    // Repeating either changes nothing, so it costs the other member nothing.
    for (const method of ["put", "put", "delete", "delete"] as const) await as(mia)[method](`/api/blocks/${leo.id}`);
    app.live.emitToMembers = original;
    const both = [mia.id, leo.id].toSorted();
    expect(told).toEqual([
      [both, { threadId, isGone: false }],
      [both, { threadId, isGone: false }],
    ]);
  });

  test("can be mutual, is listed, and ended without bringing follows back", async () => {
    const { mia, leo } = await build();
    await as(leo).put(`/api/follows/${mia.id}`);
    await as(mia).put(`/api/blocks/${leo.id}`);
    expect((await as(leo).put(`/api/blocks/${mia.id}`)).statusCode).toBe(200);
    expect((await as(mia).put(`/api/blocks/${leo.id}`)).statusCode).toBe(200);
    expect((await as(mia).get("/api/blocks")).json().items).toMatchObject([{ member: { username: leo.username } }]);
    await as(mia).delete(`/api/blocks/${leo.id}`);
    expect(await code(as(leo).get(`/api/profiles/${mia.username}`))).toBe("profile.not_found");
    await as(leo).delete(`/api/blocks/${mia.id}`);
    expect((await as(leo).get(`/api/profiles/${mia.username}`)).json()).toMatchObject({ followState: "none" });
  });

  test("needs a member, another than oneself, who exists", async () => {
    const { mia } = await build();
    expect((await as(null).put(`/api/blocks/${mia.id}`)).statusCode).toBe(401);
    expect(await code(as(mia).put(`/api/blocks/${mia.id}`))).toBe("member.is_self");
    expect(await code(as(mia).put("/api/blocks/00000000-0000-4000-8000-000000000000"))).toBe("profile.not_found");
  });
});

test("a muted member's actions make no notifications, and the member sees no difference", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const outfit = await buildOutfit(db, mia.id);
  expect((await as(mia).put(`/api/mutes/${leo.id}`)).statusCode).toBe(200);
  expect((await as(leo).get(`/api/profiles/${mia.username}`)).json()).toMatchObject({
    isMuted: false,
    isVisible: true,
  });
  expect((await as(mia).get(`/api/profiles/${leo.username}`)).json()).toMatchObject({ isMuted: true });
  await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "hi" });
  expect((await as(mia).get("/api/notifications")).json().items).toEqual([]);
  expect((await as(mia).get("/api/mutes")).json().items).toMatchObject([{ member: { username: leo.username } }]);
  await as(mia).delete(`/api/mutes/${leo.id}`);
  await as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "hello again" });
  expect((await as(mia).get("/api/notifications")).json().items.length).toBe(1);
});

test("the list of mutes leaves out who blocked the member", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const muted = async () => (await as(mia).get("/api/mutes")).json().items;
  await as(mia).put(`/api/mutes/${leo.id}`);
  await as(leo).put(`/api/blocks/${mia.id}`);
  expect(await muted()).toEqual([]);
  // Both block: the other's block still hides them.
  await as(mia).put(`/api/blocks/${leo.id}`);
  expect(await muted()).toEqual([]);
  // Whom they block themselves they can unmute all the same.
  await as(leo).delete(`/api/blocks/${mia.id}`);
  expect(await muted()).toMatchObject([{ id: leo.id }]);
  await as(mia).delete(`/api/blocks/${leo.id}`);
  expect(await muted()).toMatchObject([{ id: leo.id }]);
});

test("a suspended member, who is still seen among comments, can be muted, blocked and reported", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  await transact(db, (tx) => banMember(tx, app, leo.id, permanentEnd(new Date()), { isSuspension: true }));
  const report = { targetType: "profile", targetId: leo.id, reason: "spam" };
  for (const answer of [
    await as(mia).put(`/api/mutes/${leo.id}`),
    await as(mia).put(`/api/blocks/${leo.id}`),
    await as(mia).post("/api/reports", report),
  ]) {
    expect(answer.statusCode).toBe(200);
  }
  for (const list of ["mutes", "blocks"]) {
    expect((await as(mia).get(`/api/${list}`)).json().items).toMatchObject([{ id: leo.id }]);
  }
});

test("what a conversation needs of an erased account can be neither muted, blocked, reported nor visited", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const { id } = (await as(leo).post("/api/threads", { username: mia.username })).json();
  await as(leo).post(`/api/threads/${id}/messages`, { content: "hello", clientId: randomUUID() });
  await transact(db, (tx) => eraseAccount(tx, app, leo.id));
  const { other } = (await as(mia).get(`/api/threads/${id}`)).json();
  const { username } = await db
    .selectFrom("profiles")
    .select("username")
    .where("id", "=", other.id)
    .executeTakeFirstOrThrow();
  const report = { targetType: "profile", targetId: other.id, reason: "spam" };
  for (const answer of [
    await as(mia).put(`/api/mutes/${other.id}`),
    await as(mia).put(`/api/blocks/${other.id}`),
    await as(mia).post("/api/reports", report),
    await as(mia).get(`/api/profiles/${username}`),
  ]) {
    expect(answer.statusCode).toBe(404);
  }
});

describe("a report", () => {
  const report = (by: User, targetType: string, targetId: string) =>
    as(by).post("/api/reports", { targetType, targetId, reason: "spam", details: " look at this " });

  test("of an outfit, a comment or a profile is in the queue, once per member", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const outfit = await buildOutfit(db, mia.id);
    const comment = (await as(mia).post(`/api/outfits/${outfit.id}/comments`, { content: "mine" })).json().comment;
    for (const [type, id] of [
      ["outfit", outfit.id],
      ["comment", comment.id],
      ["profile", mia.id],
      ["outfit", outfit.id],
    ] as const) {
      expect((await report(leo, type, id)).statusCode).toBe(200);
    }
    const rows = await db.selectFrom("reports").selectAll().where("reporter_id", "=", leo.id).execute();
    expect(rows.map((row) => row.target_type).sort()).toEqual(["comment", "outfit", "profile"]);
    expect(rows[0]).toMatchObject({ member_id: mia.id, status: "open", details: "look at this", reason: "spam" });
  });

  test("of a profile is accepted across a block, in both directions", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    await as(mia).put(`/api/blocks/${leo.id}`);
    expect((await report(mia, "profile", leo.id)).statusCode).toBe(200);
    expect((await report(leo, "profile", mia.id)).statusCode).toBe(200);
  });

  test("of something that the caller cannot see or owns is rejected", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const hidden = await buildOutfit(db, mia.id, { isActive: false });
    const own = await buildOutfit(db, leo.id);
    expect((await report(leo, "outfit", hidden.id)).json().code).toBe("report.target_not_found");
    expect((await report(leo, "outfit", own.id)).json().code).toBe("report.target_not_found");
    expect((await report(leo, "message", hidden.id)).json().code).toBe("report.target_not_found");
    expect(
      (await as(null).post("/api/reports", { targetType: "profile", targetId: mia.id, reason: "spam" })).statusCode,
    ).toBe(401);
    expect(
      (await as(leo).post("/api/reports", { targetType: "profile", targetId: mia.id, reason: "boring" })).statusCode,
    ).toBe(422);
  });
});

describe("spam", () => {
  test("links are counted, blocked words found whole and in any spelling", () => {
    expect(countLinks("see https://a.example and www.b.example or http://c.example/x")).toBe(3);
    expect(countLinks("no links, just dots... and e.g. this")).toBe(0);
    expect(countLinks("cheap-shoes.com, http://a.example and HTTPS\u200b://b.example")).toBe(3);
    expect(countLinks("w\u200bww.a.example")).toBe(1);
    expect(countLinks("mia@example.com says it is nice.And warm, 3.5 of 5")).toBe(0);
    expect(holdsWord("cas\u200bino \u2060and ca\u00adsino", ["casino"])).toBe(true);
    expect(holdsWord("Best CASÍNO in town", ["casino"])).toBe(true);
    expect(holdsWord("get FREE... money!", ["free money"])).toBe(true);
    expect(holdsWord("the casinos of old", ["casino", ""])).toBe(false);
  });

  test("a comment with three links, a blocked word, or the same words again is refused with a reason [S-72]", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const url = `/api/outfits/${(await buildOutfit(db, mia.id)).id}/comments`;
    const say = (content: string) => as(leo).post(url, { content });
    for (const [content, code] of [
      ["www.a.example www.b.example www.c.example", "content.too_many_links"],
      ["try my Casino", "content.blocked_words"],
    ] as const) {
      const answer = await say(content);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code });
    }
    expect((await say("so good")).statusCode).toBe(200);
    for (const same of ["So good", "so g\u200bood", "so good!", "ｓｏ good"]) {
      expect((await say(same)).json().code).toBe("content.repeated");
    }
  });

  test("of the same words sent several times at once only the first are taken [S-72]", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const url = `/api/outfits/${(await buildOutfit(db, mia.id)).id}/comments`;
    const comments = await Promise.all(Array.from({ length: 6 }, () => as(leo).post(url, { content: "so good" })));
    const taken = (answers: { statusCode: number }[]) => answers.filter(({ statusCode }) => statusCode === 200).length;
    expect(taken(comments)).toBe(1);
    expect(comments.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
    const messages = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { username } = await buildUser(db);
        const { id } = (await as(leo).post("/api/threads", { username })).json();
        return as(leo).post(`/api/threads/${id}/messages`, { content: "follow me", clientId: randomUUID() });
      }),
    );
    expect(taken(messages)).toBe(5);
    expect(messages.filter(({ statusCode }) => statusCode === 422)).toHaveLength(3);
  });

  test("the same words under the sixth outfit within the hour are refused [S-72]", async () => {
    const [mia, leo] = [await buildUser(db), await buildUser(db)];
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const url = `/api/outfits/${(await buildOutfit(db, mia.id)).id}/comments`;
      statuses.push((await as(leo).post(url, { content: "follow me" })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 422]);
  });
});
