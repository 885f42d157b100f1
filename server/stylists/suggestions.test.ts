import { expect, test } from "vitest";
import type { StylistSuggestion } from "#contract/stylists.ts";
import { buildOutfit, buildStyle, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
type User = Awaited<ReturnType<typeof buildUser>>;

async function suggest(viewer: User, ...styleIds: string[]): Promise<StylistSuggestion[]> {
  const answer = await as(viewer).get(`/api/stylists/suggested?styles=${styleIds.join(",")}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ items: StylistSuggestion[] }>().items;
}
const namesOf = (items: StylistSuggestion[]) => items.map(({ stylist }) => stylist.username);

/** A member with `count` outfits in a style; returns the ids, newest first. */
async function post(user: User, style: { id: string }, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.unshift((await buildOutfit(db, user.id, { styleId: style.id })).id);
  return ids;
}

test("members who post in the chosen styles come first, most outfits first, each with their three newest", async () => {
  const [chosen, other] = [await buildStyle(db), await buildStyle(db)];
  const [viewer, one, two, three] = [
    await buildUser(db),
    await buildUser(db),
    await buildUser(db),
    await buildUser(db),
  ];
  await post(one, chosen, 1);
  const looks = await post(two, chosen, 4);
  await post(two, other, 1);
  await post(three, other, 6);
  const items = await suggest(viewer, chosen.id);
  expect(namesOf(items).slice(0, 3)).toEqual([two.username, one.username, three.username]);
  expect(items[0]?.looks.map(({ id }) => id)).toEqual(looks.slice(0, 3));
  expect(items[1]?.looks).toHaveLength(1);
  expect(namesOf(await suggest(viewer))[0]).toBe(three.username);
});

test("one prolific member does not displace the others; six in all", async () => {
  const style = await buildStyle(db);
  const viewer = await buildUser(db);
  const others: User[] = [];
  for (let n = 0; n < 6; n += 1) {
    const other = await buildUser(db);
    await post(other, style, 1);
    others.push(other);
  }
  const busy = await buildUser(db);
  await post(busy, style, 30);
  const names = namesOf(await suggest(viewer, style.id));
  expect(names[0]).toBe(busy.username);
  expect(new Set(names).size).toBe(6);
  expect(others.map(({ username }) => username)).toEqual(expect.arrayContaining(names.slice(1)));
});

test("leaves out oneself and followed, muted, blocked, private and banned members", async () => {
  const style = await buildStyle(db);
  const viewer = await buildUser(db);
  const cast = {
    followed: await buildUser(db),
    muted: await buildUser(db),
    blocked: await buildUser(db),
    blocking: await buildUser(db),
    banned: await buildUser(db),
    secret: await buildUser(db),
    open: await buildUser(db),
  };
  for (const user of [viewer, ...Object.values(cast)]) await post(user, style, 1);
  const me = as(viewer);
  await me.put(`/api/follows/${cast.followed.id}`);
  await me.put(`/api/mutes/${cast.muted.id}`);
  await me.put(`/api/blocks/${cast.blocked.id}`);
  await as(cast.blocking).put(`/api/blocks/${viewer.id}`);
  await as(cast.secret).patch("/api/me", { isPrivate: true });
  await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", cast.banned.id).execute();
  const names = namesOf(await suggest(viewer, style.id));
  expect(names[0]).toBe(cast.open.username);
  const { open: _, ...absent } = cast;
  for (const { username } of [viewer, ...Object.values(absent)]) expect(names).not.toContain(username);
});

test("a hidden look is not shown, and a member with nothing else is not suggested", async () => {
  const style = await buildStyle(db);
  const [viewer, shy] = [await buildUser(db), await buildUser(db)];
  await buildOutfit(db, shy.id, { styleId: style.id, isActive: false });
  expect(namesOf(await suggest(viewer, style.id))).not.toContain(shy.username);
});

test("visitors must sign in; an invalid list of styles is rejected with its field", async () => {
  expect((await as(null).get("/api/stylists/suggested")).statusCode).toBe(401);
  const refused = await as(await buildUser(db)).get("/api/stylists/suggested?styles=retro");
  expect(refused.statusCode).toBe(422);
  expect(refused.json().issues[0].path).toMatch(/^styles/);
});
