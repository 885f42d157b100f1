import { percentile } from "./arrays.ts";
import { bareForearms, type Body, lengthOf } from "./body.ts";
import { type Colouring, nameColouring } from "./garment-colours.ts";
import { classify, type ParsingHead } from "./parsing-head.ts";
import { columnOf, describeRegion, innerColours } from "./regions.ts";
import type { GarmentCategory, GarmentKind } from "./vision.ts";
import { classIndex, garmentKinds, type PixelMap, type Region, type Regions } from "./worn-regions.ts";

/** A garment before its box and embedding are added. */
export interface NamedGarment extends Pick<Colouring, "colours" | "isPatterned"> {
  kind: GarmentKind;
  category: GarmentCategory;
  noun: string;
  name: string;
  confidence: number;
  pixels: number[];
}

const categories: Record<GarmentKind, GarmentCategory> = {
  hat: "Cap",
  eyewear: "Accessories",
  top: "Shirt",
  outer: "Jacket",
  dress: "Shirt",
  pants: "Pants",
  skirt: "Pants",
  shoes: "Shoes",
  bag: "Accessories",
  belt: "Accessories",
  scarf: "Accessories",
};

/** Too small, or too shiny, for a pattern to be told from light. */
const plainKinds = new Set<GarmentKind>(["hat", "shoes", "bag", "belt"]);
/** In the order in which outfits are described. */
const order: GarmentKind[] = [
  "hat",
  "outer",
  "dress",
  "top",
  "pants",
  "skirt",
  "shoes",
  "bag",
  "eyewear",
  "belt",
  "scarf",
];

/** Names the garments of the regions that were found. */
export function nameGarments(regions: Regions, map: PixelMap, body: Body, head: ParsingHead): NamedGarment[] {
  const nounOf = createNouns(map, body, head);
  return order
    .filter((kind) => garmentKinds.includes(kind) && regions[kind].isFound)
    .map((kind) => {
      const region = regions[kind];
      const noun = nounOf[kind](region);
      const colouring = nameColouring(innerColours(region.pixels, map.pixels), { isDenim: noun === "jeans" });
      return {
        kind,
        category: categories[kind],
        noun,
        name: kind === "eyewear" ? "Sunglasses" : toName(colouring, noun, plainKinds.has(kind)),
        confidence: region.confidence,
        colours: colouring.colours,
        isPatterned: colouring.isPatterned && !plainKinds.has(kind),
        pixels: region.pixels,
      };
    });
}

/** The noun of each kind of garment; a general one where the classifier is unsure. */
function createNouns(
  { parsed, classes }: PixelMap,
  body: Body,
  { kinds }: ParsingHead,
): Record<GarmentKind, (region: Region) => string> {
  const classifyRegion = (kind: keyof typeof kinds, { pixels }: Region) =>
    classify(kinds[kind], describeRegion(pixels, parsed.cells));
  const bareArms = bareForearms(body, (pixel) => classes[pixel] === classIndex.skin);
  return {
    hat: () => "hat",
    eyewear: () => "sunglasses",
    top: (region) => toTop(classifyRegion("top", region), bareArms),
    outer: (region) => toOuter(classifyRegion("outer", region), region, body),
    dress: ({ lastRow }) => `${lengthOf(lastRow, body)} dress`,
    pants: (region) => toTrousers(classifyRegion("pants", region), region, body),
    skirt: ({ lastRow }) => `${lengthOf(lastRow, body)} skirt`,
    shoes: (region) => {
      const { label, probability } = classifyRegion("shoes", region);
      return probability > 0.5 ? label.toLowerCase() : "shoes";
    },
    bag: () => "bag",
    belt: () => "belt",
    scarf: (region) => (isNarrow(region) ? "tie" : "scarf"),
  };
}

type Answer = ReturnType<typeof classify>;

function toTop({ label, probability }: Answer, bareArms: number): string {
  if (probability < 0.45) return bareArms > 0.5 ? "T-shirt" : "top";
  if (label === "T-shirt") return bareArms > 0.3 ? "T-shirt" : "top";
  return label.toLowerCase();
}

function toOuter({ label, probability }: Answer, { lastRow }: Region, { hipRow, kneeRow }: Body): string {
  if (lastRow > hipRow + (kneeRow - hipRow) * 0.5) return "coat";
  return (label === "Blazer" || label === "Cardigan") && probability > 0.5 ? label.toLowerCase() : "jacket";
}

function toTrousers(answer: Answer, { lastRow }: Region, { kneeRow, ankleRow }: Body): string {
  if (lastRow < kneeRow + 2 && ankleRow > kneeRow + 6) return "shorts";
  if (answer.label !== "Shorts") return answer.label.toLowerCase();
  // They reach below the knee, whatever the classifier says.
  return (answer.probabilities["Jeans"] ?? 0) > (answer.probabilities["Trousers"] ?? 0) ? "jeans" : "trousers";
}

function isNarrow({ pixels, firstRow, lastRow }: Region): boolean {
  const columns = pixels.map(columnOf);
  const width = percentile(columns, 0.95) - percentile(columns, 0.05);
  return width < 12 && lastRow - firstRow > width * 2;
}

/** Such as "Rust patterned midi skirt"; without "denim denim jeans". */
export function toName({ name, isPatterned, second }: Colouring, noun: string, isPlain: boolean): string {
  if (noun === "jeans" && name === "Denim") return "Blue jeans";
  if (!isPatterned || isPlain) return capitalised(`${name} ${noun}`.trim());
  return capitalised(second === undefined ? `patterned ${name.toLowerCase()} ${noun}` : `${name} patterned ${noun}`);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
