import { rasterise } from "#server/demo/art/raster.ts";
import { LOOKS } from "#server/demo/art/looks.ts";
import { outfitPicture } from "#server/demo/art/scene.ts";
import type { AppContext } from "#server/http/context.ts";
import { findNearestLooks } from "#server/similarity/similarity.service.ts";
import { toSignedBytes } from "#server/similarity/vectors.ts";
import type { DemoOutfit } from "./demo.ts";
import { mean, meanWithInterval } from "./statistics.ts";

const considered = 200;

/**
 * Searches by a second picture of every look, drawn with another person in another place, and looks where the outfit with
 * the same clothes is among the results: for all clothes together.
 */
export async function evaluatePhotoSearch(app: AppContext, outfits: readonly DemoOutfit[]): Promise<string[]> {
  const ranks: number[] = [];
  let unseen = 0;
  for (const { id, style, number } of outfits) {
    if (number >= LOOKS[style].length) continue;
    const picture = outfitPicture(style, number + LOOKS[style].length);
    const { embedding } = await app.vision.analyse(await rasterise(picture.svg, picture));
    if (!embedding) {
      unseen += 1;
      continue;
    }
    const found = await findNearestLooks(app, {
      space: "outfit",
      vector: toSignedBytes(embedding),
      viewerId: null,
      count: considered,
    });
    const place = found.findIndex((other) => other.id === id);
    ranks.push(place < 0 ? considered : place + 1);
  }
  const within = (most: number) => meanWithInterval(ranks.map((rank) => (rank <= most ? 1 : 0)));
  return [
    `same clothes first: ${within(1)}, by chance ${(1 / outfits.length).toFixed(3)}`,
    `among the first 5: ${within(5)}, by chance ${(5 / outfits.length).toFixed(3)}`,
    `among the first 20: ${within(20)}, by chance ${(20 / outfits.length).toFixed(3)}`,
    `mean reciprocal rank: ${mean(ranks.map((rank) => 1 / rank)).toFixed(3)}`,
    `photos in which no clothes were found: ${unseen}`,
  ];
}
