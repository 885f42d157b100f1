import { cloth, folds, type Surface } from "./cloth.ts";
import { darker, lighter } from "./colour.ts";
import type { Frame, Side } from "./frame.ts";
import type { Dress } from "./garments.ts";
import { closedPath, openPath, type Point, points } from "./geometry.ts";
import { BUTT, dot, type Page, shape, stroke } from "./page.ts";
import { gathers } from "./skirts.ts";
import { type Neckline, type Shoulders, sleeve, type SleeveCut, torsoFolds, torsoOutline } from "./torso.ts";

const HEMS = { mini: 836, midi: 1016, maxi: 1176 } as const;
const FLARES = { bodycon: -8, column: 24, "a-line": 62, full: 112 } as const;
const NECKS: Readonly<Record<Dress["neck"], Neckline>> = {
  crew: "crew",
  v: "v",
  straps: "straps",
  halter: "halter",
  square: "square",
  sweetheart: "sweetheart",
};

export type WornDress = {
  skirt: string;
  bodice: string;
  sleeves: Record<Side, string>;
  collar: string;
  bareArms: boolean;
  hem: number;
};

function sleeveCut(dress: Dress): SleeveCut | null {
  const base = { weave: dress.weave, accent: dress.accent, gloss: dress.satin ?? false };
  switch (dress.sleeves) {
    case "none":
      return null;
    case "short":
      return { ...base, length: 0.44, ease: 12 };
    case "flutter":
      return { ...base, length: 0.32, ease: 18, cuffWidth: 1.5, puff: 6 };
    case "puff":
      return { ...base, length: 0.42, ease: 12, puff: 34, ending: "cuff", cuffWidth: 0.86 };
    case "long":
      return { ...base, length: 1, ease: 11, cuffWidth: 1.06, ending: "cuff" };
  }
}

/** Half width of the skirt at the hem; a slim line narrows a little below the hip. */
const hemWidth = (frame: Frame, dress: Dress, hem: number) =>
  frame.build.hip + 9 + FLARES[dress.line] * ((hem - 586) / 430);

function skirt(page: Page, frame: Frame, dress: Dress, hem: number, surface: Surface): string {
  const { waist, hip } = frame.build;
  const width = hemWidth(frame, dress, hem);
  const seam = darker(dress.colour, 0.4);
  const ease = dress.line === "bodycon" ? 2 : 7;
  const outline = frame.outline(
    `0,566 ${waist + ease},566! ${hip + ease},680 ${(hip + ease + width) / 2},${(hem + 680) / 2} ${width},${hem}! ${width * 0.5},${hem + 15} 0,${hem + 20}`,
  );
  const tier = (y: number) =>
    stroke(openPath(frame.line(`${-width - 30},${y} 0,${y + 18} ${width + 30},${y}`)), seam, 5, 0.42);
  const firstTier = 586 + (hem - 586) * 0.36;
  const detail = [
    gathers(frame, dress.colour, 612, hem, waist, width),
    dress.tiers
      ? tier(firstTier) +
        tier(586 + (hem - 586) * 0.7) +
        gathers(frame, dress.colour, firstTier + 20, hem, width * 0.7, width)
      : "",
    dress.slit
      ? shape(
          closedPath(frame.line(`${hip * 0.42},800 ${width * 0.62},${hem + 30}! ${width * 0.3},${hem + 30}!`)),
          darker(dress.colour, 0.62),
          0.85,
        )
      : "",
  ].join("");
  return cloth(page, outline, dress.colour, { ...surface, light: [-18, -4], detail });
}

function collarOf(page: Page, frame: Frame, dress: Dress): string {
  const strap = (text: string) => stroke(openPath(frame.line(text)), dress.colour, 7);
  if (dress.neck === "straps") return strap("-58,394 -60,358 -52,336") + strap("58,394 60,358 52,336");
  if (dress.neck === "halter") return strap("-24,336 -30,318 -22,304") + strap("24,336 30,318 22,304");
  if (!dress.collar) return "";
  const half = (s: number) =>
    cloth(
      page,
      points(`4,360 42,322! 79,352 52,394`).map(([x, y, corner]): Point => {
        const [bx, by] = frame.bend(x * s, y);
        return corner ? [bx, by, 1] : [bx, by];
      }),
      dress.collar ?? "#fff6e8",
      { light: [-5, -4], shade: 0.14 },
    );
  return half(-1) + half(1);
}

export function drawDress(page: Page, frame: Frame, dress: Dress): WornDress {
  const hem = HEMS[dress.length];
  const surface: Surface = { weave: dress.weave, accent: dress.accent, gloss: dress.satin ?? false };
  const { waist } = frame.build;
  const shoulders: Shoulders = dress.sleeves === "none" ? "sleeveless" : "full";
  const ease = dress.line === "bodycon" ? 0 : 4;
  const outline = torsoOutline(frame, { neck: NECKS[dress.neck], ease, hem: 590, shoulders, dip: 4 });
  const buttons = dress.buttons
    ? [388, 436, 484, 532, 640, 700, 760]
        .map((y) => {
          const [x, by] = frame.bend(0, y);
          return dot(x, by, 5, dress.buttons ?? "");
        })
        .join("")
    : "";
  const belt = openPath(frame.line(`${-waist - 7},578 0,588 ${waist + 7},578`));
  const cut = sleeveCut(dress);
  const draw = (side: Side) => (cut ? sleeve(page, frame, side, dress.colour, cut) : "");
  return {
    skirt: skirt(page, frame, dress, hem, surface),
    bodice:
      cloth(page, outline, dress.colour, {
        ...surface,
        detail: folds(torsoFolds(frame, 590).slice(0, 2), dress.colour, 0.18),
      }) +
      buttons +
      (dress.line === "column" && !dress.belt
        ? ""
        : page.part(
            dress.belt ? "belt" : "dress",
            stroke(belt, dress.belt ?? darker(dress.colour, 0.32), dress.belt ? 19 : 5, dress.belt ? 1 : 0.45, BUTT),
          )) +
      (dress.belt
        ? stroke(openPath(frame.line(`${-waist - 4},573 0,583 ${waist + 4},573`)), lighter(dress.belt, 0.4), 2, 0.5)
        : ""),
    sleeves: { left: draw("left"), right: draw("right") },
    collar: collarOf(page, frame, dress),
    bareArms: dress.sleeves !== "long",
    hem,
  };
}
