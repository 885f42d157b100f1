import { HAND_BAGS } from "./bags.ts";
import type { Posing } from "./figure.ts";
import type { Look } from "./look.ts";
import { mix } from "./colour.ts";
import { isSkirt } from "./garments.ts";
import type { HairStyle, Person } from "./person.ts";
import { POSES, type PoseName } from "./poses.ts";
import type { Random } from "./seeded-random.ts";

const SKINS = ["#f6d9c4", "#efc8a6", "#e2b08a", "#d29a70", "#b97d54", "#9a633f", "#7b4c30", "#5d3a26"];
const DARK_HAIR = ["#1d1a1f", "#241a1a", "#2b1d18", "#3a261d"];
const ANY_HAIR = [...DARK_HAIR, "#4a2f22", "#6f4429", "#8c3b2a", "#a8743f", "#c99a57", "#b9562f"];
const GREYS = ["#d9d4cb", "#b3aea8", "#8f8b88"];
const LIPS = ["#b23a3a", "#a8434a", "#c4574c", "#8f2f3a", "#b5476a"];
const WOMEN: readonly HairStyle[] = ["bob", "fringe", "long", "waves", "bun", "low-bun", "ponytail", "braids", "afro", "curls", "pixie", "hijab"];
const MEN: readonly HairStyle[] = ["crop", "side-part", "quiff", "buzz", "curtains", "crop", "curls", "afro"];
/** Styles of tightly curled hair, which the lightest skins get seldom. */
const CURLED: readonly HairStyle[] = ["afro", "flat-top", "locs", "braids", "buzz", "curls"];
const TOO_TALL_FOR_HATS: ReadonlySet<HairStyle> = new Set(["bun", "afro", "flat-top", "quiff"]);

function pickHair(random: Random, masculine: boolean, dark: boolean, look: Pick<Look, "hat">, covered: boolean): HairStyle {
  const own = masculine ? MEN : WOMEN;
  const pool = dark && random.chance(0.6) ? CURLED.filter((style) => masculine === (style === "flat-top" || style === "buzz") || style === "afro" || style === "locs" || (!masculine && style !== "flat-top")) : own;
  const fits = pool.filter((style) => (style !== "hijab" || covered) && !(look.hat && TOO_TALL_FOR_HATS.has(style)));
  return random.pick(fits.length > 0 ? fits : own);
}

/** A headscarf goes with clothes that cover; the picture must not contradict itself. */
function coversUp(look: Look): boolean {
  const bareTop = ["tank", "camisole", "sports-top", "baby-tee", "jersey"].includes(look.top?.kind ?? "");
  const shortBottom = ["mini", "tennis", "shorts", "leggings", "a-line"].includes(look.bottom?.kind ?? "");
  const bareDress = look.dress && (look.dress.length === "mini" || look.dress.sleeves !== "long");
  return !look.hat && !look.earrings && !bareTop && !shortBottom && !bareDress && !look.necklace;
}

export type Mood = Pick<Look, "wearer" | "hat"> & { covered: boolean; accent: string };

/** Draws up a person: the seed decides everything the look leaves open. */
export function castPerson(random: Random, mood: Mood): Person {
  const masculine = mood.wearer ? mood.wearer === "man" : random.chance(0.5);
  const skinAt = random.whole(0, SKINS.length - 1);
  const dark = skinAt >= 4;
  const older = random.chance(0.16);
  const hairStyle = older && masculine && random.chance(0.4) && !mood.hat ? "thinning" : pickHair(random, masculine, dark, mood, mood.covered);
  const full = random.chance(0.26);
  const hair = older ? random.pick(GREYS) : random.pick(skinAt >= 3 ? DARK_HAIR : ANY_HAIR);
  const beards = masculine && hairStyle !== "hijab" && random.chance(0.5);
  return {
    masculine,
    skin: SKINS[skinAt] ?? "#d29a70",
    hair,
    hairStyle,
    build: masculine
      ? { shoulder: random.between(106, 116), waist: random.between(70, 78) + (full ? 12 : 0), hip: random.between(82, 86) + (full ? 6 : 0), limb: random.between(5, 9) + (full ? 6 : 0) }
      : { shoulder: random.between(88, 96) + (full ? 5 : 0), waist: random.between(58, 64) + (full ? 17 : 0), hip: random.between(81, 87) + (full ? 19 : 0), limb: random.between(-2, 3) + (full ? 11 : 0) },
    expression: random.pick(["calm", "smile", "smile", "grin", "laugh", "cool"] as const),
    lips: random.pick(LIPS),
    ...(beards ? { beard: random.pick(["full", "stubble", "stubble", "moustache"] as const) } : {}),
    ...(skinAt < 3 && random.chance(0.25) ? { freckles: true as const } : {}),
    ...(older ? { older: true as const } : {}),
    ...(hairStyle === "hijab" ? { hijab: mix(mood.accent, "#f3ead9", random.between(0.2, 0.6)) } : {}),
  };
}

export const castFor = (random: Random, look: Look): Person =>
  castPerson(random, { covered: coversUp(look), accent: look.backdrop.accent, ...(look.wearer ? { wearer: look.wearer } : {}), ...(look.hat ? { hat: look.hat } : {}) });

const TROUSER_POSES: readonly PoseName[] = ["pocket", "pockets", "wide"];
const ALL_POSES: readonly PoseName[] = ["stand", "contrapposto", "pocket", "pockets", "hip", "walk", "stride", "coffee", "behind"];
const BULKY: ReadonlySet<string> = new Set(["puffer", "parka", "bomber", "windbreaker", "varsity"]);

function suits(pose: PoseName, look: Look): boolean {
  const hasPockets = look.bottom !== undefined && !isSkirt(look.bottom) && look.bottom.kind !== "leggings";
  if (TROUSER_POSES.includes(pose) && !hasPockets) return false;
  if (pose === "coffee" && (BULKY.has(look.outer?.kind ?? "") || look.top?.kind === "hoodie")) return false;
  if (pose === "hip" && BULKY.has(look.outer?.kind ?? "")) return false;
  if (!look.bag || !HAND_BAGS.has(look.bag.kind)) return true;
  return POSES[pose].arms.left.gesture === "hang" || POSES[pose].arms.right.gesture === "hang";
}

/** The pose of a take: the curated one first, later any that the clothes allow. */
export function choosePosing(random: Random, look: Look, take: number): Posing {
  const fitting = ALL_POSES.filter((pose) => suits(pose, look));
  const pose = take === 0 && look.pose ? look.pose : random.pick(fitting);
  const { left, right } = POSES[pose].arms;
  const bagSide = right.gesture === "hang" ? "right" : left.gesture === "hang" ? "left" : "right";
  return { pose, bagSide, prop: random.chance(0.75) ? "coffee" : "phone" };
}
