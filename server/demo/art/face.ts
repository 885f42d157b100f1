import { cloth } from "./cloth.ts";
import { darker, lighter, luminance, mix, SHADOW } from "./colour.ts";
import { closedPath, crescent, mirrored, points } from "./geometry.ts";
import { dot, oval, type Page, shape, stroke } from "./page.ts";
import type { Person } from "./person.ts";

// Faces are drawn around their own centre; the head group places, tilts and turns them.
const OUTLINE = {
  soft: mirrored(points("0,-70 29,-62 44,-28 44,6 36,40 17,65 0,71")),
  square: mirrored(points("0,-70 30,-62 46,-26 46,12 41,44 22,69 0,74")),
};
const EYE_Y = -5;

function eye(person: Person, side: number, turn: number): string {
  const x = side * 20 + turn * 7;
  const half = 10.5 * (1 - 0.14 * turn * side);
  const line = darker(person.skin, 0.72);
  if (person.expression === "laugh") {
    return stroke(`M${x - half} ${EYE_Y + 3}q${half} -11 ${half * 2} 0`, line, 3.4);
  }
  const openness = person.expression === "cool" ? 0.7 : 1;
  const white = `M${x - half} ${EYE_Y + 1}Q${x} ${EYE_Y - 10 * openness} ${x + half} ${EYE_Y}Q${x} ${EYE_Y + 8} ${x - half} ${EYE_Y + 1}Z`;
  const lid = `M${x - half - 1} ${EYE_Y + 1}Q${x} ${EYE_Y - 11 * openness} ${x + half + 1} ${EYE_Y}`;
  const lash = person.masculine ? "" : stroke(`M${x + side * half} ${EYE_Y - 1}l${side * 5} -5`, line, 2.6);
  return (
    shape(white, "#fbf6ef") +
    dot(x + turn * 2.4, EYE_Y - 0.6, 4.3, "#33221c") +
    dot(x + turn * 2.4 - 1.4, EYE_Y - 2.2, 1.2, "#ffffff", 0.9) +
    stroke(lid, line, person.masculine ? 2.8 : 3.4) +
    lash
  );
}

function brow(person: Person, side: number, turn: number): string {
  const grey = luminance(person.hair) > 0.5;
  const colour = grey ? "#8f8a84" : darker(person.hair, 0.15);
  const [x, elevateSession] = [side * 20 + turn * 7, person.expression === "cool" ? 1.5 : 0];
  const inner = [x - side * 12, -19 + elevateSession] as const;
  const outer = [x + side * 15, -20 - elevateSession] as const;
  return shape(crescent(inner, outer, side * -7, person.masculine ? 3.4 : 2.3), colour, 0.92);
}

function mouth(person: Person, turn: number): string {
  const x = turn * 6;
  const lips = person.masculine ? mix(person.skin, "#8a3b35", 0.42) : mix(person.skin, person.lips, 0.78);
  const line = darker(lips, 0.45);
  if (person.expression === "grin" || person.expression === "laugh") {
    return (
      shape(
        `M${x - 19} ${38}Q${x} 45 ${x + 19} ${38}Q${x + 12} 58 ${x} 58Q${x - 12} 58 ${x - 19} ${38}Z`,
        darker(lips, 0.35),
      ) +
      shape(
        `M${x - 15} ${40.5}Q${x} 46 ${x + 15} ${40.5}Q${x + 11} 49 ${x} 49Q${x - 11} 49 ${x - 15} ${40.5}Z`,
        "#fffaf2",
      ) +
      stroke(`M${x - 19} 38Q${x} 45 ${x + 19} 38`, lips, 3.2) +
      stroke(`M${x - 10} 57Q${x} 61 ${x + 10} 57`, lips, 3.6)
    );
  }
  const corner = { calm: 0, smile: -4, cool: 1 }[person.expression];
  return (
    shape(
      `M${x - 15} ${43 + corner}Q${x - 6} 37 ${x} 40Q${x + 6} 37 ${x + 15} ${43 + corner}Q${x} ${46 - corner} ${x - 15} ${43 + corner}Z`,
      lips,
    ) +
    shape(
      `M${x - 13} ${44 + corner}Q${x} ${46 - corner} ${x + 13} ${44 + corner}Q${x} 56 ${x - 13} ${44 + corner}Z`,
      lighter(lips, 0.12),
    ) +
    stroke(`M${x - 16} ${43 + corner}Q${x} ${47 - corner} ${x + 16} ${43 + corner}`, line, 2, 0.7)
  );
}

function nose(skin: string, turn: number): string {
  const [tip, side] = [turn * 10, turn < 0 ? -1 : 1];
  return (
    shape(crescent([turn * 5 - side * 5, -8], [tip + side * 6, 24], side * 4, 3.4), darker(skin, 0.4), 0.26) +
    stroke(`M${tip - side * 6} 24q${side * 5} 5 ${side * 12} 0`, darker(skin, 0.5), 2.4, 0.6)
  );
}

function beard(page: Page, person: Person, turn: number): string {
  const x = turn * 5;
  const moustache = shape(
    `M${x} 31Q${x + 12} 28 ${x + 23} 41Q${x + 8} 40 ${x} 37Q${x - 8} 40 ${x - 23} 41Q${x - 12} 28 ${x} 31Z`,
    person.hair,
    0.95,
  );
  if (person.beard === "moustache") return moustache;
  const jaw = mirrored(points("0,29 14,31 27,35 37,20 46,2 45,40 28,72 0,82"));
  if (person.beard === "stubble") return shape(closedPath(jaw), person.hair, 0.22);
  return person.beard === "full" ? cloth(page, jaw, person.hair, { shade: 0.12 }) + moustache : "";
}

function skinDetail(person: Person, turn: number): string {
  const { skin } = person;
  const rosy = mix(skin, "#d0523f", 0.55);
  const freckles = person.freckles
    ? [-30, -24, -18, 17, 23, 29]
        .map((x, index) => dot(x + turn * 5, 17 + (index % 3) * 3, 1.5, darker(skin, 0.35), 0.5))
        .join("")
    : "";
  const lines = person.older
    ? stroke(
        `M${-24 + turn * 5} 22q-6 10 -4 19M${24 + turn * 5} 22q6 10 4 19M-34 2q-5 2 -7 6M34 2q5 2 7 6`,
        darker(skin, 0.45),
        2,
        0.32,
      )
    : "";
  return (
    shape("M50 -74C34 -46 40 14 30 40C24 58 10 66 0 72L52 74Z", SHADOW, 0.1) +
    oval(-26 + turn * 5, 21, 11, 7.5, rosy, 0.2) +
    oval(27 + turn * 5, 21, 10, 7.5, rosy, 0.2) +
    freckles +
    lines
  );
}

/** Face, ears and beard around the point 0,0; glasses and hair come on top. */
export function face(page: Page, person: Person, turn: number): string {
  const outline = person.masculine ? OUTLINE.square : OUTLINE.soft;
  const clip = page.id();
  const path = closedPath(outline);
  const bearded = person.beard ? beard(page, person, turn) : "";
  const ears = person.hijab
    ? ""
    : [-1, 1]
        .map(
          (side) =>
            oval(side * 46, 6, 9, 15, darker(person.skin, 0.09)) +
            stroke(`M${side * 48} 0q${side * 4} 6 ${side * -2} 14`, darker(person.skin, 0.4), 2, 0.35),
        )
        .join("");
  const eyes = [-1, 1].map((side) => eye(person, side, turn) + brow(person, side, turn)).join("");
  page.trace(path);
  const inside = skinDetail(person, turn) + nose(person.skin, turn);
  return (
    ears +
    `<clipPath id="${clip}"><path d="${path}"/></clipPath>${shape(path, person.skin)}<g clip-path="url(#${clip})">${inside}</g>` +
    bearded +
    eyes +
    mouth(person, turn)
  );
}
