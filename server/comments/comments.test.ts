import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { findDrift } from "#server/counts/recount.service.ts";
import { transact } from "#server/db/db.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp } from "#server/testing/test-app.ts";
import { emitComment } from "./comment-events.service.ts";

const { as, db, app } = await testApp();
auditPointsAfterEach(db);
const urlOf = (outfit: { id: string }) => `/api/outfits/${outfit.id}/comments`;
const build = async (given: Parameters<typeof buildOutfit>[2] = {}) => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  return { mia, leo, outfit: await buildOutfit(db, mia.id, given) };
};
const sorted = (answers: { statusCode: number }[]) =>
  answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
const countOf = async (outfitId: string) =>
  (await db.selectFrom("outfits").select("comments_count").where("id", "=", outfitId).executeTakeFirstOrThrow())
    .comments_count;

describe("adding", () => {
  test("a comment appears first in its outfit's list, trimmed, and is counted", async () => {
    const { leo, mia, outfit } = await build();
    await as(mia).post(urlOf(outfit), { content: "first" });
    const added = await as(leo).post(urlOf(outfit), { content: "  love it " });
    expect(added.statusCode).toBe(200);
    expect(added.json().comment).toMatchObject({
      content: "love it",
      outfitId: outfit.id,
      isHidden: false,
      author: { id: leo.id, username: leo.username },
    });
    const { items } = (await as(null).get(urlOf(outfit))).json();
    expect(items.map((item: { content: string }) => item.content)).toEqual(["love it", "first"]);
    expect(await countOf(outfit.id)).toBe(2);
  });

  test("earns nothing on one's own outfit", async () => {
    const { mia, outfit } = await build();
    const { award } = (await as(mia).post(urlOf(outfit), { content: "mine" })).json();
    expect(award).toMatchObject({ success: false, pointsAwarded: 0, reason: "own_outfit" });
  });

  test("may earn points on another member's outfit, in the comment's transaction", async () => {
    const lucky = await testApp({ app: { random: { below: () => 0 } } });
    const [mia, leo] = [await buildUser(lucky.db), await buildUser(lucky.db)];
    const outfit = await buildOutfit(lucky.db, mia.id);
    const { award } = (await lucky.as(leo).post(urlOf(outfit), { content: "wow" })).json();
    const { points } = (await lucky.as(leo).get("/api/me")).json();
    expect(award).toMatchObject({ success: true, reason: null });
    expect(points).toBe(award.pointsAwarded);
  });

  test.each([
    ["nothing", {}, "content"],
    ["only blanks", { content: "   " }, "content"],
    ["1,001 characters", { content: "x".repeat(1_001) }, "content"],
    ["a number", { content: 7 }, "content"],
    ["an unknown field", { content: "hi", isHidden: true }, "isHidden"],
  ])("%s is rejected with its field", async (_name, body, path) => {
    const { leo, outfit } = await build();
    const answer = await as(leo).post(urlOf(outfit), body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().issues[0].path).toBe(path);
    expect(await countOf(outfit.id)).toBe(0);
  });

  test("1,000 characters and any text are stored unchanged", async () => {
    const { leo, outfit } = await build();
    for (const content of [
      "y".repeat(1_000),
      "<script>alert(1)</script>",
      "O'Brien; drop table comments;--",
      "👩🏽‍🎤 שלום",
    ]) {
      expect((await as(leo).post(urlOf(outfit), { content })).json().comment.content).toBe(content);
    }
  });

  test("requires a member, and an outfit that they can see", async () => {
    const { leo, outfit } = await build();
    const hidden = (await build({ isActive: false })).outfit;
    expect((await as(null).post(urlOf(outfit), { content: "hi" })).json().code).toBe("auth.required");
    expect((await as(leo).post(urlOf(hidden), { content: "hi" })).json().code).toBe("outfit.not_found");
    expect((await as(leo).get(urlOf(hidden))).json().code).toBe("outfit.not_found");
    expect(
      (await as(leo).post("/api/outfits/00000000-0000-4000-8000-000000000000/comments", { content: "hi" })).statusCode,
    ).toBe(404);
  });

  test("is limited per hour, more tightly on an account's first day", async () => {
    const strict = await testApp({ settings: { RATE_LIMITS: "on" } });
    const [mia, young] = [await buildUser(strict.db), await buildUser(strict.db, { createdAt: new Date() })];
    const outfit = await buildOutfit(strict.db, mia.id);
    const statuses: number[] = [];
    for (let count = 0; count < 16; count += 1) {
      statuses.push((await strict.as(young).post(urlOf(outfit), { content: `hello ${count}` })).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 15 }, () => 200), 429]);
    expect((await strict.as(young).post(urlOf(outfit), { content: "again" })).headers["retry-after"]).toMatch(/^\d+$/);
  });
});

test("pages have no gaps or duplicates, even for comments of the same millisecond", async () => {
  const { leo, outfit } = await build();
  const at = new Date("2026-02-02T10:00:00.000Z");
  for (let count = 0; count < 7; count += 1) {
    await as(leo).post(urlOf(outfit), { content: `number ${count}` });
  }
  await db.updateTable("comments").set({ created_at: at }).where("outfit_id", "=", outfit.id).execute();
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: { items: { id: string }[]; nextCursor: string | null } = (
      await as(null).get(`${urlOf(outfit)}?limit=3${cursor && `&cursor=${cursor}`}`)
    ).json();
    seen.push(...page.items.map((item: { id: string }) => item.id));
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(7);
  expect(seen.length).toBe(7);
  expect((await as(null).get(`${urlOf(outfit)}?cursor=nonsense`)).statusCode).toBe(422);
});

describe("deleting", () => {
  test("is the writer's right also once the outfit is hidden from them", async () => {
    const { mia, leo, outfit } = await build();
    const say = async (content: string) => (await as(leo).post(urlOf(outfit), { content })).json().comment.id as string;
    const [first, second] = [await say("mine"), await say("and mine")];
    const setActive = (isActive: boolean) =>
      db.updateTable("outfits").set({ is_active: isActive }).where("id", "=", outfit.id).execute();
    await setActive(false);
    expect((await as(leo).delete(`/api/comments/${first}`)).json()).toEqual({ ok: true });
    expect((await as(await buildUser(db)).delete(`/api/comments/${second}`)).json().code).toBe("comment.not_found");
    await as(mia).put(`/api/blocks/${leo.id}`);
    expect((await as(leo).delete(`/api/comments/${second}`)).json()).toEqual({ ok: true });
    expect(await countOf(outfit.id)).toBe(0);
    await setActive(true);
  });

  test("is for the author and admins, updates the count and is idempotent", async () => {
    const { mia, leo, outfit } = await build();
    const admin = await buildUser(db, { role: "admin" });
    const say = async (content: string) => (await as(leo).post(urlOf(outfit), { content })).json().comment.id as string;
    const [first, second] = [await say("one"), await say("two")];
    expect((await as(null).delete(`/api/comments/${first}`)).statusCode).toBe(401);
    expect((await as(mia).delete(`/api/comments/${first}`)).json().code).toBe("auth.forbidden");
    expect(await countOf(outfit.id)).toBe(2);
    const answers = await Promise.all([1, 2, 3].map(() => as(leo).delete(`/api/comments/${first}`)));
    expect(sorted(answers)).toEqual([200, 404, 404]);
    expect((await as(admin).delete(`/api/comments/${second}`)).statusCode).toBe(200);
    expect(await countOf(outfit.id)).toBe(0);
  });

  test("withdraws its notification, also if its writer still has a reply to the owner", async () => {
    const { mia, leo, outfit } = await build({ title: "Linen suit" });
    const add = async (by: typeof leo, url: string, content: string): Promise<{ id: string }> =>
      (await as(by).post(url, { content })).json().comment;
    const first = await add(mia, urlOf(outfit), "It is linen");
    const comment = await add(leo, urlOf(outfit), "Which brand?");
    await add(leo, `/api/comments/${first.id}/replies`, "Love it");
    const messages = async () =>
      (await as(mia).get("/api/notifications")).json().items.map((item: { message: string }) => item.message);
    const replied = `${leo.username} replied to your comment on “Linen suit”`;
    expect(await messages()).toEqual([replied, `${leo.username} commented on “Linen suit”`]);
    await as(leo).delete(`/api/comments/${comment.id}`);
    expect(await messages()).toEqual([replied]);
  });
});

describe("hiding", () => {
  test("is for the outfit's owner; others see neither the comment nor its count", async () => {
    const { mia, leo, outfit } = await build();
    const eve = await buildUser(db);
    const { id } = (await as(leo).post(urlOf(outfit), { content: "rude" })).json().comment;
    const hide = (by: typeof mia, isHidden = true) => as(by).put(`/api/comments/${id}/hidden`, { isHidden });
    expect((await hide(leo)).json().code).toBe("auth.forbidden");
    expect((await hide(eve)).json().code).toBe("auth.forbidden");
    expect((await hide(mia)).json()).toMatchObject({ id, isHidden: true });
    expect((await hide(mia)).statusCode).toBe(200);
    expect(await countOf(outfit.id)).toBe(0);
    expect((await as(mia).get(urlOf(outfit))).json().items).toMatchObject([{ isHidden: true }]);
    for (const other of [leo, eve, null]) expect((await as(other).get(urlOf(outfit))).json().items).toEqual([]);
    expect((await hide(eve)).json().code).toBe("comment.not_found");
    await hide(mia, false);
    expect(await countOf(outfit.id)).toBe(1);
    expect((await as(eve).get(urlOf(outfit))).json().items.length).toBe(1);
  });
});

/** What subscribers are sent, until the test ends. */
function recordEvents(): unknown[][] {
  const events: unknown[][] = [];
  const original = app.live.emitToSubscribers;
  app.live.emitToSubscribers = (...event) => void events.push(event);
  onTestFinished(() => void Object.assign(app.live, { emitToSubscribers: original }));
  return events;
}

test("subscribers of the outfit receive new and removed comments", async () => {
  const { mia, leo, outfit } = await build();
  const recipients = recordEvents();
  const expectLatest = async (latest: unknown[][]) => {
    await expect.poll(() => recipients).toMatchObject(latest);
    recipients.length = 0;
  };
  const { comment } = (await as(leo).post(urlOf(outfit), { content: "hi" })).json();
  await expectLatest([[{ outfitId: outfit.id }, "comment", { id: comment.id }, 1, 0]]);
  await as(mia).put(`/api/comments/${comment.id}/hidden`, { isHidden: true });
  await expectLatest([[{ outfitId: outfit.id }, "commentRemoved", { commentId: comment.id }]]);
  await as(mia).put(`/api/comments/${comment.id}/hidden`, { isHidden: false });
  await expectLatest([[{ outfitId: outfit.id }, "comment", { id: comment.id }, 1, 0]]);
  await as(leo).delete(`/api/comments/${comment.id}`);
  await expectLatest([[{ outfitId: outfit.id }, "commentRemoved", { commentId: comment.id }]]);
});

test("a comment that was hidden right after its commit is not sent", async () => {
  const { mia, leo, outfit } = await build();
  const add = async (content: string) => (await as(leo).post(urlOf(outfit), { content })).json().comment.id;
  const [hidden, shown] = [await add("rude"), await add("kind")];
  await as(mia).put(`/api/comments/${hidden}/hidden`, { isHidden: true });
  const events = recordEvents();
  for (const id of [hidden, shown]) await transact(db, async (tx) => emitComment(tx, app, id));
  await expect.poll(() => events).toContainEqual(expect.arrayContaining([expect.objectContaining({ id: shown })]));
  expect(JSON.stringify(events)).not.toContain("rude");
});

test("counts equal rows after any concurrent comments, hidings and deletions", async () => {
  const { mia, leo, outfit } = await build();
  const kind = fc.constantFrom("add", "add", "delete", "hide", "show");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(kind, fc.nat(50)), { minLength: 4, maxLength: 20 }), async (actions) => {
      const ids = (await db.selectFrom("comments").select("id").where("outfit_id", "=", outfit.id).execute()).map(
        ({ id }) => id,
      );
      const answers = await Promise.all(
        actions.map(([action, pick], index) => {
          const id = ids[pick % Math.max(1, ids.length)] ?? outfit.id;
          if (action === "add")
            return as(leo).post(urlOf(outfit), { content: `${pick} ${index} ${Math.floor(ids.length)}` });
          if (action === "delete") return as(leo).delete(`/api/comments/${id}`);
          return as(mia).put(`/api/comments/${id}/hidden`, { isHidden: action === "hide" });
        }),
      );
      expect(answers.map((answer) => answer.statusCode).filter((status) => status >= 500)).toEqual([]);
      expect(await findDrift(db)).toEqual([]);
    }),
    { numRuns: 15, seed: 3 },
  );
});
