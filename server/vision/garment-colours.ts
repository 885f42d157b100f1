import { mean, standardDeviation } from "./arrays.ts";
import { type ColourCluster, clusterColours, medianColour, nameColour, type Oklab, toHex } from "./colours.ts";
import type { GarmentColour } from "./vision.ts";

export interface Colouring {
  /** The garment's colour name, "" without pixels. */
  name: string;
  isPatterned: boolean;
  /** The name of a second colour that is far from the first. */
  second: string | undefined;
  colours: GarmentColour[];
}

interface NamedColour {
  name: string;
  share: number;
  /** Of the largest cluster of the name. */
  lab: Oklab;
  /** The average of all clusters of the name, by their shares. */
  average: Oklab;
}

const clusterCount = 4;
const coloursPerGarment = 3;
const paletteMax = 5;
const paletteShareMin = 0.04;

/** Names the colour of a garment from its pixels, and says whether it has a pattern. */
export function nameColouring(colours: readonly Oklab[], options: { isDenim?: boolean } = {}): Colouring {
  const named = mergeByName(clusterColours(colours, clusterCount), options);
  const [main, ...others] = named;
  if (!main) return { name: "", isPatterned: false, second: undefined, colours: [] };
  const name = main.share > 0.55 ? main.name : nameColour(medianColour(colours), options);
  const lightnessSpread = standardDeviation(colours.map(([lightness]) => lightness));
  const hueSpread = Math.hypot(
    standardDeviation(colours.map(([, a]) => a)),
    standardDeviation(colours.map(([, , b]) => b)),
  );
  const far = others.filter(({ share, lab }) => share > 0.2 && isFar(lab, main.lab));
  return {
    name,
    isPatterned: hueSpread > 0.05 || (lightnessSpread > 0.17 && far.length > 0),
    second: far[0]?.name,
    colours: named.slice(0, coloursPerGarment).map(toGarmentColour),
  };
}

/** At most five colours of all garments' pixels, largest share first. */
export function findPalette(colours: readonly Oklab[]): GarmentColour[] {
  return mergeByName(clusterColours(colours, 8), {})
    .filter(({ share }) => share >= paletteShareMin)
    .slice(0, paletteMax)
    .map(toGarmentColour);
}

function isFar(one: Oklab, other: Oklab): boolean {
  return Math.abs(one[0] - other[0]) > 0.25 || Math.hypot(one[1] - other[1], one[2] - other[2]) > 0.07;
}

/** Light and shadow of one fabric are several clusters with one name. */
function mergeByName(clusters: ColourCluster[], options: { isDenim?: boolean }): NamedColour[] {
  const groups = new Map<string, ColourCluster[]>();
  for (const cluster of clusters) {
    if (cluster.share === 0) continue;
    const name = nameColour(cluster.lab, options);
    groups.set(name, [...(groups.get(name) ?? []), cluster]);
  }
  return [...groups]
    .map(([name, members]) => {
      const share = members.reduce((sum, member) => sum + member.share, 0);
      const average = (axis: 0 | 1 | 2) =>
        members.reduce((sum, { lab, share: part }) => sum + (lab[axis] * part) / share, 0);
      const lab = members[0]?.lab ?? [0, 0, 0];
      return { name, share, lab, average: [average(0), average(1), average(2)] satisfies Oklab };
    })
    .toSorted((one, other) => other.share - one.share);
}

function toGarmentColour({ name, share, average }: NamedColour): GarmentColour {
  return { name, share, lab: average, hex: toHex(average) };
}

/** The distance between the typical colours of two garment parts; 0 where one is too small to tell. */
export function colourDistance(one: readonly Oklab[], other: readonly Oklab[]): number {
  if (Math.min(one.length, other.length) < 20) return 0;
  const [first, second] = [medianColour(one), medianColour(other)];
  return Math.hypot(first[0] - second[0], 2.2 * (first[1] - second[1]), 2.2 * (first[2] - second[2]));
}

/** How sure the map is about a region, 0 to 1. */
export function averageOver(region: readonly number[], valueAt: (pixel: number) => number): number {
  return region.length === 0 ? 0 : mean(region.map(valueAt));
}
