import { colours } from "#contract/colours.ts";
import type { Look } from "#server/demo/art/look.ts";
import type { AppContext } from "#server/http/context.ts";
import { toIndexedColours, toPalette } from "#server/looks/looks.ts";
import { toOklab } from "#server/vision/colours.ts";
import type { DemoOutfit } from "./demo.ts";
import { meanWithInterval } from "./statistics.ts";

const labOf = (hex: string) => {
  const channel = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return toOklab(channel(1), channel(3), channel(5));
};

/** The distance of two colours in OKLab. */
export function distanceOf(one: string, other: string): number {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The names that a colour as the generator was told is found by, the closest first. */
function namesOf(hex: string): string[] {
  const palette = toPalette([{ lab: labOf(hex), hex, name: "", share: 1 }]);
  const [main] = palette;
  return [...new Set([...(main ? [main.key] : []), ...toIndexedColours(palette).map(({ key }) => key)])];
}

/** Every colour of something worn or carried that the picture shows. */
function allColours(look: Look): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string" && /^#[0-9a-f]{6}$/.test(value)) found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  const { backdrop: _backdrop, ...worn } = look;
  visit(worn);
  return [...found];
}

/** The colours of the garments that cover most. */
const largeColours = ({ dress, outer, top, bottom }: Look): string[] =>
  [dress, outer, dress ? undefined : top, bottom].flatMap((piece) => (piece ? [piece.colour] : []));

/** How well stored palettes agree with the colours that the generator was told, by the 25 names that filters use. */
export async function evaluatePalettes(
  { pool }: Pick<AppContext, "pool">,
  outfits: readonly DemoOutfit[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; palette: { key: string; share: number }[]; indexed: string[] }>(
    `select l.outfit_id as id, l.palette,
       array(select c.colour from outfit_colours c where c.outfit_id = l.outfit_id) as indexed from outfit_looks l`,
  );
  const seen = new Map(rows.map((row) => [row.id, row]));
  const garments = outfits.flatMap(({ id, look }) => {
    const indexed = seen.get(id)?.indexed ?? [];
    return largeColours(look).map((hex) => {
      const names = namesOf(hex);
      return { name: names[0] ?? "", isFound: names.some((key) => indexed.includes(key)) };
    });
  });
  const right = outfits.flatMap(({ id, look }) => {
    const worn = new Set(allColours(look).flatMap(namesOf));
    const large = (seen.get(id)?.palette ?? []).filter(({ share }) => share >= 0.15);
    return large.map(({ key }) => (worn.has(key) ? 1 : 0));
  });
  const found = garments.map(({ isFound }) => (isFound ? 1 : 0));
  const misses = new Map<string, number>();
  for (const { name, isFound } of garments) if (!isFound) misses.set(name, (misses.get(name) ?? 0) + 1);
  const nameOf = (wanted: string) => colours.find(({ key }) => key === wanted)?.name ?? wanted;
  const worst = [...misses].toSorted(([, one], [, other]) => other - one).slice(0, 6);
  return [
    `large garments whose colour the outfit is found by: ${meanWithInterval(found)}`,
    `palette colours of at least 15 % that something worn has: ${meanWithInterval(right)}`,
    `most often missed: ${worst.map(([key, count]) => `${nameOf(key)} ${count}`).join(", ")}`,
  ];
}
