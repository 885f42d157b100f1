import type { Analysis, GarmentKind } from "./vision.ts";
import type { NamedGarment } from "./worn-garments.ts";

type Style = Analysis["style"];

/** Points for styles by noun. Rules of thumb: there was nothing to measure them against. */
const pointsOfNouns: Record<string, Partial<Record<Style, number>>> = {
  blazer: { "Business Casual": 2 },
  coat: { "Business Casual": 0.8 },
  shirt: { "Business Casual": 0.7 },
  trousers: { "Business Casual": 0.5 },
  loafers: { "Business Casual": 0.7 },
  heels: { "Business Casual": 0.7 },
  "midi skirt": { "Business Casual": 0.4, Retro: 0.4 },
  sneakers: { Streetwear: 1, Casual: 0.4 },
  hat: { Streetwear: 0.9 },
  jacket: { Streetwear: 0.6 },
  jeans: { Casual: 0.8, Streetwear: 0.3 },
  shorts: { Casual: 0.6, Streetwear: 0.4 },
  "T-shirt": { Casual: 0.8, Streetwear: 0.4 },
  sweater: { Casual: 0.7 },
  cardigan: { Casual: 0.7 },
  leggings: { Streetwear: 0.5 },
  "mini dress": { Casual: 0.8 },
  "midi dress": { Casual: 0.8 },
  "maxi dress": { Casual: 0.8 },
};
const retroColours = /^(Mustard|Rust|Orange|Teal|Brown|Dark brown|Camel|Burgundy) /;
const largeKinds: GarmentKind[] = ["top", "outer", "dress", "skirt", "pants"];

/** The style that the garments speak for most; Casual if they say nothing. */
export function guessStyle(garments: readonly NamedGarment[]): Style {
  const points: Record<Style, number> = { Streetwear: 0, Casual: 0.6, "Business Casual": 0, Retro: 0 };
  for (const noun of new Set(garments.map((garment) => garment.noun))) {
    for (const [style, count] of Object.entries(pointsOfNouns[noun] ?? {})) points[style as Style] += count;
  }
  for (const { kind, isPatterned, name } of garments) {
    if (isPatterned) points.Retro += 0.55;
    if (largeKinds.includes(kind) && retroColours.test(name)) points.Retro += 0.55;
  }
  const black = garments.filter(
    ({ kind, name }) => ["top", "outer", "pants"].includes(kind) && name.startsWith("Black "),
  );
  if (black.length >= 2) points.Streetwear += 0.5;
  const [best] = (Object.keys(points) as Style[]).toSorted((one, other) => points[other] - points[one]);
  return best ?? "Casual";
}

/** The two garments that define the outfit, such as "Navy blazer with grey trousers"; "" without garments. */
export function makeTitle(garments: readonly NamedGarment[]): string {
  const [first, second] = garments.filter(({ kind }) => largeKinds.includes(kind));
  if (first && second) return `${first.name} with ${second.name.charAt(0).toLowerCase()}${second.name.slice(1)}`;
  return first?.name ?? garments[0]?.name ?? "";
}
