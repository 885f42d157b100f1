import { describe, expect, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { newId } from "#server/lib/ids.ts";
import { buildEvent, buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
type User = Awaited<ReturnType<typeof buildUser>>;
const build = async () => {
  const [mia, leo, eve] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  return { mia, leo, eve, outfit: await buildOutfit(db, mia.id) };
};
const write = async (by: User, url: string, content: string): Promise<Comment> =>
  (await as(by).post(url, { content })).json().comment;
const say = (by: User, outfit: { id: string }, content: string) =>
  write(by, `/api/outfits/${outfit.id}/comments`, content);
const reply = (by: User, to: { id: string }, content: string) => write(by, `/api/comments/${to.id}/replies`, content);
const find = (viewer: User | null, { id }: { id: string }) => as(viewer).get(`/api/comments/${id}`);
const pathsOf = async (member: User): Promise<string[]> =>
  (await as(member).get("/api/notifications")).json().items.map(({ path }: { path: string }) => path);

describe("a linked comment", () => {
  test("is returned as its list returns it, with the comment that it replies to", async () => {
    const { mia, leo, outfit } = await build();
    const first = await say(leo, outfit, "Which brand?");
    const answer = await reply(mia, first, "Halden");
    await as(mia).put(`/api/comments/${answer.id}/like`);
    const { items } = (await as(mia).get(`/api/comments/${first.id}/replies`)).json();
    const list = (await as(mia).get(`/api/outfits/${outfit.id}/comments`)).json();
    expect((await find(mia, answer)).json()).toEqual({ comment: items[0], parent: list.items[0] });
    expect((await find(null, first)).json()).toMatchObject({
      comment: { id: first.id, repliesCount: 1 },
      parent: null,
    });
  });

  test("comes with the place of a deleted one above it, without its words", async () => {
    const { mia, leo, outfit } = await build();
    const first = await say(leo, outfit, "Which brand?");
    const answer = await reply(mia, first, "Halden");
    await as(leo).delete(`/api/comments/${first.id}`);
    expect((await find(null, answer)).json().parent).toMatchObject({ id: first.id, author: null, content: "" });
    expect((await find(null, first)).json().code).toBe("comment.not_found");
  });

  test("is not found when it is hidden, deleted, across a block, of a hidden outfit or unknown", async () => {
    const { mia, leo, eve, outfit } = await build();
    const [hidden, deleted] = [await say(leo, outfit, "one"), await say(leo, outfit, "two")];
    const thread = await say(eve, outfit, "three");
    const under = await reply(mia, thread, "four");
    await as(mia).put(`/api/comments/${hidden.id}/hidden`, { isHidden: true });
    await as(leo).delete(`/api/comments/${deleted.id}`);
    await as(leo).put(`/api/blocks/${eve.id}`);
    for (const comment of [hidden, deleted, thread, under, { id: newId() }]) {
      const { statusCode, body } = await find(leo, comment);
      expect([statusCode, JSON.parse(body).code]).toEqual([404, "comment.not_found"]);
    }
    expect((await find(mia, hidden)).json().comment).toMatchObject({ content: "one", isHidden: true });
    expect((await find(null, thread)).statusCode).toBe(200);
    await db.updateTable("outfits").set({ is_active: false }).where("id", "=", outfit.id).execute();
    expect((await find(null, thread)).statusCode).toBe(404);
    expect((await as(null).get("/api/comments/nothing")).statusCode).toBe(422);
  });
});

test("likes of a comment, replies and mentions lead to the comment, on outfits and events", async () => {
  const { mia, leo, eve, outfit } = await build();
  const event = await buildEvent(db, mia.id);
  const onOutfit = await say(leo, outfit, "one");
  const onEvent = await write(leo, `/api/events/${event.id}/comments`, "two");
  await as(eve).put(`/api/comments/${onOutfit.id}/like`);
  const mention = await reply(eve, onEvent, `three @${mia.username}`);
  expect(await pathsOf(leo)).toEqual([
    `/events/${event.id}?comment=${onEvent.id}`,
    `/outfit/${outfit.id}?comment=${onOutfit.id}`,
  ]);
  // The owner hears of comments on their own, several together.
  expect(new Set(await pathsOf(mia))).toEqual(new Set([`/outfit/${outfit.id}`, `/events/${event.id}`]));
  const reader = await buildUser(db);
  const named = await reply(leo, onOutfit, `four @${reader.username}`);
  expect(await pathsOf(reader)).toEqual([`/outfit/${outfit.id}?comment=${named.id}`]);
  expect(mention.parentId).toBe(onEvent.id);
});
