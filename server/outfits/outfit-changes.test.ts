import { transact } from "#server/db/db.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Random } from "#server/lib/random.ts";
import { buildImage, buildOutfit, buildStyle, buildUser, buildUsedCode } from "#server/testing/factories.ts";
import { auditPointsAfterEach } from "#server/testing/points-audit.ts";
import { testApp, type TestApp } from "#server/testing/test-app.ts";
import { relistAuthor, renameAuthor } from "./outfits.service.ts";

const lucky: Random = { below: () => 0 };
let fash: TestApp;
beforeAll(async () => {
  fash = await testApp({ app: { random: lucky } });
});
auditPointsAfterEach(() => fash.db);

const code = (response: { json(): { code?: string } }) => response.json().code;
const profileOf = (id: string) =>
  fash.db.selectFrom("profiles").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
async function styleCount(id: string): Promise<number> {
  const { items } = (await fash.as(null).get("/api/styles")).json();
  return items.find((style: { id: string }) => style.id === id).activeOutfitCount;
}
async function stylesOf(userId: string): Promise<Record<string, number>> {
  const rows = await fash.db.selectFrom("user_styles").selectAll().where("user_id", "=", userId).execute();
  return Object.fromEntries(
    rows.filter((row) => row.outfits_count > 0).map((row) => [row.style_id, row.outfits_count]),
  );
}

describe("editing", () => {
  test("replaces texts, tags, items and style, and updates the counts of both styles and of members who like it [S-67]", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const [from, to] = [await buildStyle(fash.db), await buildStyle(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id, { styleId: from.id, tags: ["old"], items: [{ brand: "Old" }] });
    await fash.as(leo).put(`/api/outfits/${outfit.id}/like`);
    const edited = await fash.as(mia).put(`/api/outfits/${outfit.id}`, {
      title: "New",
      styleId: to.id,
      tags: ["fresh"],
      items: [{ category: "Cap", brand: "New", productName: "Cap", productUrl: null }],
    });
    expect(edited.json().outfit).toMatchObject({
      title: "New",
      style: { id: to.id },
      tags: ["fresh"],
      items: [{ category: "Cap", brand: "New" }],
      likesCount: 1,
    });
    expect([await styleCount(from.id), await styleCount(to.id)]).toEqual([0, 1]);
    expect(await stylesOf(mia.id)).toEqual({ [to.id]: 1 });
    expect(await stylesOf(leo.id)).toEqual({ [to.id]: 1 });
    const search = async (word: string) => (await fash.as(null).get(`/api/outfits?search=${word}`)).json().items.length;
    expect([await search(`fresh`), await search("old")]).toEqual([1, 0]);
  });

  test("a new picture replaces the old one and deletes its row; sending the same picture changes nothing", async () => {
    const mia = await buildUser(fash.db);
    const outfit = await buildOutfit(fash.db, mia.id);
    const image = await buildImage(fash.db, mia.id);
    const edit = { title: outfit.title, styleId: outfit.styleId, imageId: image.id };
    const answer = await fash.as(mia).put(`/api/outfits/${outfit.id}`, edit);
    expect(answer.json().outfit.picture.url).toBe(`/media/${image.key}`);
    expect((await fash.as(mia).put(`/api/outfits/${outfit.id}`, edit)).statusCode).toBe(200);
    const images = await fash.db.selectFrom("images").select("id").where("user_id", "=", mia.id).execute();
    expect(images).toEqual([{ id: image.id }]);
  });

  test("an unchanged long title and description are kept; changed ones are limited to 100 and 500 characters", async () => {
    const mia = await buildUser(fash.db);
    const [title, description] = ["t".repeat(200), "d".repeat(2_000)];
    const outfit = await buildOutfit(fash.db, mia.id, { title, description });
    const edit = (more: object) =>
      fash.as(mia).put(`/api/outfits/${outfit.id}`, { title, description, styleId: outfit.styleId, ...more });
    expect((await edit({ tags: ["kept"] })).json().outfit).toMatchObject({ title, description, tags: ["kept"] });
    expect((await edit({ title: "t".repeat(101) })).json().issues).toEqual([
      { path: "title", message: "Title must be less than 100 characters" },
    ]);
    expect((await edit({ description: "d".repeat(501) })).json().issues).toEqual([
      { path: "description", message: "Description must be less than 500 characters" },
    ]);
    expect((await edit({ title: "t".repeat(100), description: "d".repeat(500) })).statusCode).toBe(200);
  });

  test("is only for the owner, and a rejected edit changes nothing", async () => {
    const [mia, leo, admin] = [
      await buildUser(fash.db),
      await buildUser(fash.db),
      await buildUser(fash.db, { role: "admin" }),
    ];
    const outfit = await buildOutfit(fash.db, mia.id, { tags: ["mine"], items: [{ brand: "Mine" }] });
    const url = `/api/outfits/${outfit.id}`;
    const before = (await fash.as(mia).get(url)).json();
    const edit = { title: "Taken", styleId: outfit.styleId };
    expect(code(await fash.as(null).put(url, edit))).toBe("auth.required");
    for (const other of [leo, admin]) expect(code(await fash.as(other).put(url, edit))).toBe("outfit.not_owner");
    expect(code(await fash.as(mia).put(url, { ...edit, styleId: randomUUID() }))).toBe("style.not_found");
    const theirs = await buildImage(fash.db, leo.id);
    expect(code(await fash.as(mia).put(url, { ...edit, imageId: theirs.id }))).toBe("image.not_yours");
    expect(code(await fash.as(mia).put(`/api/outfits/${randomUUID()}`, edit))).toBe("outfit.not_found");
    expect((await fash.as(mia).get(url)).json()).toEqual(before);
  });
});

describe("deleting", () => {
  test("reverts counts, points and notifications, and releases the picture", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const style = await buildStyle(fash.db);
    const image = await buildImage(fash.db, mia.id);
    const url = `https://shop.example/${randomUUID()}`;
    const { outfit } = (
      await fash.as(mia).post("/api/outfits", {
        title: "Gone soon",
        styleId: style.id,
        imageId: image.id,
        items: [{ category: "Cap", brand: "A", productName: "B", productUrl: url }],
      })
    ).json();
    await fash.as(leo).put(`/api/outfits/${outfit.id}/like`);
    await fash.as(leo).put(`/api/outfits/${outfit.id}/save`);
    expect(await profileOf(mia.id)).toMatchObject({
      points: 55,
      outfit_count: 1,
      total_likes: 1,
      unread_notifications_count: 1,
    });

    expect((await fash.as(mia).delete(`/api/outfits/${outfit.id}`)).json()).toEqual({ ok: true });
    expect(await profileOf(mia.id)).toMatchObject({
      points: 0,
      outfit_count: 0,
      total_likes: 0,
      unread_notifications_count: 0,
    });
    expect(await styleCount(style.id)).toBe(0);
    expect([await stylesOf(mia.id), await stylesOf(leo.id)]).toEqual([{}, {}]);
    expect((await fash.as(leo).get("/api/closet")).json().items).toEqual([]);
    expect(await fash.db.selectFrom("images").select("id").where("id", "=", image.id).execute()).toEqual([]);
    const ledger = await fash.db
      .selectFrom("points_ledger")
      .select(["action", "points"])
      .where("user_id", "=", mia.id)
      .orderBy("id")
      .execute();
    expect(ledger).toEqual([
      { action: "POST_OUTFIT", points: 50 },
      { action: "TAG_LINK", points: 5 },
      { action: "REVERSAL", points: -55 },
    ]);
    expect(code(await fash.as(mia).delete(`/api/outfits/${outfit.id}`))).toBe("outfit.not_found");
  });

  test("never takes the balance below zero, and records the points owed", async () => {
    const mia = await buildUser(fash.db);
    const image = await buildImage(fash.db, mia.id);
    const style = await buildStyle(fash.db);
    const input = { title: "Spent", styleId: style.id, imageId: image.id };
    const { outfit } = (await fash.as(mia).post("/api/outfits", input)).json();
    const reward_id = "01930000-0000-7000-8000-000000000201";
    const described = { reward_name: "Card", gift_card_type: "Card", value_cents: 100, currency: "USD" };
    const approved = { ...described, status: "approved", decided_at: new Date() } as const;
    await fash.db
      .insertInto("reward_redemptions")
      .values({ id: outfit.id, user_id: mia.id, reward_id, points: 40, ...approved })
      .execute();
    await buildUsedCode(fash.db, { id: outfit.id, rewardId: reward_id });
    await fash.db.updateTable("profiles").set({ points: 10 }).where("id", "=", mia.id).execute();
    expect((await fash.as(mia).delete(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
    expect(await profileOf(mia.id)).toMatchObject({ points: 0, points_owed: 40 });
  });

  test("is only for the owner", async () => {
    const [mia, leo] = [await buildUser(fash.db), await buildUser(fash.db)];
    const outfit = await buildOutfit(fash.db, mia.id);
    expect(code(await fash.as(null).delete(`/api/outfits/${outfit.id}`))).toBe("auth.required");
    expect(code(await fash.as(leo).delete(`/api/outfits/${outfit.id}`))).toBe("outfit.not_owner");
    expect((await fash.as(leo).get(`/api/outfits/${outfit.id}`)).statusCode).toBe(200);
  });

  test("happens once when requested twice concurrently", async () => {
    const mia = await buildUser(fash.db);
    const outfit = await buildOutfit(fash.db, mia.id);
    const answers = await Promise.all([1, 2, 3].map(() => fash.as(mia).delete(`/api/outfits/${outfit.id}`)));
    expect(answers.map((answer) => String(answer.statusCode)).toSorted()).toEqual(["200", "404", "404"]);
    expect((await profileOf(mia.id)).outfit_count).toBe(0);
  });
});

describe("how profile changes affect outfits", () => {
  test("an author who turns private leaves lists and style counts at once, and returns completely", async () => {
    const mia = await buildUser(fash.db);
    const style = await buildStyle(fash.db);
    await buildOutfit(fash.db, mia.id, { styleId: style.id });
    await buildOutfit(fash.db, mia.id, { styleId: style.id, isActive: false });
    const shown = async () => (await fash.as(null).get(`/api/outfits?style=${style.id}`)).json().items.length;
    const turn = async (isPrivate: boolean) => {
      await transact(fash.db, async (tx) => {
        await tx.updateTable("profiles").set({ is_private: isPrivate }).where("id", "=", mia.id).execute();
        await relistAuthor(tx, fash.app, mia.id);
      });
    };
    expect([await shown(), await styleCount(style.id)]).toEqual([1, 1]);
    await turn(true);
    await turn(true);
    expect([await shown(), await styleCount(style.id)]).toEqual([0, 0]);
    await turn(false);
    expect([await shown(), await styleCount(style.id)]).toEqual([1, 1]);
  });

  test("a renamed author is found by the new name and no longer by the old one", async () => {
    const mia = await buildUser(fash.db, { username: "old_name_mia" });
    await buildOutfit(fash.db, mia.id);
    await transact(fash.db, async (tx) => {
      await tx.updateTable("profiles").set({ username: "new_name_mia" }).where("id", "=", mia.id).execute();
      await renameAuthor(tx, fash.app, mia.id);
    });
    const search = async (word: string) => (await fash.as(null).get(`/api/outfits?search=${word}`)).json().items.length;
    expect([await search("new_name_mia"), await search("old_name_mia")]).toEqual([1, 0]);
  });
});
