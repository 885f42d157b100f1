// prettier-ignore
export type Weave =
  | "stripes" | "wide-stripes" | "pinstripe" | "shirt-stripe" | "check" | "tartan" | "glen" | "gingham"
  | "houndstooth" | "argyle" | "denim" | "knit" | "cable" | "rib" | "cord" | "tweed" | "herringbone" | "crochet"
  | "floral" | "ditsy" | "dots" | "waves" | "camo" | "paisley" | "leopard" | "tie-dye" | "fair-isle" | "sequins"
  | "quilted" | "ikat" | "stars" | "hearts";

export type Textile = { colour: string; weave?: Weave; accent?: string };

// prettier-ignore
export type TopKind =
  | "tee" | "baby-tee" | "tank" | "camisole" | "sports-top" | "sweatshirt" | "hoodie" | "jumper" | "roll-neck"
  | "shirt" | "short-shirt" | "blouse" | "bowling-shirt" | "polo" | "peasant-blouse" | "jersey";
export type Graphic =
  | "box"
  | "bars"
  | "sun"
  | "flower"
  | "band"
  | "bolt"
  | "heart"
  | "number"
  | "star"
  | "crest"
  | "smile";
export type Top = Textile & {
  kind: TopKind;
  tucked?: true;
  vneck?: true;
  rolled?: true;
  open?: true;
  satin?: true;
  graphic?: Graphic;
  /** Colour of a tie, a bow tie or a soft bow at the neck. */
  tie?: string;
  bowTie?: string;
  bow?: string;
  /** Contrast at hems and neck, as on a tennis jumper. */
  trim?: string;
  /** A sleeveless pullover worn over a shirt. */
  vest?: Textile & { trim?: string };
  /** Braces over a shirt. */
  braces?: string;
};

// prettier-ignore
export type OuterKind =
  | "blazer" | "double-blazer" | "tuxedo" | "trench" | "coat" | "bomber" | "denim-jacket" | "varsity" | "cord-jacket"
  | "cardigan" | "leather-jacket" | "overshirt" | "puffer" | "gilet" | "windbreaker" | "track-jacket" | "kimono"
  | "fringe-jacket" | "waistcoat" | "parka";
export type Outer = Textile & {
  kind: OuterKind;
  sleeves?: string;
  trim?: string;
  collar?: string;
  pocketSquare?: string;
  crest?: string;
};

type TrouserKind = "jeans" | "trousers" | "chinos" | "cargo" | "joggers" | "leggings" | "shorts";
export type SkirtKind = "pencil" | "mini" | "pleated" | "tennis" | "a-line" | "maxi" | "tiered" | "slip-skirt";
export type Fit = "slim" | "straight" | "wide" | "flared" | "baggy" | "cropped" | "tapered";
export type Bottom = Textile & {
  kind: TrouserKind | SkirtKind;
  fit?: Fit;
  belt?: string;
  cuffed?: true;
  ripped?: true;
  stripe?: string;
  buttons?: string;
  satin?: true;
};

export type Dress = Textile & {
  length: "mini" | "midi" | "maxi";
  neck: "crew" | "v" | "straps" | "halter" | "square" | "sweetheart";
  sleeves: "none" | "short" | "long" | "puff" | "flutter";
  line: "column" | "a-line" | "full" | "bodycon";
  tiers?: true;
  satin?: true;
  slit?: true;
  collar?: string;
  belt?: string;
  buttons?: string;
};

// prettier-ignore
export type ShoeKind =
  | "sneakers" | "chunky-trainers" | "high-tops" | "runners" | "loafers" | "oxfords" | "brogues" | "mary-janes"
  | "combat-boots" | "hiking-boots" | "chelsea-boots" | "knee-boots" | "cowboy-boots" | "platform-boots" | "heels"
  | "platform-heels" | "ballet-flats" | "sandals" | "clogs";
export type Shoes = { kind: ShoeKind; colour: string; accent?: string; sole?: string };

type HatKind =
  | "cap"
  | "beanie"
  | "bucket-hat"
  | "beret"
  | "fedora"
  | "sun-hat"
  | "flat-cap"
  | "visor"
  | "headscarf"
  | "headband";
export type Hat = Textile & { kind: HatKind };

type BagKind = "tote" | "handbag" | "crossbody" | "backpack" | "clutch" | "duffel" | "baguette" | "satchel" | "basket";
export type Bag = { kind: BagKind; colour: string; accent?: string };

export type GlassesKind = "sunglasses" | "glasses" | "tinted-glasses";
export type Outfit = {
  top?: Top;
  dress?: Dress;
  outer?: Outer;
  bottom?: Bottom;
  shoes: Shoes;
  hat?: Hat;
  bag?: Bag;
  glasses?: { kind: GlassesKind; colour: string };
  scarf?: Textile;
  /** A jumper resting on the shoulders, sleeves knotted in front. */
  shoulderKnit?: string;
  /** A shirt or jumper tied around the waist. */
  waistKnot?: Textile;
  watch?: string;
  necklace?: "pearls" | "chain" | "beads" | "pendant" | "choker";
  earrings?: string;
  socks?: { colour: string; long?: true; stripe?: string };
  tights?: string;
};

// prettier-ignore
const SKIRTS: ReadonlySet<string> = new Set<SkirtKind>([
  "pencil", "mini", "pleated", "tennis", "a-line", "maxi", "tiered", "slip-skirt",
]);
export const isSkirt = (bottom: Bottom) => SKIRTS.has(bottom.kind);
