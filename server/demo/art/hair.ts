import { cloth, type Surface } from "./cloth.ts";
import { CURLED_CUTS, type HairLayers } from "./curls.ts";
import { lighter } from "./colour.ts";
import { closedPath, crescent, mirrored, type Point, points } from "./geometry.ts";
import { type Page, shape } from "./page.ts";
import type { HairStyle, Person } from "./person.ts";

type Strand = readonly [from: Point, to: Point, bend: number, width: number];
/** Hair as shapes behind the head and over it, around the face's centre. */
type Cut = { behind?: Point[]; over?: Point[]; strands?: readonly Strand[] };

const even = (text: string) => mirrored(points(text));
const CAP = even("0,-86 42,-76 55,-34 51,8 0,26");

// prettier-ignore
const CUTS: Partial<Record<HairStyle, Cut>> = {
  bob: {
    behind: even("0,-90 46,-82 68,-40 72,14 67,74! 34,84 0,82"),
    over: points("8,-88 46,-78 66,-34 68,24 62,72! 50,66 47,12 40,-26 12,-46 -22,-36 -40,-10 -46,22 -50,66 -62,72! -68,22 -66,-34 -44,-80"),
    strands: [[[14, -72], [58, 10], -16, 3], [[-20, -70], [-58, 20], 14, 3]],
  },
  fringe: {
    behind: even("0,-90 46,-82 66,-36 74,60 80,150 74,196! 40,204 0,192"),
    over: even("0,-90 46,-80 65,-34 66,36 72,110 64,150 52,90 47,10 44,-26 22,-31 0,-31"),
    strands: [[[-12, -80], [-22, -34], 3, 2.4], [[14, -80], [20, -34], -3, 2.4], [[58, 0], [64, 120], -5, 3]],
  },
  long: {
    behind: even("0,-90 48,-80 68,-30 73,40 84,120 80,192 48,208 0,194"),
    over: even("0,-90 46,-78 65,-34 67,36 77,116 74,186 57,164 51,90 47,20 33,-30 0,-66!"),
    strands: [[[58, 10], [66, 160], -8, 3], [[-58, 10], [-66, 160], 8, 3], [[-8, -78], [-50, -10], 14, 2.5]],
  },
  waves: {
    behind: even("0,-92 54,-82 76,-30 72,20 94,72 84,122 98,172 52,190 0,164"),
    over: points("-14,-90 42,-84 68,-38 64,10 79,58 70,102 80,146 58,124 50,60 47,2 30,-36 -22,-52 -42,-14 -49,40 -59,112 -80,146 -70,98 -81,58 -64,10 -68,-36 -50,-78"),
    strands: [[[-18, -74], [56, -10], -26, 3], [[60, 20], [70, 120], -10, 3], [[-56, 10], [-68, 120], 10, 3]],
  },
  bun: {
    behind: points("0,-140 30,-130 38,-104 26,-84 50,-70 56,-28 50,14 0,28 -50,14 -56,-28 -50,-70 -26,-84 -38,-104 -30,-130"),
    over: even("0,-86 40,-76 54,-36 50,2 44,-20 24,-50 0,-56"),
    strands: [[[0, -80], [44, -36], -8, 2.4], [[0, -80], [-44, -36], 8, 2.4], [[-16, -124], [18, -100], -8, 3]],
  },
  "low-bun": {
    behind: [...even("0,-86 42,-76 55,-34 52,14 30,40 36,74 18,90 0,92")],
    over: points("-10,-86 34,-80 54,-40 50,6 44,-16 24,-46 -10,-62! -34,-36 -45,-8 -50,6 -54,-40 -40,-74"),
    strands: [[[-8, -76], [46, -24], -14, 2.6]],
  },
  ponytail: {
    behind: points("20,-86 66,-98 106,-62 112,10 98,84 82,118 78,50 62,-20 52,10 0,24 -50,10 -54,-30 -42,-74 0,-84"),
    over: even("0,-86 40,-76 54,-36 50,2 44,-20 26,-48 0,-54"),
    strands: [[[78, -70], [96, 70], -14, 3], [[-4, -78], [40, -44], -8, 2.4]],
  },
  braids: {
    behind: even("0,-88 44,-78 58,-30 56,30 0,44"),
    over: even("0,-88 42,-78 58,-34 54,10 46,-16 28,-46 0,-68!"),
    strands: [[[-6, -78], [-44, -30], 10, 2.4], [[6, -78], [44, -30], -10, 2.4]],
  },
  pixie: {
    behind: CAP,
    over: points("-30,-84 16,-94 50,-76 58,-34 52,14 45,-2 40,-34 2,-28 -34,-44 -44,-16 -50,10 -57,-30 -50,-66"),
    strands: [[[-26, -80], [36, -38], -12, 3], [[0, -86], [46, -40], -12, 2.5]],
  },
  crop: {
    behind: CAP,
    over: points("-6,-90 34,-86 55,-54 53,-8 46,-2 44,-30 26,-46 -8,-42 -36,-49 -45,-26 -47,-2 -53,-8 -55,-52 -38,-84"),
    strands: [[[-26, -80], [-14, -50], 4, 2.4], [[6, -84], [14, -50], -4, 2.4], [[34, -74], [36, -50], -3, 2.2]],
  },
  "side-part": {
    behind: CAP,
    over: points("-24,-86 16,-98 51,-78 59,-36 51,-4 45,-12 42,-40 6,-52 -28,-63! -44,-34 -47,-2 -54,-10 -56,-50 -42,-78"),
    strands: [[[-20, -78], [46, -52], -14, 3], [[-14, -86], [48, -66], -10, 2.4]],
  },
  quiff: {
    behind: CAP,
    over: points("-34,-92 -6,-116 38,-110 58,-78 54,-30 50,-4 45,-14 43,-44 20,-58 -16,-56 -40,-44 -46,-4 -53,-12 -56,-56"),
    strands: [[[-28, -62], [10, -104], 12, 3], [[0, -60], [40, -98], 12, 3], [[24, -60], [52, -78], 8, 2.5]],
  },
  curtains: {
    behind: even("0,-88 44,-78 60,-34 58,20 44,52 0,58"),
    over: even("0,-82! 16,-92 46,-82 62,-36 60,14 50,40 47,4 42,-30 20,-54 0,-70!"),
    strands: [[[6, -80], [52, -10], -16, 2.6], [[-6, -80], [-52, -10], 16, 2.6]],
  },
  "flat-top": {
    behind: even("0,-104 46,-106! 56,-60 50,0 0,14"),
    over: even("0,-106 48,-108! 56,-60 51,-4 46,-10 43,-46 0,-52"),
  },
  thinning: { over: even("46,-46! 58,-30 54,8 46,14 45,-20") },
};

function hijab(page: Page, colour: string): HairLayers {
  const wrap = even("0,-96 50,-84 71,-28 67,40 88,112 62,160 0,176");
  const opening = closedPath(even("0,-56 29,-50 41,-14 39,26 22,58 0,68"));
  const front = even("0,-94 48,-82 67,-28 62,34 44,76 60,122 0,152");
  const clip = page.id();
  // prettier-ignore
  const pleats = [
    [[-40, 66], [54, 126], 22, 4], [[-52, 92], [22, 148], 14, 3], [[-30, -70], [-50, 10], 10, 3], [[34, -74], [54, 0], -10, 3],
  ] as const;
  const detail = pleats
    .map(([from, to, bend, width]) => shape(crescent(from, to, bend, width), "#2b1d4a", 0.18))
    .join("");
  return {
    behind: cloth(page, wrap, colour),
    // The opening is cut out with an even-odd clip, so the face below stays whole.
    over:
      `<clipPath id="${clip}"><path clip-rule="evenodd" d="M-300 -300H300V400H-300Z${opening}"/></clipPath>` +
      `<g clip-path="url(#${clip})">${cloth(page, front, colour, { light: [-10, -4], detail })}</g>`,
  };
}

const braid = (page: Page, side: number, colour: string) =>
  [40, 66, 92, 118, 142]
    .map((y, index) =>
      cloth(
        page,
        mirrored(points(`0,-20 ${17 - index * 1.6},-4 0,22`)).map(([x, dy]): Point => [
          side * (52 + index * 2.5) + x,
          y + dy,
        ]),
        colour,
        { light: [-6, -3] },
      ),
    )
    .join("");

/** The hair behind the head and over the face, both around the face's centre. */
export function hair(page: Page, person: Person): HairLayers {
  if (person.hijab) return hijab(page, person.hijab);
  const colour = person.hair;
  const curled = CURLED_CUTS[person.hairStyle];
  if (curled) return curled(page, colour);
  if (person.hairStyle === "buzz") {
    return { behind: "", over: shape(closedPath(even("0,-76 35,-68 51,-32 50,0 45,-22 28,-46 0,-52")), colour, 0.86) };
  }
  const cut = CUTS[person.hairStyle] ?? {};
  const surface: Surface = { light: [-10, -6], shade: 0.22 };
  const strands = (cut.strands ?? [])
    .map(([from, to, bend, width]) => shape(crescent(from, to, bend, width), lighter(colour, 0.38), 0.36))
    .join("");
  const plaits = person.hairStyle === "braids" ? braid(page, -1, colour) + braid(page, 1, colour) : "";
  return {
    behind: cut.behind ? cloth(page, cut.behind, colour, surface) : "",
    over: (cut.over ? cloth(page, cut.over, colour, { ...surface, detail: strands }) : "") + plaits,
  };
}
