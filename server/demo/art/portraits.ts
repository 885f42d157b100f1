import { vignette, wallAndFloor } from "./backdrop.ts";
import { castModel, castPerson, type Model, type Mood } from "./casting.ts";
import { mix } from "./colour.ts";
import { drawHead } from "./figure.ts";
import { buildFrame, SIDES } from "./frame.ts";
import type { Hat, Outfit, Top } from "./garments.ts";
import { bareArm, neck } from "./limbs.ts";
import { dot, Page } from "./page.ts";
import type { Picture } from "./scene.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import { dressUp } from "./worn.ts";

// prettier-ignore
const PALETTES = [
  ["#f2c9a8", "#c5563c"], ["#cfd9e6", "#2b4fa8"], ["#f3dc92", "#1f6070"], ["#dcd2ec", "#6c4fa3"], ["#d3dccb", "#4f6b45"],
  ["#f0cfc4", "#a83e4a"], ["#c7dfe0", "#23707a"], ["#ead8d4", "#6e2b38"], ["#e7ded0", "#9a6b3f"], ["#dfe3ea", "#2f3a52"],
] as const;

/** A known member shows their hair and eyes, so that people recognise them on their pictures. */
function dressBust(random: Random, wall: string, accent: string, known: boolean): Outfit {
  const colour = random.pick([accent, mix(accent, "#f6f1e8", 0.82), "#2a2c33", mix(accent, "#2a2030", 0.4), "#f4eee2"]);
  // prettier-ignore
  const tops: readonly Top[] = [
    { kind: "tee", colour }, { kind: "jumper", colour, weave: "rib" }, { kind: "roll-neck", colour }, { kind: "hoodie", colour },
    { kind: "shirt", colour: mix(colour, "#ffffff", 0.35) }, { kind: "tee", colour: "#f5f1e7", weave: "stripes", accent }, { kind: "polo", colour },
  ];
  const hats: readonly Hat[] = [
    { kind: "cap", colour: accent, accent: wall },
    { kind: "beanie", colour: "#2a2c33", accent },
    { kind: "beret", colour: accent },
    { kind: "fedora", colour: "#8a6a4c", accent },
  ];
  const top = random.pick(tops);
  const coat = {
    kind: random.pick(["denim-jacket", "blazer", "overshirt", "leather-jacket"] as const),
    colour: random.pick(["#7193b7", "#2a3a59", mix(accent, "#2a2030", 0.3)]),
  };
  const eyewear = {
    kind: random.pick(["glasses", "sunglasses", "tinted-glasses"] as const),
    colour: random.pick(["#2a2224", "#7a3b1c", accent]),
  };
  return {
    top,
    shoes: { kind: "sneakers", colour: "#ffffff" },
    ...(random.chance(0.3) && top.kind !== "hoodie" ? { outer: coat } : {}),
    ...(random.chance(0.3) ? { earrings: "#d9ab4a" } : {}),
    ...(known ? {} : mysteries(random, random.pick(hats), eyewear)),
  };
}

const mysteries = (random: Random, hat: Hat, glasses: NonNullable<Outfit["glasses"]>) => ({
  ...(random.chance(0.24) ? { hat } : {}),
  ...(random.chance(0.3) ? { glasses } : {}),
});

/** A square portrait that belongs to a username: no file needs to be stored to show it again. */
export function avatarPicture(username: string, model?: Model): Picture {
  const random = seededRandom(`avatar/${username.toLowerCase()}`);
  const [wall, accent] = random.pick(PALETTES);
  const page = new Page(`a${username}`);
  const outfit = dressBust(random, wall, accent, model !== undefined);
  const bareheaded = !outfit.hat && !outfit.earrings;
  const mood: Mood = { covered: bareheaded, accent, ...(outfit.hat ? { hat: outfit.hat } : {}) };
  const person = model ? castModel(random, model, accent) : castPerson(random, mood);
  const frame = buildFrame(random.pick(["stand", "contrapposto", "pocket"] as const), person.build);
  const head = drawHead(page, frame, person, outfit);
  const worn = dressUp(page, frame, outfit, "right");
  const arms = SIDES.map(
    (side) => (worn.bareArms ? bareArm(page, frame, side, person.skin, true) : "") + worn.sleeves[side],
  ).join("");
  const body = [
    head.behind,
    worn.outer.lining,
    neck(page, frame, person.skin, person.masculine),
    worn.top.torso + worn.top.collar,
    worn.outer.body + worn.outer.collar,
    arms,
    head.front,
  ].join("");
  const size = 640;
  const stage = { page, random, width: 420, height: 420, floor: 900, wall, accent };
  const ground = wallAndFloor(stage, wall) + dot(random.between(150, 270), 190, 158, mix(wall, accent, 0.34));
  const framed = `${ground}${vignette(stage)}<g transform="translate(210 -62)">${body}</g>`;
  return {
    svg: page.document({ width: size, height: size, viewBox: "0 0 420 420" }, framed),
    width: size,
    height: size,
  };
}
