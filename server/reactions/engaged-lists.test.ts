import { describe, expect, test } from "vitest";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
type Member = Awaited<ReturnType<typeof buildUser>>;

async function likersOf(by: Member | null, outfitId: string): Promise<string[]> {
  const { items } = (await as(by).get(`/api/outfits/${outfitId}/likes`)).json();
  return items.map(({ member }: { member: { username: string } }) => member.username);
}

describe("the list of likers", () => {
  test("is paged newest first, with the caller's follow state for each", async () => {
    const [mia, ...fans] = [
      await buildUser(db),
      await buildUser(db),
      await buildUser(db),
      await buildUser(db),
    ] as const;
    const { id } = await buildOutfit(db, mia.id);
    for (const fan of fans) await as(fan).put(`/api/outfits/${id}/like`);
    await as(mia).put(`/api/follows/${fans[0].id}`);
    const first = (await as(mia).get(`/api/outfits/${id}/likes?limit=2`)).json();
    const second = (await as(mia).get(`/api/outfits/${id}/likes?limit=2&cursor=${first.nextCursor}`)).json();
    expect([...first.items, ...second.items]).toMatchObject([
      { id: fans[2].id, state: "none" },
      { id: fans[1].id, state: "none" },
      { id: fans[0].id, state: "following" },
    ]);
    expect(second.nextCursor).toBeNull();
    await as(fans[1]).delete(`/api/outfits/${id}/like`);
    expect(await likersOf(mia, id)).toEqual([fans[2].username, fans[0].username]);
  });

  test("leaves out private, banned and blocked members, but counts them; visitors see counts only", async () => {
    const [mia, open, secret, blocked, banned] = [
      await buildUser(db),
      await buildUser(db),
      await buildUser(db, { isPrivate: true }),
      await buildUser(db),
      await buildUser(db),
    ];
    const { id } = await buildOutfit(db, mia.id);
    for (const fan of [open, secret, blocked, banned]) await as(fan).put(`/api/outfits/${id}/like`);
    const leo = await buildUser(db);
    await as(blocked).put(`/api/blocks/${leo.id}`);
    await db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", banned.id).execute();
    expect(await likersOf(leo, id)).toEqual([open.username]);
    const countFor = async (member: Member) =>
      (await as(member).get(`/api/outfits/${id}/likes?limit=1`)).json().likesCount;
    expect(await countFor(leo)).toBe(4);
    expect(await likersOf(secret, id)).toEqual([blocked.username, secret.username, open.username]);
    await db.insertInto("follows").values({ follower_id: leo.id, following_id: secret.id }).execute();
    expect(await likersOf(leo, id)).toEqual([secret.username, open.username]);
    await as(secret).delete(`/api/outfits/${id}/like`);
    expect(await countFor(leo)).toBe(3);
    expect((await as(null).get(`/api/outfits/${id}/likes`)).json().code).toBe("auth.required");
    await db.updateTable("outfits").set({ is_active: false }).where("id", "=", id).execute();
    expect((await as(leo).get(`/api/outfits/${id}/likes`)).json().code).toBe("outfit.not_found");
  });
});

test("Top Rated pages the caller's saves by likes, of one style or all", async () => {
  const [mia, leo, ada] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const outfits = [];
  for (let n = 0; n < 4; n += 1) outfits.push((await buildOutfit(db, mia.id)).id);
  const [none = "", two = "", one = "", unsaved = ""] = outfits;
  for (const id of [none, two, one]) await as(leo).put(`/api/outfits/${id}/save`);
  for (const id of [two, one, unsaved]) await as(leo).put(`/api/outfits/${id}/like`);
  for (const id of [two, unsaved]) await as(ada).put(`/api/outfits/${id}/like`);
  const first = (await as(leo).get("/api/closet/top?limit=2")).json();
  const second = (await as(leo).get(`/api/closet/top?limit=2&cursor=${first.nextCursor}`)).json();
  const ids = [...first.items, ...second.items].map((save: { outfit: { id: string } }) => save.outfit.id);
  expect([ids, second.nextCursor]).toEqual([[two, one, none], null]);
  expect((await as(leo).get(`/api/closet/top?style=${two}`)).json().items).toEqual([]);
  expect((await as(leo).get("/api/closet/top?cursor=nonsense")).statusCode).toBe(422);
});

test("the wishlist has the shop links of saved outfits that are still visible, latest saved first", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const shop = (name: string) => ({ productName: name, productUrl: `https://shop.example/${name}` });
  const coat = await buildOutfit(db, mia.id, { items: [shop("coat"), { productName: "no link" }, shop("scarf")] });
  const boots = await buildOutfit(db, mia.id, { items: [shop("boots")] });
  const gone = await buildOutfit(db, mia.id, { items: [shop("gone")] });
  for (const { id } of [coat, gone, boots]) await as(leo).put(`/api/outfits/${id}/save`);
  await db.updateTable("outfits").set({ is_active: false }).where("id", "=", gone.id).execute();
  const first = (await as(leo).get("/api/closet/wishlist?limit=2")).json();
  const second = (await as(leo).get(`/api/closet/wishlist?limit=2&cursor=${first.nextCursor}`)).json();
  const wishlistItems = [...first.items, ...second.items];
  const names = wishlistItems.map((wishlistItem) => wishlistItem.item.productName);
  expect([names[0], new Set(names)]).toEqual(["boots", new Set(["boots", "coat", "scarf"])]);
  expect(wishlistItems[0]).toMatchObject({
    item: { productUrl: "https://shop.example/boots" },
    outfit: { id: boots.id, title: boots.title },
  });
  expect((await as(mia).get("/api/closet/wishlist")).json().items).toEqual([]);
});

test("a search inside the closet finds the saves, and on the wishlist the pieces, that have all of its words", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  const coat = await buildOutfit(db, mia.id, {
    title: "Winter walk",
    tags: ["wool"],
    items: [
      { brand: "Halden", productName: "Long coat (XS)", productUrl: "https://shop.example/coat" },
      { brand: "Orrin", productName: "Red scarf_x", productUrl: "https://shop.example/scarf" },
      { brand: "Orrin", productName: "夏の着物", productUrl: "https://shop.example/kimono" },
      { brand: "Orrin", productName: "Cafe\u0301 belt \u21165", productUrl: "https://shop.example/belt" },
    ],
  });
  const boots = await buildOutfit(db, mia.id, { title: "Red boots" });
  for (const outfit of [coat, boots]) await as(leo).put(`/api/outfits/${outfit.id}/save`);
  const titles = async (path: string) =>
    (await as(leo).get(path)).json().items.map(({ outfit }: { outfit: { title: string } }) => outfit.title);
  for (const path of ["/api/closet", "/api/closet/top"]) {
    expect(await titles(`${path}?search=WINTER wool`)).toEqual(["Winter walk"]);
    expect(await titles(`${path}?search=halden`)).toEqual(["Winter walk"]);
    expect(await titles(`${path}?search=red wool`)).toEqual(["Winter walk"]);
    expect(await titles(`${path}?search=boots wool`)).toEqual([]);
    expect(await titles(`${path}?search=%25`)).toEqual([]);
    expect(await titles(`${path}?search=`)).toHaveLength(2);
  }
  const pieces = async (search: string) =>
    (await as(leo).get(`/api/closet/wishlist?search=${search}`))
      .json()
      .items.map(({ item }: { item: { productName: string } }) => item.productName);
  for (const search of ["coat", "xs"]) expect(await pieces(search)).toEqual(["Long coat (XS)"]);
  for (const search of ["着物", "夏の着", "着"]) expect(await pieces(search)).toEqual(["夏の着物"]);
  expect(await pieces("夏物")).toEqual([]);
  expect(await pieces("oa")).toEqual([]);
  expect(await pieces("red winter")).toEqual(["Red scarf_x"]);
  expect(await pieces("scarf_x")).toEqual(["Red scarf_x"]);
  for (const search of ["caf\u00e9", "no5"]) expect(await pieces(search)).toEqual(["Cafe\u0301 belt \u21165"]);
  expect(await pieces("boots")).toEqual([]);
  expect(await pieces("")).toHaveLength(4);
});
