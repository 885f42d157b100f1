import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { rasterise } from "#server/demo/art/raster.ts";
import { outfitPicture } from "#server/demo/art/scene.ts";
import { createAnalyser } from "./analyser.ts";
import { createVision } from "./create-vision.ts";
import { startRuntime } from "./runtime.ts";
import type { Analysis, Box, Garment } from "./vision.ts";

// The packaged weights in a real process. What is expected is what the pictures show and the models find reliably.
const vision = createVision();
afterAll(() => vision.close());
const astronaut = await readFile(path.join(import.meta.dirname, "../testing/photos/astronaut.jpg"));
const modelsMs = 60_000;

const find = ({ garments }: Analysis, kind: Garment["kind"]) => garments.find((garment) => garment.kind === kind);
const isWithin = ({ x, y, width, height }: Box) => x >= 0 && y >= 0 && x + width <= 1.001 && y + height <= 1.001;

test(
  "a photograph of a half figure: the orange suit, its place and colour, and nothing of the legs",
  async () => {
    const seen = await vision.analyse(astronaut);
    expect(seen.subject).toBe("person");
    expect(seen.people).toHaveLength(1);
    const suit = find(seen, "outer");
    expect(suit?.category).toBe("Jacket");
    expect(suit?.name).toMatch(/^(Coral|Orange|Rust|Red) /);
    // The suit fills the lower left; the helmet and the flag are beside it.
    expect(suit?.box.y).toBeGreaterThan(0.3);
    expect(suit?.point.x).toBeGreaterThan(0.1);
    expect(suit?.point.x).toBeLessThan(0.6);
    expect(seen.garments.every(({ box }) => isWithin(box))).toBe(true);
    expect(seen.garments.map(({ category }) => category)).not.toContain("Shoes");
    expect(seen.palette[0]?.name).toMatch(/Coral|Orange|Rust|Red/);
    expect(seen.embedding).toHaveLength(128);
    expect(Math.hypot(...(seen.embedding ?? []))).toBeCloseTo(1, 3);
    expect(await vision.screen(astronaut)).toMatchObject({ porn: expect.toSatisfy((score: number) => score < 0.2) });
    expect(vision.stats()).toMatchObject({ completed: 2, failed: 0, restarts: 0 });
    expect(vision.stats().memoryBytes).toBeLessThan(700 * 1024 * 1024);
  },
  modelsMs,
);

test(
  "drawn figures: a hat with a teal skirt, and light trousers",
  async () => {
    const look = async (style: "Retro" | "Streetwear", n: number) => {
      const drawn = outfitPicture(style, n);
      return vision.analyse(await rasterise(drawn.svg, drawn));
    };
    const retro = await look("Retro", 1);
    expect(find(retro, "hat")?.category).toBe("Cap");
    expect(find(retro, "skirt")?.name).toMatch(/^Teal .*skirt$/);
    const street = await look("Streetwear", 2);
    expect(find(street, "pants")?.name).toMatch(/^(Sky blue|Light blue|Blue) (trousers|jeans)$/);
    expect(find(street, "shoes")?.box.y).toBeGreaterThan(0.8);
  },
  modelsMs,
);

const width = 600;
const height = 800;
const draw = (body: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`))
    .png()
    .toBuffer();
const square = (fill: string) => `<rect width="${width}" height="${height}" fill="${fill}"/>`;
const trousers = "M200 150H400L430 680H330L300 300L270 680H170Z";

test.each([
  ["one colour", square("#a24a26")],
  ["a rectangle", `${square("#ffffff")}<rect x="170" y="200" width="260" height="400" fill="#1b2546"/>`],
  ["a triangle", `${square("#808080")}<path d="M300 170L500 630H100Z" fill="#c0262c"/>`],
  ["a circle", `${square("#8fbbe2")}<circle cx="300" cy="400" r="170" fill="#2f63b5"/>`],
  ["trousers of one flat colour", `${square("#f1e8d6")}<path d="${trousers}" fill="#1b2546"/>`],
  ["two halves", `${square("#f1e8d6")}<rect y="400" width="${width}" height="400" fill="#3d8a4c"/>`],
])(
  "a drawing of %s is no garment",
  async (_name, body) => {
    expect(await vision.analyse(await draw(body))).toMatchObject({ subject: "none", garments: [], embedding: null });
  },
  modelsMs,
);

test(
  "trousers of cloth that are laid out are a garment",
  async () => {
    const cloth = sharp(astronaut).extract({ left: 20, top: 330, width: 150, height: 170 });
    const mask = await draw(`<path d="${trousers}" fill="#fff"/>`);
    const cut = await sharp(await cloth.resize(width, height, { fit: "fill" }).png().toBuffer())
      .composite([{ input: mask, blend: "dest-in" }])
      .png()
      .toBuffer();
    const laidOut = await sharp(await draw(square("#f1e8d6")))
      .composite([{ input: cut }])
      .jpeg()
      .toBuffer();
    const seen = await vision.analyse(laidOut);
    expect([seen.subject, seen.garments.map(({ category }) => category)]).toEqual(["garment", ["Pants"]]);
  },
  modelsMs,
);

test(
  "the analysis stops between its steps",
  async () => {
    await startRuntime();
    const analyse = await createAnalyser();
    let steps = 0;
    const step = async () => {
      steps += 1;
      if (steps === 3) throw new Error("enough");
    };
    await expect(analyse(astronaut, { step })).rejects.toThrow("enough");
    expect(steps).toBe(3);
  },
  modelsMs,
);
