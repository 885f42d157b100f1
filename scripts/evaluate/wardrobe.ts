import type { Look } from "#server/demo/art/look.ts";
import type { AppContext } from "#server/http/context.ts";
import { crossValidate } from "./cross-validation.ts";
import { distanceOf } from "./palettes.ts";
import type { DemoOutfit } from "./demo.ts";
import { listAll, methods, today } from "./similar-methods.ts";
import { meanWithInterval, ndcgAt10 } from "./statistics.ts";

interface Piece {
  kind: string;
  colour: string;
}
/** The large garments of a look by place on the body. */
const piecesOf = ({ dress, outer, top, bottom }: Look): Partial<Record<string, Piece>> => ({
  ...(dress ? { dress: { kind: `${dress.length} dress`, colour: dress.colour } } : {}),
  ...(outer ? { outer } : {}),
  ...(top ? { top } : {}),
  ...(bottom ? { bottom } : {}),
});

/** Two colours that look alike. */
const alikeMax = 0.1;

/** One point for each large garment of the same kind, and one for each of a similar colour. */
export function gainOf(one: Look, other: Look): number {
  const [pieces, others] = [piecesOf(one), piecesOf(other)];
  let gain = 0;
  for (const [place, piece] of Object.entries(pieces)) {
    const counterpart = others[place];
    if (!piece || !counterpart) continue;
    if (piece.kind === counterpart.kind) gain += 1;
    if (distanceOf(piece.colour, counterpart.colour) < alikeMax) gain += 1;
  }
  return gain;
}

/** How much the first ten of 'More like this' have in common with an outfit by what its generator was told. */
export async function evaluateWardrobe(
  app: Pick<AppContext, "pool" | "config" | "clock">,
  outfits: readonly DemoOutfit[],
): Promise<string[]> {
  const looks = new Map(outfits.map(({ id, look }) => [id, look]));
  const results = new Map<string, number[]>();
  for (const name of Object.keys(methods)) {
    const lists = await listAll(app, [...looks.keys()], name, 10);
    const values = outfits.map(({ id, look }) => {
      const gains = (lists.get(id) ?? []).map((other) => {
        const found = looks.get(other);
        return found ? gainOf(look, found) : 0;
      });
      const all = outfits.filter((other) => other.id !== id).map((other) => gainOf(look, other.look));
      return ndcgAt10(gains, all);
    });
    results.set(name, values);
  }
  const before = results.get(today) ?? [];
  const gains = [...results].flatMap(([name, values]) => [
    `nDCG@10 ${name}: ${meanWithInterval(values)}`,
    ...(name === today
      ? []
      : [`  gain over ${today}: ${meanWithInterval(values.map((value, index) => value - (before[index] ?? 0)))}`]),
  ]);
  return [...gains, ...crossValidate(results, today)];
}
