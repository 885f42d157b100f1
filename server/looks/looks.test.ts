import { Readable } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import sharp from "sharp";
import { runSql } from "#server/db/db.ts";
import { movableClock } from "#server/testing/clock.ts";
import { createFakeVision } from "#server/testing/fake-vision.ts";
import { buildStyle, buildUser } from "#server/testing/factories.ts";
import { createMemoryStorage } from "#server/testing/memory-storage.ts";
import { testApp } from "#server/testing/test-app.ts";
import { VisionBusyError, VisionError, VisionTimeoutError, VisionUnavailableError } from "#server/vision/vision.ts";
import { toOklab } from "#server/vision/colours.ts";
import { detectorVersion } from "#server/vision/detector-version.ts";
import { analyseOutfits } from "./looks.service.ts";
import { toIndexedColours, toPalette } from "./looks.ts";

const vision = createFakeVision();
const storage = createMemoryStorage();
const clock = movableClock();
const { app, as, db } = await testApp({ app: { vision, storage, clock } });
const photo = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#a24a26" } })
  .jpeg()
  .toBuffer();
const colour = (hex: string, share: number) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return { lab: toOklab(r, g, b), hex, name: "As seen", share };
};
const [rust, navy, olive] = [colour("#a34b27", 0.6), colour("#1c2647", 0.3), colour("#5c5d39", 0.1)];
afterEach(() => vision.fail(undefined));

type User = { id: string };
const upload = async (user: User) => (await as(user).upload("/api/uploads/outfit", photo)).json().id as string;
async function post(user: User, title = "Look") {
  const style = await buildStyle(db);
  const body = { title, styleId: style.id, imageId: await upload(user) };
  return { id: (await as(user).post("/api/outfits", body)).json().outfit.id as string, body };
}
const analyseAll = async () => {
  while ((await analyseOutfits(app)).analysed > 0) continue;
};
const admin = await buildUser(db, { role: "admin" });
const countUnanalysed = async () => (await as(admin).get("/api/admin/health")).json().unanalysedOutfits;
const paletteOf = async (id: string) => (await as(null).get(`/api/outfits/${id}`)).json().palette;
const found = async (query: string, viewer: User | null = null) => {
  const { items } = (await as(viewer).get(`/api/outfits?${query}`)).json();
  return items.map(({ id }: { id: string }) => id);
};

test("an analysed outfit has its palette, is found by its colours and by words for them", async () => {
  const mia = await buildUser(db);
  vision.answer({ palette: [rust, navy] });
  const { id } = await post(mia);
  expect(await paletteOf(id)).toEqual([]);
  await analyseAll();
  expect(await paletteOf(id)).toEqual([
    { key: "rust", hex: "#a34b27", share: 0.6 },
    { key: "navy", hex: "#1c2647", share: 0.3 },
  ]);
  const other = await post(mia);
  vision.answer({ palette: [navy, olive] });
  await analyseAll();
  expect(await found("colours=navy")).toEqual([other.id, id]);
  expect(await found("colours=navy,rust")).toEqual([id]);
  expect(await found("search=terracotta")).toEqual([id]);
  const [card] = (await as(null).get("/api/outfits?search=terracotta")).json().items;
  expect(card.match).toEqual({ in: "colour", text: "Rust" });
  expect(await found("search=look olive")).toEqual([other.id]);
  expect(await found("colours=navy&search=olive")).toEqual([other.id]);
});

test("a misspelt colour is corrected, also where nobody has written its name", async () => {
  vision.answer({ palette: [colour("#5c1c2a", 1)] });
  await post(await buildUser(db));
  await analyseAll();
  expect((await as(null).get("/api/search?search=burgandy")).json().correction).toBe("burgundy");
});

test.each([
  ["charcoal", "#3c3d41", "grey"],
  ["light grey", "#cbcccd", "grey"],
  ["bottle green", "#0b3d2e", "green"],
  ["forest green", "#24472f", "green"],
  ["sage", "#9aaa8c", "mint"],
  ["turquoise", "#3fb6b8", "teal"],
  ["khaki", "#9a8f68", "olive"],
  ["dark purple", "#3b2154", "purple"],
  ["light pink", "#f4c2c2", "pink"],
  ["pale yellow", "#f6e9a6", "yellow"],
  ["washed denim", "#8fa6bd", "sky"],
  ["dark denim", "#2f3d52", "navy"],
  ["black", "#232429", "black"],
  ["black in daylight", "#323137", "black"],
  ["warm grey", "#a69894", "grey"],
  ["oat", "#ccbfb2", "beige"],
  ["dark brown", "#3b2a22", "brown"],
  ["off white", "#f5f2ea", "white"],
  ["light tan", "#cc9e7c", "camel"],
  ["mauve", "#915f6d", "pink"],
  ["rosy brown", "#bc8f8f", "pink"],
  ["taupe", "#8b7355", "brown"],
])("%s (%s) is found under %s", (_name, hex, key) => {
  expect(toPalette([colour(hex, 1)])).toMatchObject([{ key }]);
});

test("two words that are one colour find it, and not what has another shade of the second", async () => {
  const mia = await buildUser(db);
  const seenAs = async (...hexes: string[]) => {
    vision.answer({ palette: hexes.map((hex) => colour(hex, 1 / hexes.length)) });
    const { id } = await post(mia, "Compound");
    await analyseAll();
    return id;
  };
  const navyAndSky = await seenAs("#1b2546", "#8fbbe2");
  const onlyNavy = await seenAs("#1b2546");
  const onlySky = await seenAs("#8fbbe2");
  const burgundy = await seenAs("#5c1c2a");
  const forest = await seenAs("#24472f");
  const cream = await seenAs("#f1e8d6");
  const described = (await post(mia, "Compound with a dark-green hem")).id;
  const lightlyBlue = (await post(mia, "Compound with light layers, blue seams and a sky of white")).id;
  vision.answer({ palette: [] });
  await analyseAll();
  const of = (words: string) => found(`search=compound ${encodeURIComponent(words)}`);
  expect(await of("navy blue")).toEqual([onlyNavy, navyAndSky]);
  expect(await of("Navy-Blue")).toEqual([onlyNavy, navyAndSky]);
  expect(await of("light blue")).toEqual([onlySky, navyAndSky]);
  for (const words of ["sky blue", "baby blue"]) expect(await of(words)).toEqual([onlySky, navyAndSky]);
  expect(await of("navy blue light blue")).toEqual([navyAndSky]);
  expect(await of("burgundy red")).toEqual([burgundy]);
  expect(await of("forest green")).toEqual([forest]);
  expect(await of("dark green")).toEqual([described, forest]);
  for (const words of ["off white", "off-white"]) expect(await of(words)).toEqual([cream]);
  // Two words that are no name of a colour stay two.
  expect(await of("layers blue")).toEqual([lightlyBlue]);
  const { items } = (await as(null).get("/api/outfits?search=compound burgundy red")).json();
  expect(items[0].match).toEqual({ in: "title", text: "Compound" });
});

test.each([
  ["purpleish", "purpleish"],
  ["navy,none", "none"],
  ["", ""],
])("a filter by '%s', which is no colour, is refused by its name", async (colours, named) => {
  const answer = await as(null).get(`/api/outfits?colours=${colours}`);
  expect(answer.statusCode).toBe(422);
  const issues = [{ path: "colours", message: `Not a colour: ${named}` }];
  expect(answer.json()).toMatchObject({ code: "request.invalid", issues });
});

test("several colours find the outfits that have all of them, as long as they have them", async () => {
  const mia = await buildUser(db);
  const [coral, mint, cream] = ["#ec6f5a", "#a9d9c1", "#f1e8d6"].map((hex) => colour(hex, 0.25));
  const fuchsia = colour("#cc2f7c", 0.25);
  const seen = [coral, mint, cream, fuchsia].flatMap((one) => one ?? []);
  vision.answer({ palette: seen });
  const { id, body } = await post(mia);
  await analyseAll();
  const [two, three, four] = ["coral,mint", "coral,cream,mint", "coral,cream,fuchsia,mint"];
  expect([await found(`colours=${three}`), await found(`colours=${four}`)]).toEqual([[id], [id]]);
  vision.answer({ palette: seen.slice(0, 2) });
  const other = await post(mia);
  await analyseAll();
  expect(await found(`colours=${two}`)).toEqual([other.id, id]);
  expect(await found("colours=mint,coral")).toEqual([other.id, id]);
  expect(await found(`colours=${two}&limit=1`)).toEqual([other.id]);
  expect(await found(`colours=${two}&ai=exclude`)).toEqual([other.id, id]);
  expect([await found(`colours=${three}`), await found(`colours=${four}`)]).toEqual([[id], [id]]);
  // The pairs of the previous cover are gone with its colours.
  await as(mia).put(`/api/outfits/${other.id}`, { ...body, imageId: await upload(mia) });
  vision.answer({ palette: [colour("#ec6f5a", 1)] });
  await analyseAll();
  expect(await found(`colours=${two}`)).toEqual([id]);
  await as(mia).delete(`/api/outfits/${id}`);
  expect(await found(`colours=${two}`)).toEqual([]);
});

test("hidden and private outfits are not found by colour", async () => {
  const [mia, leo] = [await buildUser(db), await buildUser(db)];
  vision.answer({ palette: [colour("#b9a6d3", 1)] });
  const [hidden, shown] = [await post(mia), await post(leo)];
  await analyseAll();
  await runSql(db, "update outfits set is_active = false where id = $1", [hidden.id]);
  expect(await found("colours=lavender")).toEqual([shown.id]);
  await db.insertInto("blocks").values({ blocker_id: leo.id, blocked_id: mia.id }).execute();
  expect(await found("colours=lavender", mia)).toEqual([]);
});

test("a new cover drops the colours of the old one, an edit of the texts keeps them", async () => {
  const mia = await buildUser(db);
  vision.answer({ palette: [colour("#ee7a1c", 1)] });
  const { id, body } = await post(mia);
  await analyseAll();
  const { imageId: _cover, ...texts } = body;
  await as(mia).put(`/api/outfits/${id}`, { ...texts, title: "Renamed" });
  expect(await found("search=renamed orange")).toEqual([id]);
  await as(mia).patch("/api/me", { username: `orange${id.slice(-8)}` });
  expect(await found("search=renamed orange")).toEqual([id]);
  await as(mia).put(`/api/outfits/${id}`, { ...texts, title: "Renamed", imageId: await upload(mia) });
  expect(await paletteOf(id)).toEqual([]);
  for (const filter of [
    "colours=orange",
    "colours=orange&ai=exclude",
    "colours=orange,rust",
    "colours=orange&search=renamed",
  ])
    expect(await found(filter)).not.toContain(id);
  vision.answer({ palette: [colour("#f2d24b", 1)] });
  await analyseAll();
  expect(await paletteOf(id)).toMatchObject([{ key: "yellow" }]);
  expect(await found("search=renamed yellow")).toEqual([id]);
});

test("the backfill continues where it stopped, and gives a picture up after three failures with pauses", async () => {
  const mia = await buildUser(db);
  vision.answer({ palette: [colour("#1f6f70", 1)] });
  const ids: string[] = [];
  for (let made = 0; made < 12; made += 1) ids.unshift((await post(mia)).id);
  for (const passing of [new VisionBusyError("full"), new VisionUnavailableError("The server stops")]) {
    vision.fail(passing);
    for (let run = 0; run < 3; run += 1) expect(await analyseOutfits(app)).toEqual({ analysed: 0, failed: 0 });
  }
  vision.fail(undefined);
  expect(await analyseOutfits(app)).toEqual({ analysed: 10, failed: 0 });
  expect(await found("colours=teal")).toEqual(ids.slice(0, 10));
  vision.fail(new VisionError("broken"));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await analyseOutfits(app)).toEqual({ analysed: 0, failed: 2 });
    expect(await analyseOutfits(app)).toEqual({ analysed: 0, failed: 0 });
    clock.advance(300);
  }
  vision.fail(undefined);
  expect(await analyseOutfits(app)).toEqual({ analysed: 0, failed: 0 });
  expect(await found("colours=teal")).not.toContain(ids[11]);
  expect(await countUnanalysed()).toBe(2);
  // A newer version tries again.
  await runSql(db, "update outfits set analysis_failed_by = $1 where analysis_failures > 0", [detectorVersion - 1]);
  expect(await analyseOutfits(app)).toEqual({ analysed: 2, failed: 0 });
  expect(await found("colours=teal")).toEqual(ids);
  expect(await countUnanalysed()).toBe(0);
});

test("failures that passed do not count against the next version", async () => {
  const mia = await buildUser(db);
  const { id } = await post(mia);
  const failTwice = async () => {
    vision.fail(new VisionTimeoutError("The picture took too long"));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await analyseOutfits(app)).toEqual({ analysed: 0, failed: 1 });
      clock.advance(300);
    }
    vision.fail(undefined);
  };
  await failTwice();
  expect(await analyseOutfits(app)).toEqual({ analysed: 1, failed: 0 });
  await runSql(db, "update outfit_looks set detector_version = $1 where outfit_id = $2", [detectorVersion - 1, id]);
  await failTwice();
  expect(await analyseOutfits(app)).toEqual({ analysed: 1, failed: 0 });
});

const unreadable = () =>
  new Readable({
    read() {
      this.destroy(new Error("EACCES"));
    },
  });

test("a cover that cannot be read holds up no other, and is analysed once it can be read", async () => {
  const mia = await buildUser(db);
  await analyseAll();
  const [older, broken] = [await post(mia), await post(mia)];
  const cover = db.selectFrom("images").select("key").where("id", "=", broken.body.imageId);
  const { key } = await cover.executeTakeFirstOrThrow();
  const { read } = storage;
  const reading = vi.spyOn(storage, "read").mockImplementation(async (wanted) => {
    const stored = await read(wanted);
    return stored && wanted === key ? { ...stored, bytes: unreadable() } : stored;
  });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(analyseOutfits(app)).rejects.toThrow(`The file ${key} cannot be read`);
    expect(await paletteOf(older.id)).toHaveLength(1);
    expect(await analyseOutfits(app)).toEqual({ analysed: 0, failed: 0 });
    clock.advance(300);
  }
  expect(await countUnanalysed()).toBe(0);
  clock.advance(3_600);
  expect(await countUnanalysed()).toBe(1);
  reading.mockRestore();
  expect(await analyseOutfits(app)).toEqual({ analysed: 1, failed: 0 });
  expect(await paletteOf(broken.id)).toHaveLength(1);
  expect(await countUnanalysed()).toBe(0);
});

test("a cover that cannot be read is told where the model is busy for the next one", async () => {
  const mia = await buildUser(db);
  await analyseAll();
  const [older, broken] = [await post(mia), await post(mia)];
  const reading = vi.spyOn(storage, "read").mockRejectedValueOnce(new Error("EACCES"));
  vision.fail(new VisionBusyError("busy"));
  await expect(analyseOutfits(app)).rejects.toThrow("cannot be read");
  reading.mockRestore();
  vision.fail(undefined);
  clock.advance(300);
  await analyseAll();
  for (const { id } of [older, broken]) expect((await paletteOf(id)).length).toBeGreaterThan(0);
});

test("a store that is away for an hour stops the backfill, which then goes on, and one that hangs does at once", async () => {
  const mia = await buildUser(db);
  await analyseAll();
  const ids: string[] = [];
  for (let made = 0; made < 12; made += 1) ids.push((await post(mia)).id);
  const reading = vi.spyOn(storage, "read").mockRejectedValue(new Error("away"));
  for (let minutes = 0; minutes < 60; minutes += 5) {
    reading.mockClear();
    await expect(analyseOutfits(app)).rejects.toThrow("cannot be read");
    expect(reading).toHaveBeenCalledTimes(10);
    clock.advance(300);
  }
  reading.mockReset().mockRejectedValue(new Error("away", { cause: new DOMException("No answer", "TimeoutError") }));
  await expect(analyseOutfits(app)).rejects.toThrow("cannot be read");
  expect(reading).toHaveBeenCalledTimes(1);
  reading.mockRestore();
  clock.advance(300);
  await analyseAll();
  for (const id of ids) expect(await paletteOf(id)).toHaveLength(1);
});

test("covers that an earlier version saw are analysed again, and are found as they were seen until then", async () => {
  const mia = await buildUser(db);
  vision.answer({ palette: [navy] });
  const [kept, early, earliest] = [await post(mia), await post(mia), await post(mia)].map(({ id }) => id);
  await analyseAll();
  const seeBy = (version: number, id: string | undefined) =>
    runSql(db, "update outfit_looks set detector_version = $1 where outfit_id = $2", [version, id]);
  await seeBy(detectorVersion - 1, early);
  await seeBy(detectorVersion - 2, earliest);
  vision.answer({ palette: [olive] });
  const unseen = await post(mia);
  expect(await found("colours=navy")).toEqual(expect.arrayContaining([earliest, early, kept]));
  const before = vision.requests.length;
  await analyseOutfits(app);
  expect([vision.requests.length - before, await found("colours=olive&limit=1")]).toEqual([1, [unseen.id]]);
  await analyseAll();
  expect(await found("colours=olive&limit=3")).toEqual([unseen.id, earliest, early]);
  expect(await found("colours=navy")).toContain(kept);
  expect(await analyseOutfits(app)).toEqual({ analysed: 0, failed: 0 });
});

test("an outfit deleted while it is analysed leaves nothing behind", async () => {
  const mia = await buildUser(db);
  const { id } = await post(mia);
  const release = vision.hold();
  const running = analyseOutfits(app);
  await expect.poll(() => vision.requests.length).toBeGreaterThan(0);
  await as(mia).delete(`/api/outfits/${id}`);
  release();
  await running;
  const rows = await db.selectFrom("outfit_looks").select("outfit_id").where("outfit_id", "=", id).execute();
  expect(rows).toEqual([]);
});

test("shades of one name are one colour, and washed denim is blue", () => {
  const camels = toPalette([colour("#b07d4a", 0.49), colour("#1b2546", 0.29), colour("#b98a5c", 0.22)]);
  expect(camels.map(({ key, share }) => [key, Math.round(share * 100)])).toEqual([
    ["camel", 71],
    ["navy", 29],
  ]);
  expect(camels[0]?.hex).toMatch(/^#b[0-9a-f]8/);
  expect(toPalette([colour("#a8b8c9", 1)])[0]?.key).toBe("sky");
  expect(toPalette([colour("#5b7590", 1)])[0]?.key).toBe("blue");
  expect(toPalette([colour("#808285", 1)])[0]?.key).toBe("grey");
});

test("traces of a colour are left out, and neighbours of a colour find it as well", () => {
  expect(toPalette([rust, colour("#ffffff", 0.03)]).map(({ key }) => key)).toEqual(["rust"]);
  const between = toPalette([colour("#c8401f", 1)]);
  expect(toIndexedColours(between).length).toBeGreaterThanOrEqual(1);
  const white = toIndexedColours(toPalette([colour("#f2efe6", 1)])).map(({ key }) => key);
  expect(white).toEqual(expect.arrayContaining(["white", "cream"]));
});
