import { describe, expect, test } from "vitest";
import { newId } from "#server/lib/ids.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";

const { as, db } = await testApp();
const admin = await buildUser(db, { role: "admin" });
const pick = ({ id }: { id: string }, isPicked = true) =>
  as(admin).put(`/api/admin/outfits/${id}/cover-pick`, { isPicked });
const picksFor = async (viewer: { id: string } | null = null): Promise<string[]> =>
  (await as(viewer).get("/api/covers")).json().items.map(({ id }: { id: string }) => id);
const build = async (count: number) => {
  await db.deleteFrom("outfits").execute();
  const mia = await buildUser(db);
  const outfits = [];
  for (let index = 0; index < count; index += 1) outfits.push(await buildOutfit(db, mia.id));
  return { mia, outfits };
};
const pickEach = async (outfits: { id: string }[]) => {
  for (const [minute, outfit] of outfits.entries()) {
    await pick(outfit);
    const at = new Date(Date.UTC(2026, 0, 1, 0, minute));
    await db.updateTable("cover_picks").set({ picked_at: at }).where("outfit_id", "=", outfit.id).execute();
  }
};

describe("outfits that admins pick for the covers", () => {
  test("lead them, the latest first, at most twelve, until they are picked no longer", async () => {
    const { outfits } = await build(14);
    await pickEach(outfits);
    const latest = outfits.map(({ id }) => id).toReversed();
    expect(await picksFor()).toEqual(latest.slice(0, 12));
    const [last] = outfits.slice(-1);
    if (last) expect((await pick(last, false)).statusCode).toBe(200);
    expect(await picksFor()).toEqual(latest.slice(1, 13));
  });

  test("are left out where the reader may not see them, and come back with them", async () => {
    const { mia, outfits } = await build(2);
    await pickEach(outfits);
    const [first, second] = outfits.map(({ id }) => id);
    const blocker = await buildUser(db);
    await as(blocker).put(`/api/blocks/${mia.id}`);
    expect(await picksFor(blocker)).toEqual([]);
    const hide = (state: string) =>
      as(admin).post("/api/admin/outfits/state", {
        ids: [first],
        state,
        reason: state === "hidden" ? "Not ours" : null,
      });
    await hide("hidden");
    expect(await picksFor()).toEqual([second]);
    await hide("active");
    expect(await picksFor()).toEqual([second, first]);
    await as(mia).delete(`/api/outfits/${second}`);
    expect(await picksFor()).toEqual([first]);
  });

  test("are marked in the admin's list, can be listed alone, and each change is recorded once", async () => {
    const { outfits } = await build(2);
    const [picked] = outfits;
    if (!picked) throw new Error("unreachable");
    await Promise.all([pick(picked), pick(picked)]);
    const { items } = (await as(admin).get("/api/admin/outfits?state=cover")).json();
    expect(items).toMatchObject([{ id: picked.id, isCoverPick: true }]);
    await pick(picked, false);
    await pick(picked, false);
    const log = await db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("target_id", "=", picked.id)
      .orderBy("id")
      .execute();
    expect(log.map(({ action, after }) => [action, after])).toEqual([
      ["outfit.cover_picked", { isPicked: true }],
      ["outfit.cover_picked", { isPicked: false }],
    ]);
    expect((await pick({ id: newId() })).json().code).toBe("outfit.not_found");
  });
});
