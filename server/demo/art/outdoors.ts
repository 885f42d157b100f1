import { type Painter, type Stage, tone, wallAndFloor } from "./backdrop.ts";
import { darker, lighter, mix } from "./colour.ts";
import { closedPath, points } from "./geometry.ts";
import { box, dot, oval, shape, stroke } from "./page.ts";
import { brickRows, lampPost, leaves, pottedPlant, tree } from "./props.ts";

const green = (stage: Stage) => mix(stage.accent, "#4d8562", 0.8);

const door: Painter = (stage) => {
  const { floor, random } = stage;
  const paint = tone(stage, 0.82);
  const [left, top, wide] = [290, 270, 500];
  const frame = lighter(stage.wall, 0.55);
  const panel = (x: number, y: number, w: number, h: number) =>
    box(x, y, w, h, darker(paint, 0.16)) + box(x + 8, y + 8, w - 8, h - 8, lighter(paint, 0.06));
  return (
    wallAndFloor(stage, mix(tone(stage, 0.15), "#b9b2a8", 0.5)) +
    box(left - 46, top - 150, wide + 92, floor - top + 150, frame) +
    shape(
      `M${left} ${top - 30}V${top - 34}A${wide / 2} 92 0 0 1 ${left + wide} ${top - 34}V${top - 30}Z`,
      mix(stage.wall, "#cfe0e4", 0.7),
    ) +
    box(left, top, wide, floor - top, paint) +
    [0, 1]
      .map(
        (column) =>
          panel(left + 46 + column * 216, top + 50, 190, 300) +
          panel(left + 46 + column * 216, top + 400, 190, floor - top - 460),
      )
      .join("") +
    dot(left + wide - 34, (top + floor) / 2 + 40, 15, "#d9b36a") +
    box(left + wide / 2 - 42, top + 358, 84, 18, "#d9b36a") +
    box(left - 90, floor - 8, wide + 180, 46, lighter(stage.wall, 0.4)) +
    box(left - 90, floor + 34, wide + 180, 10, darker(stage.wall, 0.3), 0.4) +
    pottedPlant(148, floor + 62, 460, tone(stage, 0.5), green(stage), random) +
    pottedPlant(934, floor + 62, 400, tone(stage, 0.5), green(stage), random)
  );
};

const brick: Painter = (stage) => {
  const { floor, width, random } = stage;
  const clay = tone(stage, 0.32);
  const posters = [0, 1, 2]
    .map((index) => {
      const [x, y, colour] = [
        90 + index * 44,
        300 + index * 190,
        [stage.accent, lighter(stage.wall, 0.5), tone(stage, 0.7)][index] ?? stage.accent,
      ];
      return `<g transform="rotate(${random.between(-4, 4)} ${x} ${y})">${box(x, y, 190, 250, colour)}${dot(x + 95, y + 100, 54, lighter(colour, 0.45), 0.9)}${box(x + 24, y + 184, 142, 12, darker(colour, 0.4), 0.7)}${box(x + 24, y + 206, 96, 12, darker(colour, 0.4), 0.7)}</g>`;
    })
    .join("");
  const paintStroke = shape(
    closedPath(points("760,330 900,300 1010,380 1060,520 980,640 860,600 800,520 700,470")),
    stage.accent,
    0.6,
  );
  return (
    wallAndFloor(stage, mix(tone(stage, 0.2), "#8f8b8a", 0.6)) +
    box(0, 0, width, floor, clay) +
    brickRows(0, 0, width, floor, clay, random) +
    paintStroke +
    stroke("M780 420q90 -90 190 10t-40 170", lighter(stage.wall, 0.5), 16, 0.75) +
    posters +
    box(0, floor, width, 18, darker(clay, 0.5), 0.35) +
    stroke(
      `M0 ${floor + 110}H${width}M360 ${floor}L250 ${stage.height}M800 ${floor}L930 ${stage.height}`,
      "#4a4648",
      4,
      0.25,
    )
  );
};

const street: Painter = (stage) => {
  const { floor, width, random } = stage;
  const block = (x: number, w: number, h: number, part: number) => {
    const colour = tone(stage, part);
    const panes: string[] = [];
    for (let y = floor - h + 40; y < floor - 150; y += 82)
      for (let px = x + 26; px < x + w - 46; px += 66) {
        panes.push(
          box(px, y, 36, 54, random.chance(0.22) ? "#fff1c9" : lighter(colour, 0.26)),
          box(px, y + 54, 36, 6, darker(colour, 0.2), 0.5),
        );
      }
    return box(x, floor - h, w, h, colour) + box(x - 6, floor - h, w + 12, 16, darker(colour, 0.15)) + panes.join("");
  };
  const far: string[] = [];
  for (let x = -30; x < width; x += 150)
    far.push(box(x, floor - random.between(560, 900), 130, 900, tone(stage, 0.12)));
  const road = mix(tone(stage, 0.35), "#6f6b70", 0.6);
  const zebra = [0, 1, 2, 3, 4, 5]
    .map((bar) => shape(`M${60 + bar * 180} ${floor + 96}h96l${(bar - 2.5) * 14 + 10} 170h-120Z`, "#f6f1e6", 0.7))
    .join("");
  return (
    wallAndFloor(stage, road) +
    dot(random.pick([230, 850]), 300, 130, lighter(tone(stage, 0.4), 0.35), 0.8) +
    far.join("") +
    block(-40, 300, 720, 0.3) +
    block(262, 236, 520, 0.42) +
    block(500, 260, 640, 0.34) +
    block(762, 340, 800, 0.46) +
    box(0, floor - 26, width, 60, lighter(road, 0.4)) +
    box(0, floor + 32, width, 10, darker(road, 0.3), 0.6) +
    zebra +
    lampPost(random.pick([120, 880]), floor + 10, 640, "#3a3640")
  );
};

const park: Painter = (stage) => {
  const { floor, width, height, random } = stage;
  const leaf = green(stage);
  const lawn = mix(leaf, stage.wall, 0.35);
  const path = lighter(mix(stage.wall, "#d9b98a", 0.5), 0.25);
  const bench =
    box(700, floor - 70, 320, 20, "#8a5a36") +
    box(700, floor - 130, 320, 16, "#8a5a36") +
    box(700, floor - 100, 320, 14, "#9a6a44") +
    [730, 980].map((x) => box(x, floor - 130, 14, 150, "#3a3640")).join("");
  const clouds = [
    [180, 190, 1],
    [760, 130, 1.3],
  ]
    .map(
      ([x = 0, y = 0, s = 1]) =>
        oval(x, y, 110 * s, 30 * s, "#ffffff", 0.5) + oval(x + 50 * s, y - 22 * s, 66 * s, 30 * s, "#ffffff", 0.5),
    )
    .join("");
  return (
    wallAndFloor(stage, lawn) +
    clouds +
    shape(
      `M0 ${floor - 170}C220 ${floor - 280} 420 ${floor - 200} 620 ${floor - 240}S940 ${floor - 300} ${width} ${floor - 210}V${floor}H0Z`,
      mix(leaf, stage.wall, 0.55),
    ) +
    tree(120, floor - 20, 760, mix(leaf, stage.wall, 0.2), "#6b4a36", random) +
    tree(960, floor - 40, 900, leaf, "#6b4a36", random) +
    box(0, floor - 30, width, 40, lawn) +
    shape(
      `M330 ${floor}C360 ${floor + 60} 200 ${floor + 120} 120 ${height}H960C900 ${floor + 150} 760 ${floor + 70} 700 ${floor}Z`,
      path,
    ) +
    bench +
    Array.from({ length: 16 }, () =>
      dot(random.between(0, width), random.between(floor + 20, height), 6, random.pick(["#fff6e8", stage.accent]), 0.8),
    ).join("")
  );
};

const shop: Painter = (stage) => {
  const { floor, random } = stage;
  const front = tone(stage, 0.8);
  const glass = mix(lighter(stage.wall, 0.4), "#bcd3d6", 0.5);
  const stripe = (index: number) =>
    shape(`M${60 + index * 96} 290h96l${(index - 4.5) * 7} 96q-48 34 -96 0Z`, index % 2 ? "#fbf5ea" : stage.accent);
  const hangers = [0, 1, 2]
    .map((index) => {
      const x = 190 + index * 110;
      return (
        stroke(`M${x} 470v24l-34 26h68l-34 -26`, "#3a3640", 4) +
        shape(
          `M${x - 40} 520h80l14 150h-108Z`,
          [tone(stage, 0.5), lighter(front, 0.5), tone(stage, 0.3)][index] ?? front,
          0.85,
        )
      );
    })
    .join("");
  return (
    wallAndFloor(stage, mix(tone(stage, 0.15), "#a9a29c", 0.55)) +
    box(40, 170, 1000, floor - 170, front) +
    box(60, 196, 960, 90, darker(front, 0.2)) +
    [0, 1, 2, 3, 4, 5]
      .map((letter) => box(330 + letter * 72, 222, 44, 38, "#f6ead0", letter === 2 ? 0.55 : 0.9))
      .join("") +
    box(90, 400, 400, floor - 520, glass) +
    box(620, 400, 300, floor - 400, glass) +
    box(150, 460, 300, 6, "#3a3640") +
    hangers +
    shape(`M100 ${floor - 130}L330 400H420L190 ${floor - 130}Z`, "#ffffff", 0.25) +
    shape(`M640 ${floor}L820 400H880L700 ${floor}Z`, "#ffffff", 0.2) +
    dot(650, floor - 330, 12, "#d9b36a") +
    Array.from({ length: 10 }, (_, index) => stripe(index)).join("") +
    box(60, 282, 960, 10, darker(front, 0.4), 0.5) +
    pottedPlant(970, floor + 60, 360, tone(stage, 0.5), green(stage), random)
  );
};

const court: Painter = (stage) => {
  const { floor, width, height } = stage;
  const surface = tone(stage, 0.72);
  const fence: string[] = [];
  for (let x = -600; x < width + 600; x += 52)
    fence.push(`M${x} ${floor}L${x + 600} ${floor - 600}M${x} ${floor}L${x - 600} ${floor - 600}`);
  return (
    wallAndFloor(stage, surface) +
    oval(840, 220, 96, 96, "#fff6df", 0.8) +
    shape(
      `M0 ${floor - 160}C260 ${floor - 260} 520 ${floor - 170} 760 ${floor - 240}S1000 ${floor - 240} ${width} ${floor - 200}V${floor}H0Z`,
      tone(stage, 0.3),
    ) +
    stroke(fence.join(""), lighter(stage.wall, 0.5), 3, 0.42) +
    [60, 540, 1020].map((x) => box(x, floor - 640, 14, 640, darker(tone(stage, 0.5), 0.3))).join("") +
    box(0, floor - 640, width, 12, darker(tone(stage, 0.5), 0.3)) +
    stroke(
      `M0 ${floor + 70}H${width}M250 ${floor + 70}L60 ${height}M${width - 250} ${floor + 70}L${width + 40} ${height}`,
      "#fbf7ee",
      12,
      0.9,
    ) +
    stroke(`M320 ${floor + 70}A220 90 0 0 0 760 ${floor + 70}`, "#fbf7ee", 10, 0.9)
  );
};

const dunes: Painter = (stage) => {
  const { floor, width, height, random } = stage;
  const ridge = (y: number, part: number, swing: number) =>
    shape(
      `M0 ${y}C${width * 0.25} ${y - swing} ${width * 0.5} ${y + swing * 0.4} ${width * 0.7} ${y - swing * 0.2}S${width * 0.9} ${y - swing * 0.6} ${width} ${y - swing * 0.3}V${height}H0Z`,
      tone(stage, part),
    );
  const sun = random.pick([300, 780]);
  return (
    wallAndFloor(stage) +
    dot(sun, 420, 230, lighter(tone(stage, 0.4), 0.2), 0.55) +
    dot(sun, 420, 170, lighter(tone(stage, 0.55), 0.1)) +
    ridge(floor - 380, 0.2, 130) +
    ridge(floor - 220, 0.34, 100) +
    ridge(floor - 60, 0.24, 90) +
    ridge(floor + 40, 0.14, 30) +
    leaves(130, floor + 60, 300, mix(stage.accent, "#a9a15c", 0.7), random, 11) +
    leaves(960, floor + 20, 240, mix(stage.accent, "#a9a15c", 0.7), random, 9)
  );
};

const terrace: Painter = (stage) => {
  const { floor, width, random } = stage;
  const sea = mix(stage.accent, "#4f9bb0", 0.7);
  const stone = lighter(stage.wall, 0.5);
  const balusters = Array.from(
    { length: 12 },
    (_, index) => oval(50 + index * 92, floor - 82, 20, 62, stone) + box(36 + index * 92, floor - 150, 28, 12, stone),
  ).join("");
  return (
    wallAndFloor(stage, mix(stone, "#d9b98a", 0.3)) +
    dot(790, 300, 110, "#fff1cf", 0.9) +
    box(0, floor - 420, width, 420, sea) +
    [0, 1, 2, 3]
      .map((row) => box(random.between(0, 500), floor - 390 + row * 70, random.between(200, 460), 7, "#ffffff", 0.35))
      .join("") +
    shape(`M0 ${floor - 420}C120 ${floor - 520} 260 ${floor - 500} 400 ${floor - 420}Z`, mix(sea, "#6f6a86", 0.5)) +
    box(0, floor - 178, width, 34, stone) +
    balusters +
    box(0, floor - 24, width, 30, stone) +
    box(0, floor - 146, width, 6, darker(stone, 0.3), 0.4) +
    leaves(60, 180, 300, green(stage), random, 7) +
    pottedPlant(970, floor + 70, 440, "#c9693f", green(stage), random)
  );
};

export const OUTDOORS = { door, brick, street, park, shop, court, dunes, terrace } as const;
