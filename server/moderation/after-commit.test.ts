import { expect, test, vi } from "vitest";
import { eraseAccount } from "#server/account/erasure.service.ts";
import { deleteAnyComment } from "#server/comments/comment-deletion.service.ts";
import { transact, type Tx } from "#server/db/db.ts";
import { deleteAnyOutfit } from "#server/outfits/outfits.service.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { setTargetHidden, type Target } from "./targets.service.ts";

const { app, as, db } = await testApp();

/** An outfit with a comment, by an author with an avatar, on the cached first page of its style. */
async function onCachedPage() {
  const [author, writer, style] = [await buildUser(db), await buildUser(db), await buildStyle(db)];
  const avatar_url = `/media/${author.id}.webp`;
  await db.updateTable("profiles").set({ avatar_url }).where("id", "=", author.id).execute();
  const outfit = await buildOutfit(db, author.id, { styleId: style.id });
  const { comment } = (await as(writer).post(`/api/outfits/${outfit.id}/comments`, { content: "Lovely" })).json();
  const read = async () => (await as(null).get(`/api/outfits?style=${style.id}`)).json().items;
  expect(await read()).toMatchObject([{ id: outfit.id, commentsCount: 1, author: { avatarUrl: avatar_url } }]);
  return { ids: { profile: author.id, outfit: outfit.id, comment: comment.id as string }, read };
}

type Ids = Awaited<ReturnType<typeof onCachedPage>>["ids"];
const hide = (type: keyof Ids) => (tx: Tx, ids: Ids) =>
  setTargetHidden(tx, app, { type, id: ids[type], caseId: null } satisfies Target, true);

test.each([
  ["hides an outfit", hide("outfit"), []],
  ["deletes an outfit", (tx: Tx, ids: Ids) => deleteAnyOutfit(tx, app, ids.outfit), []],
  ["hides profile pictures", hide("profile"), [{ author: { avatarUrl: null } }]],
  ["erases the author", (tx: Tx, ids: Ids) => eraseAccount(tx, app, ids.profile), []],
  ["hides a comment", hide("comment"), [{ commentsCount: 0 }]],
  ["deletes a comment", (tx: Tx, ids: Ids) => deleteAnyComment(tx, app, ids.comment), [{ commentsCount: 0 }]],
])("the cached feed page follows the commit of a transaction that %s", async (_what, write, shown) => {
  const { ids, read } = await onCachedPage();
  await transact(db, (tx) => write(tx, ids) as Promise<unknown>);
  expect(await read()).toMatchObject(shown);
});

test("of a list to hide, those before a failure have left the feed, and their owners' badges are sent", async () => {
  const [admin, pages] = [await buildUser(db, { role: "admin" }), [await onCachedPage(), await onCachedPage()]];
  const [first, second] = pages.map(({ ids }) => ids) as [Ids, Ids];
  const emit = vi.spyOn(app.live, "emitToMembers");
  await app.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await app.pool.query(`create trigger refuse before update on outfits for each row when (old.id = '${second.outfit}')
    execute function refuse()`);
  const given = { ids: [first.outfit, second.outfit], state: "hidden", reason: "Because of the rules" };
  expect((await as(admin).post("/api/admin/outfits/state", given)).statusCode).toBe(500);
  expect(await Promise.all(pages.map(({ read }) => read()))).toMatchObject([[], [{ id: second.outfit }]]);
  await expect.poll(() => emit).toHaveBeenCalledWith([first.profile], "notifications", expect.anything());
});
