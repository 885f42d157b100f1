import { lerp, mirrored, type Point, points } from "./geometry.ts";
import { type Gesture, POSES, type PoseName, type Stance } from "./poses.ts";

export type Side = "left" | "right";
export const SIDES: readonly Side[] = ["left", "right"];
/** The picture's left is negative. */
export const sign = (side: Side) => (side === "left" ? -1 : 1);

/** Half widths of a body, in picture units; a head is about 140 high. */
export type Build = { shoulder: number; waist: number; hip: number; limb: number };
export type Arm = { shoulder: Point; elbow: Point; wrist: Point; gesture: Gesture };
export type Leg = { hip: Point; knee: Point; ankle: Point; foot: number; lifted: boolean };

/**
 * A posed body without skin. The centre line is x = 0; heights are fixed (chin 290, shoulders 345, waist 586,
 * hips 690, soles 1300), so that every garment can be cut to the same heights and bent to the pose.
 */
export type Frame = {
  build: Build;
  arms: Record<Side, Arm>;
  legs: Record<Side, Leg>;
  headTilt: number;
  headTurn: number;
  laidFlat: boolean;
  /** Where a point of the upright body goes in this pose. */
  bend: (x: number, y: number) => Point;
  /** A line or outline given as text in upright coordinates, bent to the pose. */
  line: (text: string) => Point[];
  /** The same for a right half, closed with its mirror image. */
  outline: (rightHalf: string) => Point[];
};

const UPPER_ARM = 156;
const FOREARM = 148;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

function poseArm(side: Side, stance: Stance, build: Build, bend: Frame["bend"]): Arm {
  const pose = stance.arms[side];
  const shoulder = bend(sign(side) * (build.shoulder - 12), 366);
  const reach = pose.reach ?? 1;
  const swing = (from: Point, length: number, degrees: number): Point => [
    from[0] + sign(side) * Math.sin(radians(degrees)) * length,
    from[1] + Math.cos(radians(degrees)) * length,
  ];
  const elbow = swing(shoulder, UPPER_ARM * reach, pose.upper);
  return { shoulder, elbow, wrist: swing(elbow, FOREARM * reach, pose.lower), gesture: pose.gesture };
}

function poseLeg(side: Side, stance: Stance, bend: Frame["bend"]): Leg {
  const pose = stance.legs[side];
  const [hipX] = bend(sign(side) * 42, 690);
  return {
    hip: [hipX, 690],
    knee: [pose.knee[0], pose.knee[1]],
    ankle: [pose.ankle[0], pose.ankle[1]],
    foot: pose.foot,
    lifted: pose.lifted ?? false,
  };
}

export function buildFrame(poseName: PoseName, build: Build): Frame {
  const stance = POSES[poseName];
  const bend = (x: number, y: number): Point => {
    const down = Math.min(1, Math.max(0, (y - 380) / 270));
    const eased = down * down * (3 - 2 * down);
    return [x + lerp(stance.shoulders, stance.hips, eased), y + x * stance.slope * (1 - eased)];
  };
  const bent = (list: Point[]): Point[] =>
    list.map(([x, y, corner]) => {
      const [bentX, bentY] = bend(x, y);
      return corner ? [bentX, bentY, 1] : [bentX, bentY];
    });
  return {
    build,
    bend,
    headTilt: stance.headTilt,
    headTurn: stance.headTurn,
    laidFlat: poseName === "laid-flat",
    line: (text) => bent(points(text)),
    outline: (rightHalf) => bent(mirrored(points(rightHalf))),
    arms: { left: poseArm("left", stance, build, bend), right: poseArm("right", stance, build, bend) },
    legs: { left: poseLeg("left", stance, bend), right: poseLeg("right", stance, bend) },
  };
}
