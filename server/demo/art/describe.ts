import type { StyleName } from "./look.ts";
import { lookAt } from "./looks.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import { type ItemCategory, type Piece, piecesOf } from "./wording.ts";

type DescribedItem = { category: ItemCategory; brand: string; productName: string; productUrl: string | null };
export type DescribedLook = {
  title: string;
  description: string;
  tags: string[];
  items: DescribedItem[];
  altText: string;
};

const BRANDS: Readonly<Record<ItemCategory, readonly string[]>> = {
  Shirt: ["Kinfield", "Mono Supply", "Harbour & Pine", "Lune Studio", "Oak Street", "Palma Goods"],
  Jacket: ["Northfold", "Atelier Vero", "Fielding", "Solenne", "Tidewater", "Oak Street"],
  Pants: ["Fielding", "Mono Supply", "Rue Dix", "Northfold", "Kinfield", "Solenne"],
  Shoes: ["Calder & Sons", "Pace Lab", "Solenne", "Rue Dix", "Stavely", "Tidewater"],
  Cap: ["Palma Goods", "Northfold", "Stavely", "Oak Street"],
  Accessories: ["Lune Studio", "Palma Goods", "Rue Dix", "Orla Vane", "Harbour & Pine"],
};

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
/** Nouns that name a pair, or many, go without an article. */
const withArticle = (piece: Piece) => {
  const name = lowered(piece.name);
  if (piece.noun.endsWith("s") && !piece.noun.endsWith("ss")) return name;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
};
const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

function sentence(random: Random, pieces: readonly Piece[]): string {
  const [first, second, third] = pieces.map(withArticle);
  const rest = third ? ` with ${third}` : "";
  return random.pick([
    `Wearing ${first} and ${second}${rest}.`,
    `Built around ${first}, then ${second}${rest}.`,
    `Today: ${first}, ${second}${third ? ` and ${third}` : ""}.`,
  ]);
}

function itemFor(random: Random, piece: Piece): DescribedItem {
  const brand = random.pick(BRANDS[piece.category]);
  const slug = piece.name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return {
    category: piece.category,
    brand,
    productName: piece.name,
    productUrl: random.chance(0.6) ? `https://shop.example/p/${slug}` : null,
  };
}

const tagOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "");

/** Words for the picture of the same style and number: it names only what the picture shows. */
export function describeLook(style: StyleName, n: number): DescribedLook {
  const { look, take } = lookAt(style, n);
  const random = seededRandom(`${style}/${n}/words`);
  const laidOut = look.flat === true && take % 2 === 0;
  const shown = laidOut ? piecesOf({ ...onlyLaidOut(look), shoes: look.shoes }, true) : piecesOf(look, !look.close);
  const [first, second] = shown;
  const later = first && second ? `${first.name} & ${lowered(second.name)}` : look.title;
  const names = shown.map((piece) => lowered(piece.name));
  return {
    title: take === 0 ? look.title : later,
    description: `${take === 0 ? `${look.caption} ` : ""}${sentence(random, shown)}`,
    tags: [
      ...new Set([
        tagOf(style),
        ...look.tags.filter((tag) => laidOut || tag !== "flatlay"),
        ...shown.slice(0, 2).map((piece) => tagOf(piece.noun)),
      ]),
    ],
    items: shown.map((piece) => itemFor(random, piece)),
    altText: `${laidOut ? `A ${style} outfit laid out flat` : `A person in a ${style} outfit`}: ${listed(names)}`,
  };
}

/** A flat lay shows garments, shoes, hat, bag, glasses and watch; jewellery and knots only exist on a person. */
function onlyLaidOut(look: ReturnType<typeof lookAt>["look"]) {
  const { necklace: _necklace, shoulderKnit: _shoulderKnit, waistKnot: _waistKnot, scarf: _scarf, ...rest } = look;
  return rest;
}
