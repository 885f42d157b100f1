import { seededRandom } from "#server/demo/art/seeded-random.ts";
import type { AppContext } from "#server/http/context.ts";
import { crossValidate } from "./cross-validation.ts";
import type { DemoOutfit } from "./demo.ts";
import { likesRecall, splitLikes } from "./likes.ts";
import { listAll, methods, today } from "./similar-methods.ts";
import { meanWithInterval } from "./statistics.ts";
import { gainOf } from "./wardrobe.ts";

const membersOfEach = 100;
const likesOfEach = 15;

/** How much a taste depends on what is worn and on the style; the rest is chance. */
const tastes: Record<string, { worn: number; style: number }> = {
  "by what is worn": { worn: 1, style: 0 },
  "by what is worn and by style": { worn: 0.5, style: 0.5 },
  "by style": { worn: 0, style: 1 },
};
/** Of a like, beside a taste of 1. */
const chance = 0.5;
const favouritesOfEach = 2;
/** Garments that agree in kind and colour with those of a favourite count up to here. */
const gainMax = 4;

/**
 * Invented members whose likes follow a taste: outfits whose large garments resemble those of two favourites, outfits of their
 * styles, or both. Held-out likes are then looked for as `evaluateLikes` does. Which of these tastes members have is not known,
 * so a method is only better if it is better or equal for all.
 */
export async function evaluateTastes(
  app: Pick<AppContext, "pool" | "config" | "clock">,
  outfits: readonly DemoOutfit[],
): Promise<string[]> {
  const lists = new Map<string, Awaited<ReturnType<typeof listAll>>>();
  const ids = outfits.map(({ id }) => id);
  for (const name of Object.keys(methods)) lists.set(name, await listAll(app, ids, name, 40));
  return Object.entries(tastes).flatMap(([taste, weights]) => {
    const members = splitLikes(inventLikes(outfits, taste, weights));
    const results = new Map<string, number[]>();
    for (const [name, found] of lists)
      results.set(
        name,
        members.map((member) => likesRecall(member, found)),
      );
    return [
      `likes ${taste}:`,
      ...[...results].map(([name, values]) => `  recall@20 ${name}: ${meanWithInterval(values)}`),
      ...crossValidate(results, today).map((line) => `  ${line}`),
    ];
  });
}

function inventLikes(
  outfits: readonly DemoOutfit[],
  taste: string,
  { worn, style }: { worn: number; style: number },
): string[][] {
  const random = seededRandom(`likes ${taste}`);
  return Array.from({ length: membersOfEach }, () => {
    const favourites = Array.from({ length: favouritesOfEach }, () => random.pick(outfits));
    const appeal = (outfit: DemoOutfit) =>
      Math.max(
        ...favourites.map(
          (favourite) =>
            worn * Math.min(1, gainOf(favourite.look, outfit.look) / gainMax) +
            style * Number(favourite.style === outfit.style),
        ),
      );
    return outfits
      .map((outfit) => ({ id: outfit.id, key: appeal(outfit) + chance * random.next() }))
      .toSorted((one, other) => other.key - one.key)
      .slice(0, likesOfEach)
      .map(({ id }) => id);
  });
}
