import { colourName, denimWash } from "./colour.ts";
import { type Bottom, isSkirt, type Outfit, type Textile, type Weave } from "./garments.ts";

export type ItemCategory = "Shirt" | "Pants" | "Shoes" | "Cap" | "Jacket" | "Accessories";
/** One thing worn: its category, what a shop would call it, and the plain word for it. */
export type Piece = { category: ItemCategory; name: string; noun: string };

// prettier-ignore
const WEAVE_WORDS: Partial<Record<Weave, string>> = {
  stripes: "striped", "wide-stripes": "block-stripe", pinstripe: "pinstriped", "shirt-stripe": "fine-striped", check: "checked",
  tartan: "tartan", glen: "glen-check", gingham: "gingham", houndstooth: "houndstooth", argyle: "argyle", cable: "cable-knit",
  cord: "corduroy", tweed: "tweed", herringbone: "herringbone", crochet: "crochet", floral: "floral", ditsy: "ditsy-print",
  dots: "polka-dot", waves: "wave-print", camo: "camo", paisley: "paisley", leopard: "leopard-print", "tie-dye": "tie-dye",
  "fair-isle": "Fair Isle", sequins: "sequinned", ikat: "ikat-print", stars: "star-print", hearts: "heart-print", denim: "denim",
};

// prettier-ignore
const NOUNS: Readonly<Record<string, string>> = {
  tee: "T-shirt", "baby-tee": "baby tee", tank: "tank top", camisole: "camisole", "sports-top": "sports top", jersey: "basketball jersey",
  "short-shirt": "short-sleeved shirt", "bowling-shirt": "bowling shirt", "peasant-blouse": "peasant blouse", polo: "polo shirt",
  "double-blazer": "double-breasted blazer", tuxedo: "tuxedo jacket", trench: "trench coat", coat: "wool coat", bomber: "bomber jacket",
  varsity: "varsity jacket", "cord-jacket": "jacket", "denim-jacket": "denim jacket", "leather-jacket": "leather jacket",
  puffer: "puffer jacket", gilet: "quilted gilet", "track-jacket": "track jacket", "fringe-jacket": "fringed jacket",
  cargo: "cargo trousers", pencil: "pencil skirt", mini: "mini skirt", pleated: "pleated skirt", tennis: "tennis skirt",
  "a-line": "A-line skirt", maxi: "maxi skirt", tiered: "tiered maxi skirt", "slip-skirt": "slip skirt",
  "chunky-trainers": "chunky trainers", "high-tops": "high-tops", runners: "running shoes", "mary-janes": "Mary Janes",
  "combat-boots": "combat boots", "hiking-boots": "hiking boots", "chelsea-boots": "Chelsea boots", "knee-boots": "knee-high boots",
  "cowboy-boots": "cowboy boots", "platform-boots": "platform boots", "platform-heels": "platform heels", "ballet-flats": "ballet flats",
  "bucket-hat": "bucket hat", "sun-hat": "straw hat", "flat-cap": "flat cap",
  tote: "tote bag", handbag: "top-handle bag", crossbody: "crossbody bag", clutch: "clutch bag", duffel: "duffel bag", baguette: "shoulder bag",
  satchel: "satchel bag", basket: "basket bag", "tinted-glasses": "tinted sunglasses",
};
const FITS: Partial<Record<NonNullable<Bottom["fit"]>, string>> = {
  wide: "wide-leg",
  flared: "flared",
  baggy: "baggy",
  cropped: "cropped",
  slim: "slim",
};
// prettier-ignore
const NECKLACES: Readonly<Record<NonNullable<Outfit["necklace"]>, string>> = {
  pearls: "Pearl necklace", chain: "Silver chain necklace", beads: "Layered bead necklaces", pendant: "Gold pendant necklace", choker: "Black choker necklace",
};

const nounOf = (kind: string) => NOUNS[kind] ?? kind;
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function named(
  category: ItemCategory,
  textile: Textile,
  noun: string,
  ...extra: (string | undefined | false)[]
): Piece {
  const weave = textile.weave ? WEAVE_WORDS[textile.weave] : undefined;
  const denim = noun.includes("jeans") || noun.includes("denim") || textile.weave === "denim";
  const words = [
    denim ? denimWash(textile.colour) : colourName(textile.colour),
    weave && !noun.includes(weave) ? weave : "",
    ...extra,
    noun,
  ];
  return { category, name: capitalised(words.filter(Boolean).join(" ")), noun };
}

function bottomPiece(bottom: Bottom): Piece {
  const noun = nounOf(bottom.kind);
  if (isSkirt(bottom)) return named("Pants", bottom, noun, bottom.satin && "satin");
  return named(
    "Pants",
    bottom,
    noun,
    bottom.ripped && "ripped",
    bottom.kind === "shorts" ? undefined : FITS[bottom.fit ?? "straight"],
  );
}

type Found = Piece | false | undefined | "";
const plain = (category: ItemCategory, colour: string, noun: string) => named(category, { colour }, noun);

const garments = ({ dress, outer, top, bottom }: Outfit): Found[] => [
  dress && named("Shirt", dress, `${dress.length} dress`, dress.satin && "satin"),
  outer && named("Jacket", outer, nounOf(outer.kind)),
  top && named("Shirt", top, nounOf(top.kind), top.vneck && "V-neck", top.satin && "satin"),
  top?.vest && named("Jacket", top.vest, "knitted vest"),
  bottom && bottomPiece(bottom),
];

const carried = ({ hat, bag, waistKnot, shoulderKnit, scarf }: Outfit): Found[] => [
  hat && named("Cap", hat, nounOf(hat.kind)),
  bag && plain("Accessories", bag.colour, nounOf(bag.kind)),
  waistKnot && named("Shirt", waistKnot, "flannel shirt"),
  shoulderKnit && plain("Shirt", shoulderKnit, "jumper"),
  scarf && named("Accessories", scarf, "scarf"),
];

const small = ({ top, glasses, necklace, watch }: Outfit): Found[] => [
  top?.tie && plain("Accessories", top.tie, "tie"),
  top?.bowTie && plain("Accessories", top.bowTie, "bow tie"),
  glasses && plain("Accessories", glasses.colour, nounOf(glasses.kind)),
  necklace && { category: "Accessories", name: NECKLACES[necklace], noun: "necklace" },
  watch && { category: "Accessories", name: `${colourName(watch)} leather-strap watch`, noun: "watch" },
];

const ITEMS_MAX = 10;

/** What an outfit consists of, most striking first: dress or jacket, then downwards, then small things. */
export function piecesOf(outfit: Outfit, shoesVisible: boolean): Piece[] {
  const shoes: Found = shoesVisible && plain("Shoes", outfit.shoes.colour, nounOf(outfit.shoes.kind));
  const found = [...garments(outfit), shoes, ...carried(outfit), ...small(outfit)];
  return found.filter((piece): piece is Piece => Boolean(piece)).slice(0, ITEMS_MAX);
}
