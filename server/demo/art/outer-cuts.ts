import type { OuterKind } from "./garments.ts";
import type { SleeveCut } from "./torso.ts";

export type OuterCut = {
  hem: number;
  ease: number;
  /** Half the opening at the chest and at the hem. */
  gap: number;
  gapHem: number;
  flare?: number;
  collar: "lapel" | "wide-lapel" | "peak" | "shawl" | "shirt" | "biker" | "rib" | "stand" | "fold" | "none";
  ending: NonNullable<SleeveCut["ending"]> | "none";
  fastening?: "buttons" | "brass" | "zip";
  ribbed?: true;
  cuffWidth?: number;
};

export const OUTER_CUTS: Readonly<Record<OuterKind, OuterCut>> = {
  blazer: { hem: 720, ease: 22, gap: 24, gapHem: 58, collar: "lapel", ending: "plain" },
  "double-blazer": { hem: 734, ease: 26, gap: 12, gapHem: 24, collar: "peak", ending: "plain", fastening: "brass" },
  tuxedo: { hem: 722, ease: 20, gap: 22, gapHem: 52, collar: "shawl", ending: "plain" },
  trench: { hem: 1010, ease: 28, gap: 22, gapHem: 70, flare: 9, collar: "wide-lapel", ending: "turned" },
  coat: { hem: 990, ease: 31, gap: 24, gapHem: 62, flare: 5, collar: "wide-lapel", ending: "plain" },
  parka: { hem: 860, ease: 36, gap: 28, gapHem: 52, flare: 3, collar: "fold", ending: "plain", fastening: "zip" },
  bomber: { hem: 664, ease: 32, gap: 30, gapHem: 44, collar: "rib", ending: "rib", ribbed: true, fastening: "zip" },
  varsity: {
    hem: 668,
    ease: 32,
    gap: 30,
    gapHem: 42,
    collar: "rib",
    ending: "rib",
    ribbed: true,
    fastening: "buttons",
  },
  windbreaker: {
    hem: 676,
    ease: 36,
    gap: 28,
    gapHem: 44,
    collar: "rib",
    ending: "rib",
    ribbed: true,
    fastening: "zip",
  },
  "track-jacket": {
    hem: 668,
    ease: 22,
    gap: 26,
    gapHem: 38,
    collar: "rib",
    ending: "rib",
    ribbed: true,
    fastening: "zip",
  },
  "denim-jacket": { hem: 656, ease: 22, gap: 28, gapHem: 46, collar: "shirt", ending: "cuff", fastening: "buttons" },
  "cord-jacket": { hem: 692, ease: 24, gap: 28, gapHem: 50, collar: "shirt", ending: "plain", fastening: "buttons" },
  "fringe-jacket": { hem: 660, ease: 24, gap: 30, gapHem: 56, collar: "shirt", ending: "plain" },
  overshirt: { hem: 708, ease: 26, gap: 30, gapHem: 56, collar: "shirt", ending: "cuff", fastening: "buttons" },
  cardigan: { hem: 702, ease: 26, gap: 26, gapHem: 44, collar: "none", ending: "rib", fastening: "buttons" },
  "leather-jacket": { hem: 646, ease: 18, gap: 30, gapHem: 54, collar: "biker", ending: "plain" },
  puffer: { hem: 676, ease: 44, gap: 28, gapHem: 38, collar: "stand", ending: "plain", fastening: "zip" },
  gilet: { hem: 664, ease: 26, gap: 28, gapHem: 42, collar: "stand", ending: "none", fastening: "zip" },
  kimono: { hem: 880, ease: 26, gap: 34, gapHem: 78, flare: 6, collar: "none", ending: "plain", cuffWidth: 1.7 },
  waistcoat: { hem: 664, ease: 10, gap: 12, gapHem: 10, collar: "none", ending: "none", fastening: "buttons" },
};
