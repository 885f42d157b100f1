import { HAND_BAGS } from "./bags.ts";
import { mix } from "./colour.ts";
import type { Posing } from "./figure.ts";
import type { Build } from "./frame.ts";
import { isSkirt } from "./garments.ts";
import type { Look } from "./look.ts";
import type { HairStyle, Person } from "./person.ts";
import { POSES, type PoseName } from "./poses.ts";
import { type Random, seededRandom } from "./seeded-random.ts";

const EXPRESSIONS = ["calm", "smile", "smile", "grin", "laugh", "cool"] as const;
const SKINS = ["#f6d9c4", "#efc8a6", "#e2b08a", "#d29a70", "#b97d54", "#9a633f", "#7b4c30", "#5d3a26"];
const DARK_HAIR = ["#1d1a1f", "#241a1a", "#2b1d18", "#3a261d"];
const ANY_HAIR = [...DARK_HAIR, "#4a2f22", "#6f4429", "#8c3b2a", "#a8743f", "#c99a57", "#b9562f"];
const GREYS = ["#d9d4cb", "#b3aea8", "#8f8b88"];
const LIPS = ["#b23a3a", "#a8434a", "#c4574c", "#8f2f3a", "#b5476a"];
const WOMEN: readonly HairStyle[] = [
  "bob",
  "fringe",
  "long",
  "waves",
  "bun",
  "low-bun",
  "ponytail",
  "braids",
  "afro",
  "curls",
  "pixie",
  "hijab",
];
const MEN: readonly HairStyle[] = ["crop", "side-part", "quiff", "buzz", "curtains", "crop", "curls", "afro"];
const CURLED: Readonly<Record<"women" | "men", readonly HairStyle[]>> = {
  women: ["afro", "locs", "braids", "curls", "curls", "low-bun", "pixie"],
  men: ["afro", "flat-top", "locs", "buzz", "buzz", "crop"],
};
const TOO_TALL_FOR_HATS: ReadonlySet<HairStyle> = new Set(["bun", "afro", "flat-top", "quiff", "ponytail"]);

function pickHair(random: Random, masculine: boolean, dark: boolean, mood: Mood): HairStyle {
  const curled = masculine ? CURLED.men : CURLED.women;
  const own = masculine ? MEN : WOMEN;
  const pool = dark && random.chance(0.6) ? curled : own;
  return random.pick(
    pool.filter((style) => (style !== "hijab" || mood.covered) && !(mood.hat && TOO_TALL_FOR_HATS.has(style))),
  );
}

/** A headscarf goes with clothes that cover; the picture must not contradict itself. */
export function coversUp(look: Look): boolean {
  const bareTop = ["tank", "camisole", "sports-top", "baby-tee", "jersey"].includes(look.top?.kind ?? "");
  const shortBottom = ["mini", "tennis", "shorts", "leggings", "a-line"].includes(look.bottom?.kind ?? "");
  const bareDress = look.dress && (look.dress.length === "mini" || look.dress.sleeves !== "long");
  return !look.hat && !look.earrings && !bareTop && !shortBottom && !bareDress && !look.necklace;
}

export type Mood = Pick<Look, "wearer" | "hat"> & { covered: boolean; accent: string };

/** A member whose pictures all show the same person. */
export type Model = { name: string; wearer: "woman" | "man"; traits: Partial<Omit<Person, "build" | "expression">> };

function buildOf(random: Random, masculine: boolean): Build {
  const full = random.chance(0.26) ? 1 : 0;
  return masculine
    ? {
        shoulder: random.between(106, 116),
        waist: random.between(70, 78) + full * 12,
        hip: random.between(82, 86) + full * 6,
        limb: random.between(5, 9) + full * 6,
      }
    : {
        shoulder: random.between(88, 96) + full * 5,
        waist: random.between(58, 64) + full * 17,
        hip: random.between(81, 87) + full * 19,
        limb: random.between(-2, 3) + full * 11,
      };
}

/** What only some people have. */
function marksOf(
  random: Random,
  person: { masculine: boolean; pale: boolean; older: boolean; hairStyle: HairStyle },
  accent: string,
) {
  const { masculine, pale, older, hairStyle } = person;
  return {
    ...(masculine && random.chance(0.5)
      ? { beard: random.pick(["full", "stubble", "stubble", "moustache"] as const) }
      : {}),
    ...(pale && random.chance(0.25) ? { freckles: true as const } : {}),
    ...(older ? { older: true as const } : {}),
    ...(hairStyle === "hijab" ? { hijab: mix(accent, "#f3ead9", random.between(0.2, 0.6)) } : {}),
  };
}

/** Draws up a person: the seed decides everything the look leaves open. */
export function castPerson(random: Random, mood: Mood): Person {
  const masculine = mood.wearer === "man" || (mood.wearer === undefined && random.chance(0.5));
  const skinAt = random.whole(0, SKINS.length - 1);
  const older = random.chance(0.16);
  const balding = older && masculine && !mood.hat && random.chance(0.4);
  const hairStyle = balding ? "thinning" : pickHair(random, masculine, skinAt >= 4, mood);
  const hairs = older ? GREYS : skinAt >= 3 ? DARK_HAIR : ANY_HAIR;
  return {
    masculine,
    skin: SKINS[skinAt] ?? "#d29a70",
    hair: random.pick(hairs),
    hairStyle,
    build: buildOf(random, masculine),
    expression: random.pick(EXPRESSIONS),
    lips: random.pick(LIPS),
    ...marksOf(random, { masculine, pale: skinAt < 3, older, hairStyle }, mood.accent),
  };
}

/** The member as this picture catches them: the same face, another mood, a headscarf in the picture's colours. */
export function castModel(random: Random, model: Model, accent: string): Person {
  const born = castPerson(seededRandom(`member/${model.name}`), { wearer: model.wearer, covered: false, accent });
  const { beard: _beard, freckles: _freckles, older: _older, ...plain } = born;
  return {
    ...plain,
    ...model.traits,
    expression: random.pick(EXPRESSIONS),
    ...(model.traits.hijab ? { hijab: mix(accent, "#f3ead9", random.between(0.25, 0.6)) } : {}),
  };
}

export const castFor = (random: Random, look: Look): Person =>
  castPerson(random, {
    covered: coversUp(look),
    accent: look.backdrop.accent,
    ...(look.wearer ? { wearer: look.wearer } : {}),
    ...(look.hat ? { hat: look.hat } : {}),
  });

const ALL_POSES: readonly PoseName[] = [
  "stand",
  "contrapposto",
  "pocket",
  "pockets",
  "hip",
  "walk",
  "stride",
  "coffee",
  "behind",
];
const BULKY: ReadonlySet<string> = new Set(["puffer", "parka", "bomber", "windbreaker", "varsity", "hoodie"]);

const hasPockets = ({ bottom }: Look) => bottom !== undefined && !isSkirt(bottom) && bottom.kind !== "leggings";
const isBulky = ({ outer, top }: Look) => BULKY.has(outer?.kind ?? top?.kind ?? "");
const armHangs = (pose: PoseName) =>
  [POSES[pose].arms.left, POSES[pose].arms.right].some((arm) => arm.gesture === "hang");
/** What a pose asks of the clothes. */
const NEEDS: Partial<Record<PoseName, (look: Look) => boolean>> = {
  pocket: hasPockets,
  pockets: hasPockets,
  coffee: (look) => !isBulky(look),
  hip: (look) => !isBulky(look),
};

function suits(pose: PoseName, look: Look): boolean {
  const allowed = NEEDS[pose]?.(look) ?? true;
  const carries = look.bag !== undefined && HAND_BAGS.has(look.bag.kind);
  return allowed && (!carries || armHangs(pose));
}

/** The pose of a take: the curated one first, later any that the clothes allow. */
export function choosePosing(random: Random, look: Look, take: number): Posing {
  const fitting = ALL_POSES.filter((pose) => suits(pose, look));
  const pose = take === 0 && look.pose ? look.pose : random.pick(fitting);
  const { left, right } = POSES[pose].arms;
  const bagSide = right.gesture === "hang" ? "right" : left.gesture === "hang" ? "left" : "right";
  return { pose, bagSide, prop: random.chance(0.75) ? "coffee" : "phone" };
}
