import { cloth, folds, type Surface } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import type { Frame } from "./frame.ts";
import type { Bottom, SkirtKind } from "./garments.ts";
import { closedPath, openPath, type Point } from "./geometry.ts";
import { dot, type Page, shape, stroke } from "./page.ts";

type Cut = { hem: number; flare: number };
const CUTS: Readonly<Record<SkirtKind, Cut>> = {
  pencil: { hem: 952, flare: -6 },
  mini: { hem: 812, flare: 22 },
  tennis: { hem: 800, flare: 62 },
  pleated: { hem: 990, flare: 92 },
  "a-line": { hem: 915, flare: 88 },
  maxi: { hem: 1172, flare: 96 },
  tiered: { hem: 1160, flare: 122 },
  "slip-skirt": { hem: 1050, flare: 22 },
};

/** Knife pleats from the waist to the hem, as dark wedges with a lit edge. */
function pleats(
  frame: Frame,
  colour: string,
  from: number,
  hem: number,
  waist: number,
  width: number,
  count: number,
): string {
  const step = (half: number, index: number) => (half * (index - count / 2)) / (count / 2);
  return Array.from({ length: count + 1 }, (_, index) => {
    const [top, bottom] = [step(waist, index), step(width, index)];
    const wedge = closedPath(frame.line(`${top},${from}! ${bottom},${hem + 24}! ${bottom + width * 0.1},${hem + 24}!`));
    const lit = openPath(frame.line(`${top - 1},${from + 6} ${bottom - 3},${hem + 20}`));
    return shape(wedge, darker(colour, 0.45), 0.3) + stroke(lit, lighter(colour, 0.5), 2, 0.35);
  }).join("");
}

/** Gathers that fall from a seam: the look of full skirts and tiers. */
export function gathers(frame: Frame, colour: string, from: number, to: number, waist: number, width: number): string {
  const at = (share: number, y: number, half: number): Point => frame.bend(share * half, y);
  return folds(
    [-0.72, -0.34, 0.06, 0.42, 0.8].map(
      (share, index) =>
        [at(share, from + 6 + (index % 2) * 16, waist), at(share * 1.05, to - 10, width), share * -14, 6] as const,
    ),
    colour,
    0.2,
  );
}

/** Outline of a skirt hanging from the waist over the hips. */
function skirtOutline(frame: Frame, hem: number, flare: number): Point[] {
  const { waist, hip } = frame.build;
  const wide = hip + 9;
  return frame.outline(
    `0,593 ${waist + 8},586! ${wide},682 ${wide + flare * 0.5},${(hem + 690) / 2} ${wide + flare},${hem}! ${(wide + flare) * 0.5},${hem + 14} 0,${hem + 18}`,
  );
}

export function drawSkirt(
  page: Page,
  frame: Frame,
  bottom: Bottom,
  surface: Surface,
): { svg: string; front: string; hem: number } {
  const { hem, flare } = CUTS[bottom.kind as SkirtKind];
  const { waist, hip } = frame.build;
  const width = hip + 9 + flare;
  const seam = darker(bottom.colour, 0.4);
  const pleated = bottom.kind === "pleated" || bottom.kind === "tennis";
  const tier = (y: number) =>
    stroke(openPath(frame.line(`${-width - 20},${y} 0,${y + 16} ${width + 20},${y}`)), seam, 5, 0.4);
  const detail = [
    pleated
      ? pleats(frame, bottom.colour, 606, hem, waist, width, 11)
      : gathers(frame, bottom.colour, 640, hem, waist, width),
    bottom.kind === "tiered" ? tier(770) + tier(960) + gathers(frame, bottom.colour, 980, hem, width * 0.8, width) : "",
    bottom.kind === "pencil"
      ? stroke(openPath(frame.line(`${hip * 0.4},${hem - 120} ${hip * 0.4},${hem + 20}`)), seam, 3, 0.5)
      : "",
    bottom.stripe
      ? stroke(
          openPath(
            frame.line(
              `${-width - 10},${hem - 30} ${-width / 2},${hem - 16} 0,${hem - 12} ${width / 2},${hem - 16} ${width + 10},${hem - 30}`,
            ),
          ),
          bottom.stripe,
          12,
        )
      : "",
  ].join("");
  const svg = cloth(page, skirtOutline(frame, hem, flare), bottom.colour, { ...surface, light: [-18, -4], detail });
  const front = bottom.buttons
    ? [0, 1, 2, 3, 4]
        .map((index) => {
          const [x, y] = frame.bend(0, 634 + (index * (hem - 670)) / 4.6);
          return dot(x, y, 6, bottom.buttons ?? seam);
        })
        .join("")
    : "";
  return { svg, front, hem };
}
