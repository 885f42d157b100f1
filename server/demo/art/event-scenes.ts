import { contactShadow, type Painter, type Stage, tone, vignette, wallAndFloor } from "./backdrop.ts";
import { castFor, choosePosing } from "./casting.ts";
import { darker, lighter, mix } from "./colour.ts";
import { drawFigure } from "./figure.ts";
import { type Look, STYLE_NAMES, type StyleName } from "./look.ts";
import { LOOKS } from "./looks.ts";
import { box, dot, oval, Page, shape, stroke } from "./page.ts";
import { brickRows, framedArt, lampPost, pottedPlant, tree } from "./props.ts";
import type { Picture } from "./scene.ts";
import { type Random, seededRandom } from "./seeded-random.ts";

export type EventScene = "market" | "shop" | "stage" | "gallery";

const [WIDTH, HEIGHT] = [2304, 1440];
const SIZE = { width: 1600, height: 1000 };
const LEAF = "#3f7257";

// prettier-ignore
const COLOURS: Readonly<Record<EventScene, readonly (readonly [wall: string, accent: string])[]>> = {
  market: [["#f3dfc1", "#d2603a"], ["#dfe6dc", "#2f6d6a"], ["#f0d9d2", "#a8324a"]],
  shop: [["#e8d9c6", "#2f5a48"], ["#e3d7dc", "#7d2733"], ["#dbe2e8", "#2b4fa8"]],
  stage: [["#3a1f2b", "#e0a92e"], ["#1f2a3d", "#d2603a"], ["#2b2340", "#e58fa0"]],
  gallery: [["#efe9df", "#b5702c"], ["#e6e9ea", "#3a4f8a"], ["#f0e6e1", "#8f3a4c"]],
};

/** Paper flags on a string from one edge to the other. */
function bunting(y: number, sag: number, colours: readonly string[]): string {
  const at = (part: number) => [part * WIDTH, y + sag * 4 * part * (1 - part)] as const;
  const flags = Array.from({ length: 24 }, (_, index) => {
    const [x, top] = at((index + 0.5) / 24);
    return shape(`M${x - 26} ${top}h52l-26 62Z`, colours[index % colours.length] ?? "#ffffff");
  });
  return stroke(`M0 ${y}Q${WIDTH / 2} ${y + sag * 2} ${WIDTH} ${y}`, "#3a3640", 4) + flags.join("");
}

/** Garments side by side on a rail. */
function rail(x: number, y: number, reach: number, colours: readonly string[], random: Random): string {
  const count = Math.floor(reach / 62);
  const clothes = Array.from({ length: count }, (_, index) => {
    const left = x + 24 + index * 62;
    const length = random.between(190, 330);
    const colour = colours[(index * 2 + Math.floor(random.between(0, 2))) % colours.length] ?? "#ffffff";
    return (
      stroke(`M${left} ${y}v16`, "#3a3640", 4) +
      shape(
        `M${left - 34} ${y + 38}Q${left} ${y + 4} ${left + 34} ${y + 38}L${left + 42} ${y + length}H${left - 42}Z`,
        colour,
      ) +
      shape(
        `M${left + 4} ${y + 30}L${left + 34} ${y + 38}L${left + 42} ${y + length}H${left + 8}Z`,
        darker(colour, 0.24),
        0.5,
      )
    );
  });
  return box(x, y - 6, reach, 10, "#3a3640") + clothes.join("");
}

function awning(x: number, y: number, reach: number, colour: string): string {
  const stripes = Math.round(reach / 90);
  const wide = reach / stripes;
  return (
    Array.from({ length: stripes }, (_, index) =>
      shape(`M${x + index * wide} ${y}h${wide}v112q${-wide / 2} 56 ${-wide} 0Z`, index % 2 ? "#fbf5ea" : colour),
    ).join("") + box(x - 10, y - 16, reach + 20, 22, darker(colour, 0.3))
  );
}

const market: Painter = (stage) => {
  const { floor, random, accent, wall } = stage;
  const cloths = [accent, mix(accent, "#2f6d6a", 0.7), "#e0a92e", "#fbf5ea", "#28354f", mix(accent, "#ffffff", 0.5)];
  const stall = (x: number, colour: string) =>
    box(x + 10, 470, 18, floor - 420, "#5a3825") +
    box(x + 592, 470, 18, floor - 420, "#5a3825") +
    rail(x + 30, 640, 560, cloths, random) +
    box(x - 10, floor - 96, 640, 130, mix(colour, "#5a3825", 0.55)) +
    box(x - 22, floor - 112, 664, 26, "#8a5a36") +
    awning(x - 30, 430, 680, colour);
  return (
    wallAndFloor(stage, mix(wall, "#b9a58c", 0.6)) +
    dot(random.pick([420, 1900]), 260, 150, lighter(tone(stage, 0.4), 0.4), 0.9) +
    Array.from({ length: 9 }, (_, index) => {
      const tall = random.between(420, 760);
      return box(index * 270 - 60, floor - tall, 240, tall, tone(stage, 0.14 + (index % 3) * 0.05));
    }).join("") +
    tree(150, floor + 10, 640, mix(accent, LEAF, 0.85), "#5a3825", random) +
    tree(2180, floor + 10, 560, mix(accent, LEAF, 0.85), "#5a3825", random) +
    stall(130, accent) +
    stall(850, mix(accent, "#2f6d6a", 0.75)) +
    stall(1570, "#e0a92e") +
    bunting(150, 90, cloths) +
    bunting(60, 60, [...cloths].reverse())
  );
};

const shop: Painter = (stage) => {
  const { floor, random, accent, wall } = stage;
  const front = mix(accent, "#1c1430", 0.12);
  const glass = mix(lighter(wall, 0.5), "#cfe0dc", 0.5);
  const cloths = [lighter(accent, 0.45), "#c7a15a", "#efe4cf", "#7d2733", "#28354f"];
  const pane = (x: number, reach: number) =>
    box(x, 470, reach, floor - 600, glass) +
    rail(x + 50, 560, reach - 100, cloths, random) +
    shape(`M${x + 40} ${floor - 130}L${x + 260} 470H${x + 380}L${x + 160} ${floor - 130}Z`, "#ffffff", 0.22) +
    box(x, floor - 130, reach, 18, lighter(front, 0.3));
  const letters = Array.from({ length: 8 }, (_, index) =>
    box(800 + index * 92, 244, index === 3 ? 22 : 56, 66, "#f6ead0", index === 3 ? 0.5 : 0.92),
  ).join("");
  return (
    wallAndFloor(stage, mix(wall, "#9a948c", 0.55)) +
    box(0, 0, WIDTH, floor, tone(stage, 0.2)) +
    brickRows(0, 0, WIDTH, floor, tone(stage, 0.2), random) +
    box(160, 180, 1984, floor - 180, front) +
    box(200, 206, 1904, 150, darker(front, 0.28)) +
    letters +
    pane(230, 720) +
    pane(1350, 720) +
    box(1000, 470, 300, floor - 470, darker(front, 0.2)) +
    box(1030, 500, 240, floor - 640, glass) +
    dot(1060, floor - 260, 14, "#d9b36a") +
    awning(200, 356, 1904, accent) +
    pottedPlant(150, floor + 70, 460, tone(stage, 0.6), mix(accent, LEAF, 0.8), random) +
    pottedPlant(2160, floor + 70, 420, tone(stage, 0.6), mix(accent, LEAF, 0.8), random) +
    lampPost(1960, floor + 40, 700, "#3a3640")
  );
};

const stageScene: Painter = (stage) => {
  const { floor, accent, wall } = stage;
  const drape = lighter(wall, 0.08);
  const folds = Array.from({ length: 26 }, (_, index) => {
    const x = index * 92 - 30;
    const colour = index % 2 ? lighter(drape, 0.1) : darker(drape, 0.3);
    return shape(
      `M${x} 0h46C${x + 66} ${floor * 0.5} ${x + 30} ${floor * 0.8} ${x + 58} ${floor}h-64C${x + 14} ${floor * 0.7} ${x - 16} ${floor * 0.4} ${x} 0Z`,
      colour,
      0.7,
    );
  }).join("");
  const beam = (x: number, to: number, colour: string) =>
    shape(`M${x - 22} -10h44L${to + 250} ${floor + 40}H${to - 250}Z`, colour, 0.14) +
    oval(to, floor + 40, 270, 46, colour, 0.3);
  return (
    wallAndFloor(stage, darker(wall, 0.3)) +
    box(0, 0, WIDTH, floor, drape) +
    folds +
    [330, 800, 1500, 1980].map((x, index) => beam(x, 700 + index * 300, index % 2 ? accent : "#fff1cf")).join("") +
    box(0, floor + 150, WIDTH, 22, accent, 0.85) +
    box(0, floor + 172, WIDTH, HEIGHT, darker(wall, 0.5)) +
    Array.from({ length: 34 }, (_, index) => dot(40 + index * 68, floor + 161, 8, "#fff1cf", 0.9)).join("")
  );
};

const gallery: Painter = (stage) => {
  const { floor, random, accent, wall } = stage;
  const sizes = [
    [150, 230, 420, 540],
    [720, 300, 300, 380],
    [1160, 210, 520, 620],
    [1820, 280, 340, 430],
  ] as const;
  const pictures = sizes.map(([x, y, width, height], index) =>
    framedArt(
      x,
      y,
      width,
      height,
      [lighter(wall, 0.6), index % 2 ? tone(stage, 0.55) : accent, tone(stage, index % 2 ? 0.85 : 0.4)],
      random,
    ),
  );
  const bench =
    box(900, floor + 30, 560, 34, "#8a5a36") + [930, 1400].map((x) => box(x, floor + 62, 22, 90, "#5a3825")).join("");
  return (
    wallAndFloor(stage, mix(wall, "#c4a883", 0.5)) +
    box(0, 0, WIDTH, 90, lighter(wall, 0.5)) +
    Array.from({ length: 6 }, (_, index) => {
      const x = 220 + index * 380;
      return (
        box(x - 4, 0, 8, 70, "#3a3640") +
        shape(`M${x - 34} 70h68l-16 46h-36Z`, "#3a3640") +
        oval(x, 130, 150, 60, "#fff1cf", 0.2)
      );
    }).join("") +
    pictures.join("") +
    box(0, floor - 22, WIDTH, 22, lighter(wall, 0.45)) +
    bench
  );
};

const SCENES: Readonly<Record<EventScene, Painter>> = { market, shop, stage: stageScene, gallery };
/** How many stand in the picture, where, and how large. */
const CROWD: Readonly<Record<EventScene, { at: readonly number[]; scale: number; sole: number }>> = {
  market: { at: [330, 760, 1260, 1560, 2010], scale: 0.74, sole: 1372 },
  shop: { at: [620, 1150, 1420, 1820], scale: 0.76, sole: 1376 },
  stage: { at: [700, 1060, 1420, 1760], scale: 0.72, sole: 1268 },
  gallery: { at: [360, 820, 1540, 2000], scale: 0.76, sole: 1380 },
};

const heads = (random: Random) =>
  Array.from({ length: 15 }, (_, index) => {
    const [x, y] = [index * 165 + random.between(-30, 30), HEIGHT - random.between(20, 70)];
    return (
      oval(x, y, 62, 76, "#120d16") +
      shape(`M${x - 120} ${HEIGHT + 40}Q${x} ${y + 40} ${x + 120} ${HEIGHT + 40}Z`, "#120d16")
    );
  }).join("");

function pickLooks(random: Random, style: StyleName, count: number): Look[] {
  const own = LOOKS[style].filter((look) => !look.flat);
  const others = STYLE_NAMES.flatMap((name) => LOOKS[name].filter((look) => !look.flat));
  const chosen = new Set<Look>();
  while (chosen.size < count) chosen.add(random.pick(chosen.size < Math.min(own.length, count - 1) ? own : others));
  return [...chosen];
}

/** The cover of an event: its place, with people dressed for it. Equal names give the same picture, byte for byte. */
export function eventPicture(scene: EventScene, style: StyleName, seed: string): Picture {
  const random = seededRandom(`event/${seed}`);
  const [wall, accent] = random.pick(COLOURS[scene]);
  const page = new Page(`e${seed}`);
  const crowd = CROWD[scene];
  const stage: Stage = { page, random, width: WIDTH, height: HEIGHT, floor: crowd.sole - 130, wall, accent };
  const ground = SCENES[scene](stage);
  const looks = pickLooks(random, style, crowd.at.length);
  const people = looks.map((look, index) => {
    const x = (crowd.at[index] ?? WIDTH / 2) + random.between(-40, 40);
    const sole = crowd.sole + random.between(-26, 14);
    const figure = page.within(`translate(${x} ${sole - 1300 * crowd.scale}) scale(${crowd.scale})`, () =>
      drawFigure(page, castFor(random, look), look, choosePosing(random, look, 0)),
    );
    return contactShadow(x, sole - 2, 150 * crowd.scale) + figure;
  });
  const front = scene === "stage" ? heads(random) : "";
  return {
    svg: page.document(
      { ...SIZE, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      ground + vignette(stage) + people.join("") + front,
    ),
    ...SIZE,
  };
}
