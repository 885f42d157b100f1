import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { findDrift } from "#server/counts/recount.service.ts";
import { transact } from "#server/db/db.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { listLockWaits } from "#server/testing/lock-waits.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";
import { deleteAnyComment } from "./comment-deletion.service.ts";

const { as, db, app } = await testApp();
auditPointsAfterEach(db);
type User = Awaited<ReturnType<typeof buildUser>>;
const build = async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  return { mia, leo, eve, outfit: await buildOutfit(db, mia.id, { title: "Linen suit" }) };
};
const say = async (by: User, outfit: { id: string }, content: string): Promise<Comment> =>
  (await as(by).post(`/api/outfits/${outfit.id}/comments`, { content })).json().comment;
const reply = async (by: User, to: { id: string }, content: string): Promise<Comment> =>
  (await as(by).post(`/api/comments/${to.id}/replies`, { content })).json().comment;
const commentsFor = async (viewer: User | null, outfit: { id: string }): Promise<Comment[]> =>
  (await as(viewer).get(`/api/outfits/${outfit.id}/comments`)).json().items;
const repliesFor = async (viewer: User | null, to: { id: string }): Promise<Comment[]> =>
  (await as(viewer).get(`/api/comments/${to.id}/replies`)).json().items;
const messagesOf = async (member: User): Promise<string[]> =>
  (await as(member).get("/api/notifications")).json().items.map((item: { message: string }) => item.message);
const countOf = async (outfit: { id: string }): Promise<number> =>
  (await as(null).get(`/api/outfits/${outfit.id}`)).json().commentsCount;

describe("replies", () => {
  test("are listed under their comment, oldest first, and counted by it and by the outfit", async () => {
    const { mia, leo, eve, outfit } = await build();
    const first = await say(leo, outfit, "Which brand?");
    await reply(mia, first, "Halden");
    await reply(eve, first, "Love it");
    expect(await commentsFor(null, outfit)).toMatchObject([{ id: first.id, parentId: null, repliesCount: 2 }]);
    expect((await repliesFor(null, first)).map(({ content, parentId }) => [content, parentId])).toEqual([
      ["Halden", first.id],
      ["Love it", first.id],
    ]);
    expect(await countOf(outfit)).toBe(3);
  });

  test("to a reply join the replies of its comment: there is one level", async () => {
    const { mia, leo, eve, outfit } = await build();
    const first = await say(leo, outfit, "Which brand?");
    const second = await reply(mia, first, "Halden");
    expect((await reply(eve, second, "Me too")).parentId).toBe(first.id);
    expect((await as(null).get(`/api/comments/${second.id}/replies`)).statusCode).toBe(404);
  });

  test("are paged without gaps, also within one millisecond", async () => {
    const { leo, outfit } = await build();
    const first = await say(leo, outfit, "Which brand?");
    for (let count = 0; count < 5; count += 1) await reply(leo, first, `number ${count}`);
    const at = new Date("2026-02-02T10:00:00.000Z");
    await db.updateTable("comments").set({ created_at: at }).where("parent_id", "=", first.id).execute();
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { items: Comment[]; nextCursor: string | null } = (
        await as(null).get(`/api/comments/${first.id}/replies?limit=2${cursor && `&cursor=${cursor}`}`)
      ).json();
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  test("notify the author of the comment and the owner, each once, and the notification goes with the reply", async () => {
    const { mia, leo, eve, outfit } = await build();
    const first = await say(leo, outfit, "Which brand?");
    const answer = await reply(eve, first, "Halden");
    expect(await messagesOf(leo)).toEqual([`${eve.username} replied to your comment on “Linen suit”`]);
    expect((await messagesOf(mia))[0]).toBe(`${eve.username} and 1 other commented on “Linen suit”`);
    const { path } = (await as(leo).get("/api/notifications")).json().items[0];
    expect(path).toBe(`/outfit/${outfit.id}?comment=${first.id}`);
    await reply(leo, first, "It is mine");
    expect(await messagesOf(leo)).toHaveLength(1);
    await as(eve).delete(`/api/comments/${answer.id}`);
    expect(await messagesOf(leo)).toEqual([]);
  });

  test("earn as comments do, and never on one's own outfit", async () => {
    const lucky = await testApp({ app: { random: { below: () => 0 } } });
    const [mia, leo] = [await buildUser(lucky.db), await buildUser(lucky.db)];
    const outfit = await buildOutfit(lucky.db, mia.id);
    const { comment } = (await lucky.as(leo).post(`/api/outfits/${outfit.id}/comments`, { content: "wow" })).json();
    const own = (await lucky.as(mia).post(`/api/comments/${comment.id}/replies`, { content: "thanks" })).json();
    expect(own.award).toMatchObject({ success: false, reason: "own_outfit" });
    const other = (await lucky.as(leo).post(`/api/comments/${comment.id}/replies`, { content: "really" })).json();
    expect(other.award).not.toBeNull();
  });

  test("are refused on hidden and deleted comments and across a block, as if there were none", async () => {
    const { mia, leo, eve, outfit } = await build();
    const [hidden, deleted, blocked] = [
      await say(leo, outfit, "one"),
      await say(leo, outfit, "two"),
      await say(leo, outfit, "three"),
    ];
    await as(mia).put(`/api/comments/${hidden.id}/hidden`, { isHidden: true });
    await as(leo).delete(`/api/comments/${deleted.id}`);
    for (const { id } of [hidden, deleted]) {
      const answer = await as(eve).post(`/api/comments/${id}/replies`, { content: "hello" });
      expect(answer.json().code).toBe("comment.not_found");
    }
    await as(leo).put(`/api/blocks/${eve.id}`);
    const url = `/api/comments/${blocked.id}`;
    for (const answer of [
      await as(eve).post(`${url}/replies`, { content: "hello" }),
      await as(eve).get(`${url}/replies`),
      await as(eve).put(`${url}/like`),
    ]) {
      expect(answer.json().code).toBe("comment.not_found");
    }
  });
});

describe("a comment with replies", () => {
  test("that is deleted keeps its place without words and author, until the last reply is deleted", async () => {
    const { mia, leo, eve, outfit } = await build();
    const first = await say(leo, outfit, `@${eve.username} which brand?`);
    const answer = await reply(eve, first, "Halden");
    await as(eve).put(`/api/comments/${first.id}/like`);
    await as(leo).delete(`/api/comments/${first.id}`);
    const [place] = await commentsFor(mia, outfit);
    expect(place).toMatchObject({
      id: first.id,
      content: "",
      author: null,
      likesCount: 0,
      repliesCount: 1,
      mentions: [],
    });
    expect(await repliesFor(null, first)).toMatchObject([{ content: "Halden" }]);
    expect(await countOf(outfit)).toBe(1);
    const row = await db.selectFrom("comments").selectAll().where("id", "=", first.id).executeTakeFirstOrThrow();
    expect([row.content, row.user_id]).toEqual(["", null]);
    expect((await as(leo).delete(`/api/comments/${first.id}`)).statusCode).toBe(404);
    expect((await as(eve).post(`/api/comments/${first.id}/replies`, { content: "more" })).statusCode).toBe(404);
    await as(eve).delete(`/api/comments/${answer.id}`);
    expect(await commentsFor(mia, outfit)).toEqual([]);
    expect(await findDrift(db)).toEqual([]);
  });

  test("counts no replies across a block, and is no place above them alone", async () => {
    const { mia, leo, eve, outfit } = await build();
    const first = await say(mia, outfit, "which brand?");
    await reply(leo, first, "Halden");
    await reply(eve, first, "Loom");
    const countFor = async (viewer: User | null) => (await commentsFor(viewer, outfit)).map((row) => row.repliesCount);
    await as(leo).put(`/api/blocks/${eve.id}`);
    expect([await countFor(leo), await countFor(eve), await countFor(mia), await countFor(null)]).toEqual([
      [1],
      [1],
      [2],
      [2],
    ]);

    const second = await say(mia, outfit, "anyone?");
    await reply(eve, second, "me");
    await as(mia).delete(`/api/comments/${second.id}`);
    expect((await commentsFor(leo, outfit)).map(({ id }) => id)).toEqual([first.id]);
    expect(await countFor(mia)).toEqual([1, 2]);
  });

  test("that is hidden is a place without words for others, and whole for the owner", async () => {
    const { mia, leo, eve, outfit } = await build();
    const first = await say(leo, outfit, "rude");
    const answer = await reply(eve, first, "no");
    await as(mia).put(`/api/comments/${first.id}/hidden`, { isHidden: true });
    expect(await commentsFor(eve, outfit)).toMatchObject([{ content: "", author: null, isHidden: false }]);
    expect(await commentsFor(mia, outfit)).toMatchObject([{ content: "rude", isHidden: true }]);
    await as(mia).put(`/api/comments/${answer.id}/hidden`, { isHidden: true });
    expect(await commentsFor(eve, outfit)).toEqual([]);
    expect(await repliesFor(mia, first)).toMatchObject([{ content: "no", isHidden: true }]);
    expect(await countOf(outfit)).toBe(0);
  });

  test("counts hidden replies apart, for those who see them, and is a place above them for these alone", async () => {
    const { mia, leo, eve, outfit } = await build();
    const first = await say(leo, outfit, "which brand?");
    const answer = await reply(eve, first, "rude");
    await as(mia).put(`/api/comments/${answer.id}/hidden`, { isHidden: true });
    const countsFor = async (viewer: User | null) =>
      (await commentsFor(viewer, outfit)).map((row) => [row.repliesCount, row.hiddenRepliesCount]);
    const everyone = async () => [
      await countsFor(mia),
      await countsFor(leo),
      await countsFor(eve),
      await countsFor(null),
    ];
    expect(await everyone()).toEqual([[[0, 1]], [[0, 0]], [[0, 0]], [[0, 0]]]);
    await as(leo).delete(`/api/comments/${first.id}`);
    expect(await everyone()).toEqual([[[0, 1]], [], [], []]);
    await as(mia).put(`/api/blocks/${eve.id}`);
    expect(await countsFor(mia)).toEqual([]);
  });

  test("keeps the replies of others when its author's account is erased", async () => {
    const { leo, eve, outfit } = await build();
    const first = await say(leo, outfit, "Which brand?");
    await reply(eve, first, "Halden");
    const other = await say(eve, outfit, "So good");
    await as(leo).put(`/api/comments/${other.id}/like`);
    await reply(leo, other, "Indeed");
    await transact(db, (tx) => eraseAccount(tx, app, leo.id));
    const shown = await commentsFor(eve, outfit);
    expect(shown).toMatchObject([
      { id: other.id, likesCount: 0, repliesCount: 0 },
      { id: first.id, content: "", author: null, repliesCount: 1 },
    ]);
    expect(await countOf(outfit)).toBe(2);
    expect(await findDrift(db)).toEqual([]);
  });
});

describe("mentions", () => {
  test("are links to members whom the viewer can see, under their present name; other words stay words", async () => {
    const { mia, leo, eve, outfit } = await build();
    const content = `Ask @${mia.username.toUpperCase()}. Or @nobody_of_this_name, not a@${leo.username}`;
    await say(leo, outfit, content);
    const [shown] = await commentsFor(eve, outfit);
    expect(shown).toMatchObject({ content, mentions: [{ name: mia.username, username: mia.username }] });
    await db.updateTable("profiles").set({ username: "mia.new.name" }).where("id", "=", mia.id).execute();
    expect((await commentsFor(eve, outfit))[0]?.mentions).toEqual([{ name: mia.username, username: "mia.new.name" }]);
  });

  test("are no links across a block, in either direction", async () => {
    const { leo, eve, outfit } = await build();
    await say(leo, outfit, `for @${eve.username}`);
    const third = await buildUser(db);
    await as(third).put(`/api/blocks/${eve.id}`);
    expect((await commentsFor(third, outfit))[0]?.mentions).toEqual([]);
    expect((await commentsFor(leo, outfit))[0]?.mentions).toHaveLength(1);
    await as(eve).put(`/api/blocks/${leo.id}`);
    const again = await say(leo, outfit, `again @${eve.username}`);
    expect(again.mentions).toEqual([]);
    // The block has withdrawn the first one, too.
    expect(await messagesOf(eve)).toEqual([]);
  });

  test("notify the member once, not the owner or the author of the comment twice, and go with the comment", async () => {
    const { mia, leo, eve, outfit } = await build();
    const names = `@${eve.username} @${mia.username} @${leo.username} @${eve.username}`;
    const { id } = await say(leo, outfit, names);
    expect(await messagesOf(eve)).toEqual([`${leo.username} mentioned you in a comment on “Linen suit”`]);
    expect(await messagesOf(mia)).toEqual([`${leo.username} commented on “Linen suit”`]);
    expect(await messagesOf(leo)).toEqual([]);
    const { items } = (await as(eve).get("/api/notifications")).json();
    expect(items[0]).toMatchObject({
      type: "mention",
      path: `/outfit/${outfit.id}?comment=${id}`,
      picture: { width: expect.any(Number) },
    });
    await as(leo).delete(`/api/comments/${id}`);
    expect(await messagesOf(eve)).toEqual([]);
  });

  test("notify nobody who mutes the author, has switched mentions off or cannot open the outfit", async () => {
    const { leo, eve, outfit } = await build();
    const quiet = await buildUser(db);
    await as(eve).put(`/api/mutes/${leo.id}`);
    await as(quiet).put("/api/me/notifications/mention", { inApp: false, byMail: false, byPush: false });
    await say(leo, outfit, `@${eve.username} and @${quiet.username}`);
    const priv = await buildUser(db, { isPrivate: true });
    const stranger = await buildUser(db);
    const own = await buildOutfit(db, priv.id);
    await say(priv, own, `@${stranger.username} look`);
    for (const member of [eve, quiet, stranger]) expect(await messagesOf(member)).toEqual([]);
  });

  test("beyond ten are words", async () => {
    const { leo, outfit } = await build();
    const many = await Promise.all(Array.from({ length: 11 }, () => buildUser(db)));
    const { mentions } = await say(leo, outfit, many.map(({ username }) => `@${username}`).join(" "));
    expect(mentions).toHaveLength(10);
  });
});

describe("likes of comments", () => {
  test("count once, however often and at once, and earn nothing", async () => {
    const { leo, eve, outfit } = await build();
    const { id } = await say(leo, outfit, "Which brand?");
    const before = (await as(eve).get("/api/me")).json().points;
    const answers = await Promise.all([1, 2, 3].map(() => as(eve).put(`/api/comments/${id}/like`)));
    expect(answers.map((answer) => answer.json())).toEqual(
      Array.from({ length: 3 }, () => ({ liked: true, likesCount: 1 })),
    );
    expect((await commentsFor(eve, outfit))[0]).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await commentsFor(null, outfit))[0]).toMatchObject({ isLiked: false, likesCount: 1 });
    expect((await as(eve).get("/api/me")).json().points).toBe(before);
    const gone = await Promise.all([1, 2].map(() => as(eve).delete(`/api/comments/${id}/like`)));
    expect(gone.map((answer) => answer.json())).toEqual(
      Array.from({ length: 2 }, () => ({ liked: false, likesCount: 0 })),
    );
  });

  test("share one notification of the author, which is withdrawn with the last", async () => {
    const { mia, leo, eve, outfit } = await build();
    const { id } = await say(leo, outfit, "Which brand?");
    await as(eve).put(`/api/comments/${id}/like`);
    await as(mia).put(`/api/comments/${id}/like`);
    await as(leo).put(`/api/comments/${id}/like`);
    expect(await messagesOf(leo)).toEqual([`${mia.username} and 1 other liked your comment on “Linen suit”`]);
    for (const member of [eve, mia]) await as(member).delete(`/api/comments/${id}/like`);
    expect(await messagesOf(leo)).toEqual([]);
  });

  test("notify the author of a member's first like only, however often it is taken back", async () => {
    const { mia, leo, eve, outfit } = await build();
    const { id } = await say(leo, outfit, "Which brand?");
    for (let time = 0; time < 2; time += 1) {
      await as(eve).put(`/api/comments/${id}/like`);
      await as(eve).delete(`/api/comments/${id}/like`);
    }
    expect((await as(eve).put(`/api/comments/${id}/like`)).json()).toEqual({ liked: true, likesCount: 1 });
    expect(await messagesOf(leo)).toEqual([]);
    await as(mia).put(`/api/comments/${id}/like`);
    expect(await messagesOf(leo)).toEqual([`${mia.username} liked your comment on “Linen suit”`]);
  });

  test("can be taken back after the comment was hidden, which tells nothing about it", async () => {
    const { mia, leo, eve, outfit } = await build();
    const { id } = await say(leo, outfit, "Which brand?");
    for (const member of [mia, eve]) await as(member).put(`/api/comments/${id}/like`);
    await as(mia).put(`/api/comments/${id}/hidden`, { isHidden: true });
    const remove = async (by: User) => (await as(by).delete(`/api/comments/${id}/like`)).json();
    expect(await remove(await buildUser(db))).toMatchObject({ code: "comment.not_found" });
    for (let time = 0; time < 2; time += 1) expect(await remove(eve)).toEqual({ liked: false, likesCount: 0 });
    expect((await as(eve).put(`/api/comments/${id}/like`)).json().code).toBe("comment.not_found");
    expect(await messagesOf(leo)).toEqual([`${mia.username} liked your comment on “Linen suit”`]);
    expect(await findDrift(db)).toEqual([]);
  });

  test("need a member and a comment that they can see", async () => {
    const { mia, leo, eve, outfit } = await build();
    const { id } = await say(leo, outfit, "Which brand?");
    expect((await as(null).put(`/api/comments/${id}/like`)).json().code).toBe("auth.required");
    await as(mia).put(`/api/comments/${id}/hidden`, { isHidden: true });
    expect((await as(eve).put(`/api/comments/${id}/like`)).json().code).toBe("comment.not_found");
    expect((await as(eve).put(`/api/comments/${outfit.id}/like`)).json().code).toBe("comment.not_found");
  });
});

test("an outfit takes the notifications about its comments with it", async () => {
  const { mia, leo, eve, outfit } = await build();
  const first = await say(leo, outfit, `@${eve.username} which brand?`);
  await reply(eve, first, "Halden");
  await as(eve).put(`/api/comments/${first.id}/like`);
  await as(mia).delete(`/api/outfits/${outfit.id}`);
  for (const member of [leo, eve]) expect(await messagesOf(member)).toEqual([]);
  expect((await as(leo).get("/api/notifications/unread-count")).json().unreadCount).toBe(0);
  expect(await findDrift(db)).toEqual([]);
});

test("subscribers receive replies with the count of their comment, likes and removals", async () => {
  const { leo, eve, outfit } = await build();
  const events: unknown[][] = [];
  const original = app.live.emitToSubscribers;
  app.live.emitToSubscribers = (_about, ...event) => void events.push(event);
  onTestFinished(() => void Object.assign(app.live, { emitToSubscribers: original }));
  const expectLatest = async (latest: unknown[][]) => {
    await expect.poll(() => events).toMatchObject(latest);
    events.length = 0;
  };
  const place = { outfitId: outfit.id, eventId: null };
  const first = await say(leo, outfit, "Which brand?");
  await expectLatest([["comment", { id: first.id }, 1, 0]]);
  const answer = await reply(eve, first, "Halden");
  await expectLatest([["comment", { id: answer.id, parentId: first.id }, 2, 1]]);
  await as(eve).put(`/api/comments/${first.id}/like`);
  await as(eve).put(`/api/comments/${first.id}/like`);
  await expectLatest([["commentLikes", { ...place, commentId: first.id, parentId: null, likesCount: 1 }]]);
  await as(eve).delete(`/api/comments/${answer.id}`);
  const counts = { commentsCount: 1, repliesCount: 0 };
  await expectLatest([["commentRemoved", { ...place, commentId: answer.id, parentId: first.id, ...counts }]]);
});

test("a comment that its author deletes while a moderator removes it is counted down once, and not removed", async () => {
  const { leo, eve, outfit } = await build();
  const admin = await buildUser(db, { role: "admin" });
  const first = await say(leo, outfit, "rude");
  await reply(eve, first, "no");
  const removal = await transact(db, async (tx) => {
    await tx.selectFrom("outfits").select("id").where("id", "=", outfit.id).forUpdate().execute();
    const answer = as(admin).delete(`/api/comments/${first.id}`, { reason: "Rude" });
    await expect.poll(() => listLockWaits(db)).toHaveLength(1);
    await deleteAnyComment(tx, app, first.id);
    return { answer };
  });
  expect((await removal.answer).statusCode).toBe(200);
  expect([await countOf(outfit), await messagesOf(leo)]).toEqual([1, []]);
  expect(await findDrift(db)).toEqual([]);
});

test("counts equal rows after any concurrent replies, likes, hidings and deletions", async () => {
  const { mia, leo, eve, outfit } = await build();
  const kind = fc.constantFrom("comment", "reply", "reply", "like", "like", "unlike", "delete", "hide", "show");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(kind, fc.nat(50)), { minLength: 4, maxLength: 20 }), async (actions) => {
      const rows = await db.selectFrom("comments").select("id").where("outfit_id", "=", outfit.id).execute();
      const answers = await Promise.all(
        actions.map(([action, pick], index) => {
          const by = pick % 2 ? leo : eve;
          const id = rows[pick % Math.max(1, rows.length)]?.id ?? outfit.id;
          const content = `${pick} ${index} ${rows.length} ${Math.floor(performance.now() * 1_000)} @${mia.username}`;
          if (action === "comment") return as(by).post(`/api/outfits/${outfit.id}/comments`, { content });
          if (action === "reply") return as(by).post(`/api/comments/${id}/replies`, { content });
          if (action === "like") return as(by).put(`/api/comments/${id}/like`);
          if (action === "unlike") return as(by).delete(`/api/comments/${id}/like`);
          if (action === "delete") return as(by).delete(`/api/comments/${id}`);
          return as(mia).put(`/api/comments/${id}/hidden`, { isHidden: action === "hide" });
        }),
      );
      expect(answers.map((answer) => answer.statusCode).filter((status) => status >= 500)).toEqual([]);
      expect(await findDrift(db)).toEqual([]);
    }),
    { numRuns: 15, seed: 11 },
  );
});
