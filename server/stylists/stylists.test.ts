import fc from "fast-check";
import { expect, test } from "vitest";
import { buildUser } from "#server/testing/factories.ts";
import { type Requests, testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp({ settings: { PUBLIC_PROFILES: "on" } });

const put = (client: Requests, position: number | string, stylistId: string) =>
  client.put(`/api/me/stylists/${position}`, { stylistId });
const spotsOf = async (client: Requests, username: string) => {
  const { items } = (await client.get(`/api/profiles/${username}/stylists`)).json<{
    items: { position: number; stylist: { id: string } }[];
  }>();
  return items.map(({ position, stylist }) => [position, stylist.id]);
};
async function cast() {
  const owner = await buildUser(db);
  const [first, second, third] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  return { owner, first, second, third, client: as(owner) };
}

test("a stylist set at a position is shown there to the owner, to members and to visitors", async () => {
  const { owner, first, client } = await cast();
  const answer = await put(client, 2, first.id);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ items: [{ position: 2, stylist: { username: first.username } }] });
  for (const reader of [client, as(first), as(null)]) {
    expect(await spotsOf(reader, owner.username)).toEqual([[2, first.id]]);
  }
});

test("a stylist set at a filled position replaces the previous one", async () => {
  const { owner, first, second, client } = await cast();
  await put(client, 1, first.id);
  await put(client, 1, second.id);
  expect(await spotsOf(client, owner.username)).toEqual([[1, second.id]]);
});

test("a member cannot be in a Top 3 twice", async () => {
  const { owner, first, client } = await cast();
  await put(client, 1, first.id);
  const again = await put(client, 2, first.id);
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({
    code: "stylist.already_chosen",
    title: "This user is already in your top 3!",
  });
  expect(await spotsOf(client, owner.username)).toEqual([[1, first.id]]);
});

test("setting the same stylist at the same position again changes nothing", async () => {
  const { owner, first, client } = await cast();
  await put(client, 1, first.id);
  expect((await put(client, 1, first.id)).statusCode).toBe(200);
  expect(await spotsOf(client, owner.username)).toEqual([[1, first.id]]);
});

test("oneself, an unknown or a blocked member cannot be in one's Top 3", async () => {
  const { owner, first, second, client } = await cast();
  await db.insertInto("blocks").values({ blocker_id: first.id, blocked_id: owner.id }).execute();
  await db.insertInto("blocks").values({ blocker_id: owner.id, blocked_id: second.id }).execute();
  expect((await put(client, 1, owner.id)).json()).toMatchObject({ code: "stylist.is_self" });
  expect((await put(client, 1, "01930000-0000-7000-8000-0000000000ff")).json()).toMatchObject({
    code: "profile.not_found",
  });
  expect((await put(client, 1, first.id)).json()).toMatchObject({ code: "profile.not_found" });
  expect((await put(client, 1, second.id)).json()).toMatchObject({ code: "profile.not_found" });
  expect(await spotsOf(client, owner.username)).toEqual([]);
});

test.each([["0"], ["4"], ["-1"], ["1.5"], ["one"]])("position %s is rejected", async (position) => {
  const { first, client } = await cast();
  expect((await put(client, position, first.id)).json()).toMatchObject({ code: "request.invalid" });
});

test.each([
  ["a name instead of an id", { stylistId: "mia" }],
  ["no id", {}],
  ["an extra position", { stylistId: "01930000-0000-7000-8000-0000000000ff", position: 1 }],
  ["another owner", { stylistId: "01930000-0000-7000-8000-0000000000ff", userId: "x" }],
])("a body with %s is rejected", async (_case, body) => {
  const { client } = await cast();
  expect((await client.put("/api/me/stylists/1", body)).json()).toMatchObject({ code: "request.invalid" });
});

test("a removed stylist leaves an empty position, and removing it again succeeds", async () => {
  const { owner, first, second, client } = await cast();
  await put(client, 1, first.id);
  await put(client, 3, second.id);
  expect((await client.delete("/api/me/stylists/1")).statusCode).toBe(200);
  expect((await client.delete("/api/me/stylists/1")).statusCode).toBe(200);
  expect(await spotsOf(client, owner.username)).toEqual([[3, second.id]]);
});

test("what another tab has changed in the meantime is neither replaced nor removed", async () => {
  const { owner, first, second, third, client } = await cast();
  const stale = { statusCode: 409, code: "stylist.order_stale" };
  const outcome = (answer: Awaited<ReturnType<typeof client.put>>) => ({
    statusCode: answer.statusCode,
    code: answer.json().code,
  });
  const add = { stylistId: second.id, replaces: null };
  await put(client, 1, first.id);
  expect(outcome(await client.put("/api/me/stylists/1", add))).toEqual(stale);
  expect(outcome(await client.delete(`/api/me/stylists/1?stylistId=${third.id}`))).toEqual(stale);
  expect(await spotsOf(client, owner.username)).toEqual([[1, first.id]]);
  // The same again, as after a lost reply, is no conflict.
  for (let tries = 0; tries < 2; tries += 1) {
    expect((await client.put("/api/me/stylists/2", add)).statusCode).toBe(200);
    expect((await client.delete(`/api/me/stylists/1?stylistId=${first.id}`)).statusCode).toBe(200);
  }
  const replaced = await client.put("/api/me/stylists/2", { stylistId: third.id, replaces: second.id });
  expect(replaced.statusCode).toBe(200);
  expect(await spotsOf(client, owner.username)).toEqual([[2, third.id]]);
});

test("an order with members other than the current stylists is rejected and changes nothing", async () => {
  const { owner, first, second, client } = await cast();
  await put(client, 1, first.id);
  for (const stylistIds of [
    [second.id, null, null],
    [null, null, null],
    [first.id, first.id, null],
    [first.id, second.id, null],
  ]) {
    const answer = await client.put("/api/me/stylists", { stylistIds });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: "stylist.order_stale" });
  }
  expect(await spotsOf(client, owner.username)).toEqual([[1, first.id]]);
});

test("every arrangement of the current stylists can be set and is returned as sent", async () => {
  const { owner, first, second, third, client } = await cast();
  const cases = fc.tuple(
    fc.shuffledSubarray([first.id, second.id, third.id]),
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  );
  const arrange = (ids: string[], places: number[]) => {
    const spots: (string | null)[] = [null, null, null];
    for (const [index, id] of ids.entries()) spots[places[index] ?? 0] = id;
    return spots;
  };
  await fc.assert(
    fc.asyncProperty(cases, async ([ids, before, after]) => {
      for (const position of [1, 2, 3]) await client.delete(`/api/me/stylists/${position}`);
      for (const [index, id] of arrange(ids, before).entries()) if (id !== null) await put(client, index + 1, id);
      const stylistIds = arrange(ids, after);
      expect((await client.put("/api/me/stylists", { stylistIds })).statusCode).toBe(200);
      expect(await spotsOf(client, owner.username)).toEqual(
        stylistIds.flatMap((id, index) => (id === null ? [] : [[index + 1, id]])),
      );
    }),
    { numRuns: 20 },
  );
});

test("concurrent changes leave every position and every stylist at most once [S-65]", async () => {
  const { owner, first, second, third, client } = await cast();
  const actions = [first, second, third].flatMap(({ id }) => [
    put(client, 1, id),
    put(client, 2, id),
    put(client, 3, id),
  ]);
  const answers = await Promise.all([...actions, client.delete("/api/me/stylists/2")]);
  expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  const spots = await spotsOf(client, owner.username);
  expect(new Set(spots.map(([position]) => position)).size).toBe(spots.length);
  expect(new Set(spots.map(([, id]) => id)).size).toBe(spots.length);
});

test("a private profile shows its Top 3 to its owner and followers only", async () => {
  const { first, second, third } = await cast();
  const owner = await buildUser(db, { isPrivate: true });
  await put(as(owner), 1, first.id);
  await db.insertInto("follows").values({ follower_id: second.id, following_id: owner.id }).execute();
  expect(await spotsOf(as(owner), owner.username)).toEqual([[1, first.id]]);
  expect(await spotsOf(as(second), owner.username)).toEqual([[1, first.id]]);
  expect(await spotsOf(as(third), owner.username)).toEqual([]);
  expect(await spotsOf(as(null), owner.username)).toEqual([]);
});

test("a block hides a Top 3 from the blocked and the blocked from a Top 3", async () => {
  const { owner, first, second, client } = await cast();
  await put(client, 1, first.id);
  await db.insertInto("blocks").values({ blocker_id: owner.id, blocked_id: second.id }).execute();
  expect((await as(second).get(`/api/profiles/${owner.username}/stylists`)).json()).toMatchObject({
    code: "profile.not_found",
  });
  await db.insertInto("blocks").values({ blocker_id: first.id, blocked_id: owner.id }).execute();
  expect(await spotsOf(client, owner.username)).toEqual([]);
});

test("a banned stylist is not shown, and their position can be filled and reordered", async () => {
  const { owner, first, second, client } = await cast();
  await put(client, 1, first.id);
  await put(client, 2, second.id);
  await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", first.id).execute();
  expect(await spotsOf(client, owner.username)).toEqual([[2, second.id]]);
  const moved = await client.put("/api/me/stylists", { stylistIds: [second.id, null, null] });
  expect(moved.statusCode).toBe(200);
  expect(await spotsOf(client, owner.username)).toEqual([[1, second.id]]);
});

test("the search finds at most ten members by part of the username, prefixes first, never oneself", async () => {
  const owner = await buildUser(db, { username: "zora_self" });
  await buildUser(db, { username: "anazora" });
  for (let number = 1; number <= 12; number += 1) await buildUser(db, { username: `zora_${number}` });
  const search = async (letters: string) =>
    (await as(owner).get(`/api/stylists?search=${encodeURIComponent(letters)}`))
      .json<{ items: { username: string }[] }>()
      .items.map(({ username }) => username);
  expect(await search("ZORA")).toEqual([
    "zora_1",
    "zora_2",
    "zora_3",
    "zora_4",
    "zora_5",
    "zora_6",
    "zora_7",
    "zora_8",
    "zora_9",
    "zora_10",
  ]);
  expect(await search("nazo")).toEqual(["anazora"]);
  expect(await search("@anazora")).toEqual(["anazora"]);
  expect(await search("@")).toEqual([]);
  expect(await search("   ")).toEqual([]);
  expect(await search("%")).toEqual([]);
  expect(await search("zora\\")).toEqual([]);
});

test("an underscore in the search is a plain character, not a wildcard", async () => {
  const owner = await buildUser(db);
  await buildUser(db, { username: "kim_lane" });
  await buildUser(db, { username: "kimxlane" });
  const { items } = (await as(owner).get("/api/stylists?search=m_l")).json<{ items: { username: string }[] }>();
  expect(items.map(({ username }) => username)).toEqual(["kim_lane"]);
});

test("a visitor can neither change nor search", async () => {
  const { first } = await cast();
  const visitor = as(null);
  for (const answer of [
    await put(visitor, 1, first.id),
    await visitor.delete("/api/me/stylists/1"),
    await visitor.put("/api/me/stylists", { stylistIds: [null, null, null] }),
    await visitor.get("/api/stylists?search=a"),
  ]) {
    expect(answer.json()).toMatchObject({ code: "auth.required" });
  }
});

test("the Top 3 of an unknown member is not found", async () => {
  expect((await as(null).get("/api/profiles/nobody.here/stylists")).json()).toMatchObject({
    code: "profile.not_found",
  });
});
