import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Board } from "#contract/boards.ts";
import { limits } from "#contract/limits.ts";
import { buildOutfit, buildUser } from "#server/testing/factories.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

let it: TestApp;
beforeAll(async () => {
  it = await testApp({ settings: { PUBLIC_PROFILES: "on" } });
});
type Member = Awaited<ReturnType<typeof buildUser>>;

/** A member with a public closet and `count` saves, in the order in which they were saved. */
async function build(count: number) {
  const [mia, noor] = [await buildUser(it.db), await buildUser(it.db, { isClosetPrivate: false })];
  const saves: string[] = [];
  const outfits: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await buildOutfit(it.db, mia.id);
    outfits.push(id);
    await it.as(noor).put(`/api/outfits/${id}/save`);
    saves.push((await it.as(noor).get("/api/closet?limit=1")).json().items[0].id);
  }
  return { mia, noor, outfits, saves };
}
const make = async (by: Member, name: string, isHidden = false): Promise<Board> =>
  (await it.as(by).post("/api/boards", { name, isHidden })).json();
const savesOn = async (by: Member | null, boardId: string): Promise<string[]> =>
  (await it.as(by).get(`/api/boards/${boardId}/saves`)).json().items.map((save: { id: string }) => save.id);
const put = (by: Member, boardId: string, saveId: string) => it.as(by).put(`/api/boards/${boardId}/saves/${saveId}`);
const move = (by: Member, boardId: string, saveId: string, before: string | null) =>
  it.as(by).put(`/api/boards/${boardId}/saves/${saveId}/position`, { before });

test("a board is created, renamed, hidden and deleted, and its saves stay in the closet", async () => {
  const { noor, saves } = await build(1);
  const board = await make(noor, "  Autumn  ");
  expect(board).toMatchObject({ name: "Autumn", isHidden: false, savesCount: 0, covers: [], owner: { id: noor.id } });
  await put(noor, board.id, saves[0] ?? "");
  const edited = await it.as(noor).patch(`/api/boards/${board.id}`, { name: "Late autumn", isHidden: true });
  expect(edited.json()).toMatchObject({ name: "Late autumn", isHidden: true, savesCount: 1 });
  expect(edited.json().covers).toHaveLength(1);
  expect((await it.as(noor).get("/api/boards")).json().items).toMatchObject([{ name: "Late autumn" }]);
  expect((await it.as(noor).delete(`/api/boards/${board.id}`)).statusCode).toBe(200);
  expect((await it.as(noor).get("/api/boards")).json().items).toEqual([]);
  expect((await it.as(noor).get("/api/closet")).json().items).toHaveLength(1);
  expect((await it.as(noor).delete(`/api/boards/${board.id}`)).json().code).toBe("board.not_found");
});

test("saves keep the order in which they were added, move before another or to the end, and are paged by cursor", async () => {
  const { noor, saves } = await build(4);
  const [a = "", b = "", c = "", d = ""] = saves;
  const { id } = await make(noor, "Order");
  for (const save of [a, b, c, d, a]) expect((await put(noor, id, save)).statusCode).toBe(200);
  expect(await savesOn(noor, id)).toEqual([a, b, c, d]);
  await move(noor, id, d, b);
  expect(await savesOn(noor, id)).toEqual([a, d, b, c]);
  await move(noor, id, a, null);
  expect(await savesOn(noor, id)).toEqual([d, b, c, a]);
  const first = (await it.as(noor).get(`/api/boards/${id}/saves?limit=3`)).json();
  const second = (await it.as(noor).get(`/api/boards/${id}/saves?limit=3&cursor=${first.nextCursor}`)).json();
  const ids = [...first.items, ...second.items].map((save: { id: string }) => save.id);
  expect([ids, second.nextCursor]).toEqual([[d, b, c, a], null]);
  await it.as(noor).delete(`/api/boards/${id}/saves/${b}`);
  expect(await savesOn(noor, id)).toEqual([d, c, a]);
  expect((await move(noor, id, b, null)).json().code).toBe("save.not_found");
  expect((await it.as(noor).get(`/api/closet/${d}/boards`)).json()).toEqual({ boardIds: [id] });
});

describe("boards", () => {
  const place = (by: Member | null, id: string, before: string | null) =>
    it.as(by).put(`/api/boards/${id}/position`, { before });
  const namesOf = async (by: Member): Promise<string[]> =>
    (await it.as(by).get("/api/boards")).json().items.map((board: Board) => board.name);

  test("are ordered newest first until moved, then as arranged", async () => {
    const { noor } = await build(0);
    const [a, b, c] = [await make(noor, "a"), await make(noor, "b"), await make(noor, "c")];
    expect(await namesOf(noor)).toEqual(["c", "b", "a"]);
    expect((await place(noor, a.id, b.id)).json()).toEqual({ ok: true });
    expect(await namesOf(noor)).toEqual(["c", "a", "b"]);
    await place(noor, c.id, null);
    expect(await namesOf(noor)).toEqual(["a", "b", "c"]);
    await make(noor, "new");
    expect(await namesOf(noor)).toEqual(["new", "a", "b", "c"]);
    const leo = await buildUser(it.db);
    const shown = (await it.as(leo).get(`/api/profiles/${noor.username}/boards`)).json().items as Board[];
    expect(shown.map(({ name }) => name)).toEqual(["new", "a", "b", "c"]);
  });

  test("stay in place if the target is gone, is the same board or is another member's", async () => {
    const { noor } = await build(0);
    const leo = await buildUser(it.db);
    const [a, b, gone, his] = [
      await make(noor, "a"),
      await make(noor, "b"),
      await make(noor, "x"),
      await make(leo, "h"),
    ];
    await it.as(noor).delete(`/api/boards/${gone.id}`);
    for (const before of [gone.id, his.id, a.id]) expect((await place(noor, a.id, before)).statusCode).toBe(200);
    expect(await namesOf(noor)).toEqual(["b", "a"]);
    expect((await place(noor, gone.id, b.id)).json().code).toBe("board.not_found");
    expect((await place(leo, a.id, null)).json().code).toBe("board.not_found");
    expect((await place(null, a.id, null)).json().code).toBe("auth.required");
    expect(await namesOf(noor)).toEqual(["b", "a"]);
  });

  test("keep unique positions under concurrent moves and creations", async () => {
    const { noor } = await build(0);
    const made: Board[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) made.push(await make(noor, name));
    const moves = made.map((board, index) => place(noor, board.id, made[(index + 2) % made.length]?.id ?? null));
    await Promise.all([...moves, make(noor, "f"), ...made.map((board) => place(noor, board.id, null))]);
    expect((await namesOf(noor)).toSorted()).toEqual(["a", "b", "c", "d", "e", "f"]);
    await place(noor, made[0]?.id ?? "", null);
    const { rows } = await it.app.pool.query<{ position: number }>(
      "select position from boards where user_id = $1 order by position",
      [noor.id],
    );
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

test("an outfit removed from the closet is removed from its boards", async () => {
  const { noor, saves, outfits } = await build(2);
  const { id } = await make(noor, "Leaving");
  for (const save of saves) await put(noor, id, save);
  await it.as(noor).delete(`/api/outfits/${outfits[0]}/save`);
  expect(await savesOn(noor, id)).toEqual([saves[1]]);
});

describe("others", () => {
  test("see a visible board and on it what the closet shows", async () => {
    const { noor, mia, saves, outfits } = await build(3);
    const shown = await make(noor, "Shown");
    const hidden = await make(noor, "Hidden", true);
    for (const save of saves) await put(noor, shown.id, save);
    await it.as(noor).put(`/api/closet/${saves[0]}/hidden`, { isHidden: true });
    await it.db
      .updateTable("outfits")
      .set({ is_active: false })
      .where("id", "=", outfits[1] ?? "")
      .execute();
    const leo = await buildUser(it.db);
    for (const by of [leo, null]) {
      const { items } = (await it.as(by).get(`/api/profiles/${noor.username}/boards`)).json();
      expect(items).toMatchObject([{ id: shown.id, savesCount: 1 }]);
      expect(await savesOn(by, shown.id)).toEqual([saves[2]]);
      expect((await it.as(by).get(`/api/boards/${hidden.id}`)).json().code).toBe("board.not_found");
    }
    const url = `/api/profiles/${noor.username}/boards`;
    expect((await it.as(noor).get(`${url}?view=public`)).json().items).toMatchObject([{ id: shown.id, savesCount: 1 }]);
    expect((await it.as(noor).get(url)).json().items).toHaveLength(2);
    // The outfit's owner sees it on the board even while it is hidden.
    expect(await savesOn(mia, shown.id)).toEqual([saves[1], saves[2]]);
  });

  test.each([
    [
      "makes the closet private",
      (id: string) => it.db.updateTable("profiles").set({ closet_private: true }).where("id", "=", id),
    ],
    ["turns private", (id: string) => it.db.updateTable("profiles").set({ is_private: true }).where("id", "=", id)],
    [
      "is banned",
      (id: string) => it.db.updateTable("auth.users").set({ banned_until: "2999-01-01" }).where("id", "=", id),
    ],
  ])("see no board once its owner %s", async (_name, change) => {
    const { noor, saves } = await build(1);
    const board = await make(noor, "Gone");
    await put(noor, board.id, saves[0] ?? "");
    const leo = await buildUser(it.db);
    expect(await savesOn(leo, board.id)).toEqual(saves);
    await change(noor.id).execute();
    expect((await it.as(leo).get(`/api/boards/${board.id}`)).json().code).toBe("board.not_found");
    expect((await it.as(leo).get(`/api/boards/${board.id}/saves`)).json().code).toBe("board.not_found");
  });

  test("see no board across a block", async () => {
    const { noor } = await build(0);
    const board = await make(noor, "Blocked");
    const leo = await buildUser(it.db);
    await it.as(leo).put(`/api/blocks/${noor.id}`);
    expect((await it.as(leo).get(`/api/boards/${board.id}`)).json().code).toBe("board.not_found");
    expect((await it.as(leo).get(`/api/profiles/${noor.username}/boards`)).json().code).toBe("profile.not_found");
  });

  test("cannot change a board or add their own saves to it", async () => {
    const { noor, saves } = await build(1);
    const board = await make(noor, "Mine");
    await put(noor, board.id, saves[0] ?? "");
    const other = await build(1);
    const leo = other.noor;
    const url = `/api/boards/${board.id}`;
    for (const answer of [
      await it.as(leo).patch(url, { name: "Yours" }),
      await it.as(leo).delete(url),
      await put(leo, board.id, other.saves[0] ?? ""),
      await it.as(leo).delete(`${url}/saves/${saves[0]}`),
      await move(leo, board.id, saves[0] ?? "", null),
    ]) {
      expect(answer.json().code).toBe("board.not_found");
    }
    expect((await put(noor, board.id, other.saves[0] ?? "")).json().code).toBe("save.not_found");
    expect((await it.as(leo).get(`/api/closet/${saves[0]}/boards`)).json().code).toBe("save.not_found");
    expect((await it.as(null).get("/api/boards")).json().code).toBe("auth.required");
    expect(await savesOn(noor, board.id)).toEqual(saves);
  });
});

describe("limits", () => {
  test("a name is unique per member, regardless of case and under concurrent requests", async () => {
    const { noor } = await build(0);
    const answers = await Promise.all(
      ["Linen", "linen", "LINEN"].map((name) => it.as(noor).post("/api/boards", { name })),
    );
    expect(answers.map((answer): string => answer.json().code ?? "made").toSorted()).toEqual([
      "board.name_taken",
      "board.name_taken",
      "made",
    ]);
    const wool = await make(noor, "Wool");
    expect((await it.as(noor).patch(`/api/boards/${wool.id}`, { name: "linEN" })).json().code).toBe("board.name_taken");
    expect((await it.as(await buildUser(it.db)).post("/api/boards", { name: "Linen" })).statusCode).toBe(200);
  });

  test.each([
    [{ name: "   " }, "name"],
    [{ name: "x".repeat(limits.boardNameCharsMax + 1) }, "name"],
    [{ name: "ok", userId: "someone" }, "userId"],
  ])("the board %# is rejected with its field", async (body, path) => {
    const { noor } = await build(0);
    expect((await it.as(noor).post("/api/boards", body)).json()).toMatchObject({ status: 422, issues: [{ path }] });
  });

  test("a closet has at most fifty boards and a board at most two hundred saves", async () => {
    const { noor, saves } = await build(1);
    await it.app.pool.query(
      "insert into boards (id, user_id, name) select gen_random_uuid(), $1, 'board ' || n from generate_series(1, 49) n",
      [noor.id],
    );
    const last = await make(noor, "the fiftieth");
    expect((await it.as(noor).post("/api/boards", { name: "one more" })).json().code).toBe("board.too_many");
    const { mia } = await build(0);
    for (let n = 0; n < limits.boardSavesMax; n += 50) {
      const made = await Promise.all(Array.from({ length: 50 }, () => buildOutfit(it.db, mia.id)));
      await it.app.pool.query(
        `with made as (insert into closet_saves (user_id, outfit_id) select $1, unnest($2::uuid[]) returning id)
         insert into board_saves (board_id, save_id, position) select $3, id, 1 from made`,
        [noor.id, made.map((outfit) => outfit.id), last.id],
      );
    }
    expect((await put(noor, last.id, saves[0] ?? "")).json().code).toBe("board.full");
  });
});

test("after any concurrent actions a board has only saves of its closet, each once", async () => {
  const { noor, saves, outfits } = await build(5);
  const action = fc.record({
    what: fc.constantFrom("put", "take", "move", "unsave", "save"),
    at: fc.nat(4),
    to: fc.nat(4),
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 20 }), async (actions) => {
      run += 1;
      const { id } = await make(noor, `Any ${run}`);
      const present = (await it.as(noor).get("/api/closet")).json().items as { id: string; outfit: { id: string } }[];
      const saveAt = (at: number) => present.find((save) => save.outfit.id === outfits[at])?.id ?? saves[at] ?? "";
      const answers = await Promise.all(
        actions.map(({ what, at, to }) => {
          const url = `/api/boards/${id}/saves/${saveAt(at)}`;
          if (what === "put") return it.as(noor).put(url);
          if (what === "take") return it.as(noor).delete(url);
          if (what === "move") return it.as(noor).put(`${url}/position`, { before: saveAt(to) });
          const save = `/api/outfits/${outfits[at]}/save`;
          return what === "save" ? it.as(noor).put(save) : it.as(noor).delete(save);
        }),
      );
      for (const answer of answers) expect([200, 404]).toContain(answer.statusCode);
      const onBoard = await savesOn(noor, id);
      expect(new Set(onBoard).size).toBe(onBoard.length);
      const inCloset = (await it.as(noor).get("/api/closet")).json().items.map((save: { id: string }) => save.id);
      expect(inCloset).toEqual(expect.arrayContaining(onBoard));
      expect((await it.as(noor).get(`/api/boards/${id}`)).json().savesCount).toBe(onBoard.length);
      await it.as(noor).delete(`/api/boards/${id}`);
    }),
    { numRuns: 20 },
  );
}, 60_000);
