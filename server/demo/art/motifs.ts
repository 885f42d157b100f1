import type { Frame } from "./frame.ts";
import type { Graphic } from "./garments.ts";
import { box, dot, oval, shape, stroke } from "./page.ts";
import { heart, star } from "./prints.ts";

const rays = (ink: string) =>
  dot(0, 0, 34, ink) + [8, 18, 28].map((y, index) => box(-40, y, 80, 2 + index * 1.5, "#000000", 0.13)).join("");
const petals = (ink: string) =>
  Array.from({ length: 6 }, (_, index) =>
    dot(Math.cos((index * Math.PI) / 3) * 20, Math.sin((index * Math.PI) / 3) * 20, 15, ink),
  ).join("") + dot(0, 0, 12, "#f4d58d");

const MOTIFS: Readonly<Record<Graphic, (ink: string) => string>> = {
  sun: rays,
  flower: petals,
  bars: (ink) => box(-46, -26, 92, 12, ink) + box(-46, -6, 64, 12, ink) + box(-46, 14, 80, 12, ink),
  box: (ink) =>
    `<rect x="-48" y="-22" width="96" height="40" rx="4" fill="none" stroke="${ink}" stroke-width="5"/>` +
    stroke("M-30 6l12 -18l12 18l12 -18l12 18", ink, 5),
  band: (ink) => box(-300, -34, 600, 22, ink) + box(-300, -6, 600, 22, ink, 0.6) + box(-300, 22, 600, 22, ink, 0.3),
  bolt: (ink) => shape("M8 -46L-26 10H-2L-12 48L28 -12H4L18 -46Z", ink),
  heart: (ink) => heart(0, -4, 24, ink),
  number: (ink) => stroke("M-38 -16l16 -14v64M10 -30h26v30h-26v34h28", ink, 13),
  star: (ink) => star(0, 0, 38, ink),
  crest: (ink) =>
    `<g transform="translate(46 -6)">${shape("M-16 -20H16V2Q14 18 0 26Q-14 18 -16 2Z", ink)}${stroke("M-9 -6h18M0 -14v26", "#fff6e8", 3)}</g>`,
  smile: (ink) =>
    dot(0, 0, 36, ink) +
    oval(-12, -8, 4, 8, "#26242c") +
    oval(12, -8, 4, 8, "#26242c") +
    stroke("M-20 8q20 22 40 0", "#26242c", 5),
};

/** A print on the chest. */
export function motif(frame: Frame, graphic: Graphic, ink: string): string {
  const [x, y] = frame.bend(0, 462);
  return `<g transform="translate(${x} ${y})">${MOTIFS[graphic](ink)}</g>`;
}
