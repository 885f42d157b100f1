import { type Painter, slantedLight, tone, wallAndFloor } from "./backdrop.ts";
import { darker, lighter, mix } from "./colour.ts";
import { box, dot, oval, shape, stroke } from "./page.ts";
import { framedArt, leaves, pottedPlant } from "./props.ts";

const LEAF = "#3f7257";
const green = (base: string) => mix(base, LEAF, 0.82);

/** A roll of paper hung from above, sweeping onto the floor. */
const studio: Painter = (stage) => {
  const { width, height, floor } = stage;
  const paper = tone(stage, 0.34);
  const sweep = floor + 60;
  return (
    wallAndFloor(stage, darker(stage.wall, 0.12)) +
    box(0, 0, width, 62, darker(stage.wall, 0.25)) +
    box(120, 34, width - 240, 44, lighter(paper, 0.22)) +
    oval(120, 56, 12, 22, darker(paper, 0.2)) +
    oval(width - 120, 56, 12, 22, darker(paper, 0.2)) +
    shape(
      `M140 74H${width - 140}V${sweep - 90}Q${width - 140} ${sweep} ${width - 70} ${height - 60}L${width - 60} ${height}H60L70 ${height - 60}Q140 ${sweep} 140 ${sweep - 90}Z`,
      paper,
    ) +
    shape(
      `M140 ${sweep - 150}Q${width / 2} ${sweep - 40} ${width - 140} ${sweep - 150}V${sweep - 60}Q${width / 2} ${sweep + 10} 140 ${sweep - 60}Z`,
      darker(paper, 0.2),
      0.16,
    )
  );
};

const arch: Painter = (stage) => {
  const { floor, width, random } = stage;
  const centre = width / 2 + random.pick([-30, 30]);
  const vault = (half: number, part: number) =>
    shape(`M${centre - half} ${floor}V${540}A${half} ${half} 0 0 1 ${centre + half} 540V${floor}Z`, tone(stage, part));
  const ground = tone(stage, 0.22);
  return (
    wallAndFloor(stage, ground) +
    vault(372, 0.22) +
    vault(330, 0.44) +
    shape(
      `M${centre - 330} ${floor}V540A330 330 0 0 1 ${centre - 60} 215V${floor}Z`,
      darker(tone(stage, 0.44), 0.3),
      0.22,
    ) +
    shape(
      `M${centre - 330} ${floor}H${centre + 330}L${centre + 400} ${floor + 34}H${centre - 400}Z`,
      lighter(ground, 0.25),
    ) +
    pottedPlant(centre + random.pick([-400, 400]), floor + 70, 420, tone(stage, 0.75), green(stage.accent), random)
  );
};

const windowRoom: Painter = (stage) => {
  const { floor, width, random } = stage;
  const boards = [0, 1, 2, 3, 4]
    .map((row) => stroke(`M0 ${floor + 18 + row * row * 14}H${width}`, darker(tone(stage, 0.3), 0.3), 3, 0.3))
    .join("");
  const side = random.chance(0.5) ? 1 : -1;
  const plantX = side > 0 ? 940 : 140;
  return (
    wallAndFloor(stage, mix(tone(stage, 0.3), "#a9794f", 0.4)) +
    boards +
    slantedLight(stage, 0.3) +
    box(0, floor - 34, width, 34, lighter(stage.wall, 0.35)) +
    box(0, floor - 36, width, 4, darker(stage.wall, 0.3), 0.3) +
    framedArt(side > 0 ? 90 : 720, 210, 260, 340, [lighter(stage.wall, 0.6), stage.accent, tone(stage, 0.5)], random) +
    pottedPlant(plantX, floor + 64, 540, tone(stage, 0.6), green(stage.accent), random)
  );
};

const library: Painter = (stage) => {
  const { floor, width, random } = stage;
  const wood = mix(tone(stage, 0.6), "#5a3825", 0.66);
  const spines = ["#7d2733", "#2f5a48", "#28354f", "#c7a15a", "#efe4cf", "#8a5a36", stage.accent];
  const books = (x: number, y: number, reach: number) => {
    const out: string[] = [];
    for (let left = x + 12; left < x + reach - 26;) {
      const [thick, tall] = [random.between(18, 38), random.between(116, 168)];
      const colour = random.pick(spines);
      out.push(
        box(left, y - tall, thick, tall, colour),
        box(left, y - tall + 22, thick, 7, lighter(colour, 0.4), 0.6),
        box(left, y - tall, 4, tall, "#ffffff", 0.12),
      );
      left += thick + (random.chance(0.12) ? 34 : 2);
    }
    return out.join("");
  };
  const shelves = [0, 1, 2, 3, 4].map((row) => {
    const y = 210 + row * 196;
    if (y > floor - 40) return "";
    return (
      [0, 1, 2].map((column) => books(column * 360 + 8, y, 344)).join("") +
      box(0, y, width, 20, wood) +
      box(0, y + 20, width, 12, darker(wood, 0.4), 0.5)
    );
  });
  const uprights = [0, 1, 2, 3].map((column) => box(column * 360 - 12, 0, 24, floor, wood)).join("");
  return (
    wallAndFloor(stage, mix(wood, "#c49a6b", 0.3)) +
    box(0, 0, width, floor, darker(wood, 0.5)) +
    shelves.join("") +
    uprights +
    box(0, 0, width, floor, stage.wall, 0.38) +
    box(0, floor - 90, width, 90, wood) +
    box(0, floor - 92, width, 8, lighter(wood, 0.25))
  );
};

const curtain: Painter = (stage) => {
  const { floor, width } = stage;
  const drape = tone(stage, 0.74);
  const foldsOf = Array.from({ length: 14 }, (_, index) => {
    const x = index * 84 - 20;
    return shape(
      `M${x} 0H${x + 40}C${x + 58} ${floor * 0.5} ${x + 34} ${floor * 0.8} ${x + 52} ${floor}H${x - 6}C${x + 12} ${floor * 0.7} ${x - 12} ${floor * 0.4} ${x} 0Z`,
      index % 2 ? lighter(drape, 0.14) : darker(drape, 0.26),
      0.55,
    );
  }).join("");
  const parquet = Array.from({ length: 13 }, (_, index) =>
    stroke(
      `M${(index - 6) * 40 + width / 2} ${floor}L${(index - 6) * 150 + width / 2} ${stage.height}`,
      "#5a3825",
      3,
      0.3,
    ),
  ).join("");
  return (
    wallAndFloor(stage, mix(stage.wall, "#b98a5e", 0.5)) +
    box(0, 0, width, floor, drape) +
    foldsOf +
    box(0, floor - 10, width, 10, darker(drape, 0.5), 0.4) +
    parquet +
    oval(width / 2, stage.height * 0.42, 420, 560, "#fff1cf", 0.1)
  );
};

const gallery: Painter = (stage) => {
  const { floor, width, random } = stage;
  const right = random.chance(0.5);
  const big = framedArt(
    right ? 640 : 80,
    190,
    360,
    470,
    [lighter(stage.wall, 0.5), stage.accent, tone(stage, 0.5)],
    random,
  );
  const bench =
    box(right ? 60 : 700, floor + 6, 320, 26, tone(stage, 0.66)) +
    [0, 1]
      .map((leg) => box((right ? 90 : 730) + leg * 240, floor + 30, 18, 66, darker(tone(stage, 0.66), 0.3)))
      .join("");
  return (
    wallAndFloor(stage, lighter(tone(stage, 0.12), 0.2)) +
    box(0, floor - 14, width, 14, lighter(stage.wall, 0.4)) +
    big +
    bench +
    slantedLight(stage, 0.16)
  );
};

const warehouse: Painter = (stage) => {
  const { floor, width, random } = stage;
  const steel = darker(tone(stage, 0.6), 0.35);
  const panes = [0, 1, 2, 3]
    .map((column) =>
      [0, 1, 2]
        .map((row) =>
          box(140 + column * 206, 130 + row * 176, 190, 160, lighter(tone(stage, 0.2), random.between(0.25, 0.6))),
        )
        .join(""),
    )
    .join("");
  const stains = Array.from({ length: 8 }, () =>
    oval(
      random.between(0, width),
      random.between(700, floor),
      random.between(40, 150),
      random.between(20, 60),
      darker(stage.wall, 0.35),
      0.1,
    ),
  ).join("");
  const cracks = stroke(
    `M0 ${floor + 60}L260 ${floor + 96}L420 ${floor + 80}M760 ${floor + 40}L${width} ${floor + 110}`,
    darker(stage.wall, 0.5),
    3,
    0.3,
  );
  return (
    wallAndFloor(stage, mix(tone(stage, 0.3), "#77747a", 0.5)) +
    stains +
    box(124, 114, 838, 544, steel) +
    panes +
    [1, 2].map((line) => box(0, line * 370 + 320, width, 5, darker(stage.wall, 0.4), 0.25)).join("") +
    shape(`M0 ${floor - 210}H${width}V${floor - 202}H0Z`, stage.accent, 0.55) +
    cracks
  );
};

const wallpaper: Painter = (stage) => {
  const { floor, width, random } = stage;
  const motif = tone(stage, 0.3);
  const sprigs = Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => {
      const [x, y] = [column * 170 + (row % 2) * 85 - 20, row * 150 + 40];
      return (
        stroke(`M${x} ${y + 44}q-4 -30 8 -50`, motif, 4) +
        dot(x + 8, y - 8, 14, motif) +
        dot(x + 8, y - 8, 5, lighter(stage.wall, 0.4)) +
        oval(x - 12, y + 22, 15, 6, motif) +
        oval(x + 18, y + 28, 15, 6, motif)
      );
    }).join(""),
  ).join("");
  const dado = floor - 230;
  const panel = lighter(stage.wall, 0.5);
  const panels = [0, 1, 2, 3]
    .map(
      (column) =>
        `<rect x="${column * 270 + 30}" y="${dado + 50}" width="210" height="140" fill="none" stroke="${darker(panel, 0.16)}" stroke-width="6"/>`,
    )
    .join("");
  return (
    wallAndFloor(stage, mix(tone(stage, 0.5), "#8a5a36", 0.5)) +
    sprigs +
    box(0, dado, width, 230, panel) +
    box(0, dado - 8, width, 22, lighter(panel, 0.3)) +
    panels +
    framedArt(random.pick([80, 780]), 190, 220, 280, [panel, stage.accent, tone(stage, 0.6)], random)
  );
};

const curtainedStairs: Painter = (stage) => {
  const { floor, width, height } = stage;
  const steps = [0, 1, 2, 3, 4].map((step) => {
    const [x, y] = [560 + step * 110, floor - 96 * (step + 1)];
    const colour = tone(stage, 0.2 + step * 0.07);
    return (
      box(x, y, width, 96 * (step + 1), colour) +
      box(x, y, width, 16, lighter(colour, 0.4)) +
      box(x, y + 16, 14, 80, darker(colour, 0.25), 0.4)
    );
  });
  const rail =
    stroke(`M600 ${floor - 420}L1080 ${floor - 850}`, darker(tone(stage, 0.7), 0.2), 16) +
    [0, 1, 2, 3, 4]
      .map((post) =>
        stroke(
          `M${620 + post * 108} ${floor - 436 - post * 96}V${floor - 96 * (post + 1)}`,
          darker(tone(stage, 0.7), 0.2),
          8,
        ),
      )
      .join("");
  return (
    wallAndFloor(stage) +
    slantedLight(stage, 0.22) +
    steps.join("") +
    rail +
    box(0, floor + 2, width, height, tone(stage, 0.24)) +
    leaves(110, floor + 40, 360, green(stage.accent), stage.random)
  );
};

export const INDOORS = {
  studio,
  arch,
  window: windowRoom,
  library,
  curtain,
  gallery,
  warehouse,
  wallpaper,
  stairs: curtainedStairs,
} as const;
