/** What a hand is doing: it decides whether it is drawn, and in front of what. */
export type Gesture = "hang" | "pocket" | "hip" | "raised" | "behind";
type ArmPose = { upper: number; lower: number; gesture: Gesture; reach?: number };
type LegPose = { knee: readonly [number, number]; ankle: readonly [number, number]; foot: number; lifted?: boolean };

/**
 * Shoulders and hips: sideways shift. Slope: rise of the shoulder line, per unit of width. Arm angles: degrees from
 * straight down, outwards positive. Foot: -1 points to the left, 1 to the right, smaller values are foreshortened.
 */
export type Stance = {
  shoulders: number;
  hips: number;
  slope: number;
  headTilt: number;
  headTurn: number;
  arms: { left: ArmPose; right: ArmPose };
  legs: { left: LegPose; right: LegPose };
};
// prettier-ignore
export type PoseName =
  | "stand" | "contrapposto" | "pocket" | "pockets" | "hip" | "walk" | "stride" | "coffee" | "crossed" | "wide"
  | "behind" | "laid-flat";

const hang: ArmPose = { upper: 10, lower: 3, gesture: "hang" };
const hangWide: ArmPose = { upper: 16, lower: 6, gesture: "hang" };
const inPocket: ArmPose = { upper: 20, lower: -27, gesture: "pocket" };
const onHip: ArmPose = { upper: 42, lower: -34, gesture: "hip" };
const behindBack: ArmPose = { upper: 17, lower: -26, gesture: "behind", reach: 0.97 };
const lifted: ArmPose = { upper: 12, lower: -152, gesture: "raised", reach: 0.92 };

// prettier-ignore
export const POSES: Readonly<Record<PoseName, Stance>> = {
  stand: {
    shoulders: 0, hips: 2, slope: 0, headTilt: 0, headTurn: 0.3,
    arms: { left: hang, right: hang },
    legs: { left: { knee: [-46, 955], ankle: [-50, 1222], foot: -0.77 }, right: { knee: [52, 955], ankle: [58, 1222], foot: 0.79 } },
  },
  contrapposto: {
    shoulders: 6, hips: -18, slope: 0.05, headTilt: 4, headTurn: -0.7,
    arms: { left: hangWide, right: hang },
    legs: { left: { knee: [-58, 956], ankle: [-44, 1226], foot: -0.74 }, right: { knee: [76, 944], ankle: [100, 1206], foot: 0.86 } },
  },
  pocket: {
    shoulders: 4, hips: -12, slope: 0.04, headTilt: -4, headTurn: 0.8,
    arms: { left: hang, right: inPocket },
    legs: { left: { knee: [-56, 955], ankle: [-56, 1224], foot: -0.76 }, right: { knee: [64, 950], ankle: [82, 1212], foot: 0.81 } },
  },
  pockets: {
    shoulders: -4, hips: 10, slope: -0.03, headTilt: 3, headTurn: 0.5,
    arms: { left: inPocket, right: inPocket },
    legs: { left: { knee: [-60, 950], ankle: [-82, 1212], foot: -0.82 }, right: { knee: [56, 955], ankle: [54, 1224], foot: 0.76 } },
  },
  hip: {
    shoulders: -8, hips: 20, slope: -0.06, headTilt: 5, headTurn: -0.6,
    arms: { left: hang, right: onHip },
    legs: { left: { knee: [-60, 948], ankle: [-104, 1206], foot: -0.86 }, right: { knee: [58, 957], ankle: [42, 1226], foot: 0.74 } },
  },
  walk: {
    shoulders: 2, hips: 6, slope: 0.04, headTilt: -2, headTurn: 0.6,
    arms: { left: { upper: 14, lower: -4, gesture: "hang" }, right: { upper: 10, lower: 12, gesture: "hang" } },
    legs: { left: { knee: [-30, 952], ankle: [-8, 1228], foot: -0.71 }, right: { knee: [64, 934], ankle: [72, 1176], foot: 0.74, lifted: true } },
  },
  stride: {
    shoulders: -6, hips: 4, slope: -0.04, headTilt: 2, headTurn: -0.8,
    arms: { left: { upper: 20, lower: 10, gesture: "hang" }, right: { upper: 12, lower: -6, gesture: "hang" } },
    legs: { left: { knee: [-84, 946], ankle: [-120, 1204], foot: -0.91 }, right: { knee: [40, 954], ankle: [26, 1228], foot: 0.76 } },
  },
  coffee: {
    shoulders: 4, hips: -10, slope: 0.03, headTilt: -4, headTurn: -0.6,
    arms: { left: lifted, right: hang },
    legs: { left: { knee: [-54, 955], ankle: [-50, 1224], foot: -0.75 }, right: { knee: [62, 950], ankle: [74, 1214], foot: 0.82 } },
  },
  crossed: {
    shoulders: 4, hips: -14, slope: 0.05, headTilt: 5, headTurn: 0.5,
    arms: { left: behindBack, right: hang },
    legs: { left: { knee: [-44, 955], ankle: [-22, 1226], foot: -0.76 }, right: { knee: [34, 946], ankle: [-58, 1208], foot: -0.81 } },
  },
  wide: {
    shoulders: 0, hips: 4, slope: 0.02, headTilt: -3, headTurn: 0.2,
    arms: { left: hangWide, right: inPocket },
    legs: { left: { knee: [-78, 952], ankle: [-108, 1212], foot: -0.83 }, right: { knee: [82, 952], ankle: [106, 1216], foot: 0.83 } },
  },
  behind: {
    shoulders: 0, hips: 8, slope: -0.03, headTilt: -4, headTurn: -0.4,
    arms: { left: behindBack, right: behindBack },
    legs: { left: { knee: [-50, 952], ankle: [-60, 1214], foot: -0.79 }, right: { knee: [54, 956], ankle: [50, 1226], foot: 0.74 } },
  },
  "laid-flat": {
    shoulders: 0, hips: 0, slope: 0, headTilt: 0, headTurn: 0,
    arms: { left: { upper: 30, lower: 12, gesture: "hang" }, right: { upper: 30, lower: 12, gesture: "hang" } },
    legs: { left: { knee: [-56, 955], ankle: [-66, 1222], foot: -1 }, right: { knee: [56, 955], ankle: [66, 1222], foot: 1 } },
  },
};
