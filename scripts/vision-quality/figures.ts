import sharp from "sharp";
import { isSkirt } from "#server/demo/art/garments.ts";
import type { Look, StyleName } from "#server/demo/art/look.ts";
import { LOOKS, lookAt } from "#server/demo/art/looks.ts";
import { rasterise } from "#server/demo/art/raster.ts";
import { outfitPicture } from "#server/demo/art/scene.ts";
import { piecesOf } from "#server/demo/art/wording.ts";
import type { Detector, Subject, Truth } from "./cases.ts";

/** Every n-th figure that the demo draws. */
export async function drawFigures(every: number): Promise<Subject[]> {
  const figures: Subject[] = [];
  let count = 0;
  for (const style of Object.keys(LOOKS) as StyleName[]) {
    for (let n = 0; n < LOOKS[style].length; n += 1) {
      const { look } = lookAt(style, n);
      // Flat lays are another task, and a picture down to the knees shows no shoes.
      if (look.flat || look.close) continue;
      count += 1;
      if (count % every !== 0) continue;
      const drawn = outfitPicture(style, n);
      figures.push({ file: await rasterise(drawn.svg, drawn), truth: toTruth(look) });
    }
  }
  return figures;
}

function toTruth(look: Look): Truth {
  const { dress, bottom } = look;
  const legs = dress ? "dress" : bottom && (isSkirt(bottom) ? "skirt" : "trousers");
  return { wears: new Set(piecesOf(look, true).map(({ category }) => category)), unclear: new Set(), legs };
}

/** The upper half of a figure, in which shoes do not count, nor what is worn below the hips. */
export async function cutAtHips({ file, truth }: Subject): Promise<Subject> {
  const { width, height } = await sharp(file).metadata();
  const upper = sharp(file).extract({ left: 0, top: 0, width, height: Math.round(height * 0.5) });
  return {
    file: await upper.jpeg().toBuffer(),
    truth: { ...truth, unclear: new Set(["Pants", "Shoes", "Accessories"]), legs: undefined },
  };
}

/** Two figures side by side: are both people found, and does a tap look at the one who was tapped? */
export async function countPairs(detect: Detector, figures: readonly Subject[]) {
  const counts = { pairs: 0, bothFound: 0, taps: 0, chosen: 0 };
  for (let index = 0; index + 1 < figures.length; index += 2) {
    const [left, right] = [figures[index], figures[index + 1]];
    if (!left || !right) continue;
    counts.pairs += 1;
    const file = await sideBySide(left.file, right.file);
    const { people } = await detect(file);
    const isLeft = people.map(({ x, width }) => x + width / 2 < 0.5);
    counts.bothFound += Number(isLeft.includes(true) && isLeft.includes(false));
    for (const x of [0.25, 0.75]) {
      const { garments } = await detect(file, { point: { x, y: 0.5 } });
      counts.taps += 1;
      counts.chosen += Number(garments.length > 0 && garments.every(({ point }) => Math.abs(point.x - x) < 0.25));
    }
  }
  return counts;
}

async function sideBySide(left: Buffer, right: Buffer): Promise<Buffer> {
  const [width, height] = [480, 720];
  const tiles = await Promise.all([left, right].map((file) => sharp(file).resize(width, height).png().toBuffer()));
  return sharp({ create: { width: width * 2, height, channels: 3, background: "#888888" } })
    .composite(tiles.map((input, index) => ({ input, left: index * width, top: 0 })))
    .jpeg()
    .toBuffer();
}
