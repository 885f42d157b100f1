import { limits } from "#contract/limits.ts";
import type { SwipeDirection } from "#contract/swipes.ts";

/** How far a card is from its place, in pixels. */
export interface Pull {
  x: number;
  y: number;
}

/** How a card left the hand: where it was and, in pixels a millisecond, how fast. */
export interface Release extends Pull {
  velocityX: number;
  velocityY: number;
  /** 1 where it was held above its middle, -1 below: a card turns about the hand. */
  turn: 1 | -1;
}

export interface Flight {
  keyframes: Keyframe[];
  options: KeyframeAnimationOptions;
}

/** A flick that is this fast decides, however short. */
const throwSpeed = 0.45;
/** Degrees that a card is tilted when it is pulled by the width of the window. */
const tiltDegrees = 18;
const slowestFlight = 1.1;
const flightMs = { min: 160, max: 420 };
/** Of the spring that pulls a card back: its frequency a millisecond, and how much it is held up (1 does not swing). */
const springFrequency = 0.021;
const springDamping = 0.72;
const springMs = 480;
const frameMs = 1_000 / 60;

export const atRest: Release = { x: 0, y: 0, velocityX: 0, velocityY: 0, turn: 1 };
const decisionPixels = (windowWidth: number): number => (windowWidth * limits.swipeWindowPercent) / 100;

/** The decision on release: beyond 30 % of the window, or thrown in the direction of the drag. Null: the card returns. */
export function decide({ x, velocityX }: Release, windowWidth: number): SwipeDirection | null {
  const isFar = Math.abs(x) > decisionPixels(windowWidth);
  // Nothing is decided before its label has shown.
  const isThrown = Math.abs(x) > limits.swipeLabelPixels && velocityX * Math.sign(x) >= throwSpeed;
  if (!isFar && !isThrown) return null;
  return x > 0 ? "like" : "pass";
}

/** How much of a label shows: nothing up to 50 px its way, all of it 40 px later. */
export function labelOpacity(label: SwipeDirection, x: number): number {
  const way = label === "like" ? x : -x;
  return Math.min(1, Math.max(0, (way - limits.swipeLabelPixels) / 40));
}

/** How far the next card has come up: 1 when the top one is where it decides. */
export function pulledShare(x: number, windowWidth: number): number {
  return Math.min(1, Math.abs(x) / decisionPixels(windowWidth));
}

export function transformOf({ x, y }: Pull, turn: 1 | -1, windowWidth: number): string {
  const degrees = (x / windowWidth) * tiltDegrees * turn;
  return `translate3d(${x.toFixed(1)}px, ${y.toFixed(1)}px, 0) rotate(${degrees.toFixed(2)}deg)`;
}

/** Off the screen, on the side of the decision, at the speed that the hand gave it. */
export function flyOut(release: Release, direction: SwipeDirection, windowWidth: number): Flight {
  const side = direction === "like" ? 1 : -1;
  const target = side * windowWidth * 1.15;
  const distance = Math.abs(target - release.x);
  const speed = Math.max(0, release.velocityX * side);
  const duration = Math.min(flightMs.max, Math.max(flightMs.min, distance / Math.max(speed, slowestFlight)));
  const drift = Math.min(windowWidth, Math.max(-windowWidth, release.velocityY * duration * 0.5));
  // Begins as fast as the hand was: no stop is felt between the two.
  const start = Math.min(1, (speed * duration) / distance);
  return {
    keyframes: [
      { transform: transformOf(release, release.turn, windowWidth) },
      { transform: transformOf({ x: target, y: release.y + drift }, release.turn, windowWidth) },
    ],
    options: { duration, easing: `cubic-bezier(0.3, ${(0.3 * start).toFixed(3)}, 0.7, 0.7)`, fill: "forwards" },
  };
}

/** Back to its place on a spring, with the speed that it had. */
export function springBack(release: Release, windowWidth: number): Flight {
  const keyframes: Keyframe[] = [];
  for (let time = 0; time < springMs; time += frameMs) {
    const pull = { x: springAt(release.x, release.velocityX, time), y: springAt(release.y, release.velocityY, time) };
    keyframes.push({ transform: transformOf(pull, release.turn, windowWidth) });
  }
  keyframes.push({ transform: "none" });
  return { keyframes, options: { duration: springMs, easing: "linear" } };
}

/** Where a damped spring is after `time` that began at `from` with `velocity`. */
function springAt(from: number, velocity: number, time: number): number {
  const decay = springDamping * springFrequency;
  const swing = springFrequency * Math.sqrt(1 - springDamping ** 2);
  const sine = (velocity + decay * from) / swing;
  return Math.exp(-decay * time) * (from * Math.cos(swing * time) + sine * Math.sin(swing * time));
}

/** Back onto the deck from where it flew to. */
export function flyBack(direction: SwipeDirection, windowWidth: number): Flight {
  const { keyframes } = flyOut(atRest, direction, windowWidth);
  return {
    keyframes: keyframes.toReversed(),
    options: { duration: 280, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
  };
}

/** With reduced motion a card fades in place. */
export const fadeOut: Flight = {
  keyframes: [{ opacity: 1 }, { opacity: 0 }],
  options: { duration: 150, easing: "ease-out", fill: "forwards" },
};
export const fadeIn: Flight = {
  keyframes: [{ opacity: 0 }, { opacity: 1 }],
  options: { duration: 150, easing: "ease-out" },
};

const recentMs = 80;

export interface Sample extends Pull {
  atMs: number;
}

/** Speed over the last moments before a release; a hand that rested before letting go throws nothing. */
export function velocityOf(samples: readonly Sample[], nowMs: number): { velocityX: number; velocityY: number } {
  const recent = samples.filter(({ atMs }) => nowMs - atMs <= recentMs);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || first === last) return { velocityX: 0, velocityY: 0 };
  // Up to now and not to the last move: without a move the hand rests.
  const span = Math.max(frameMs, nowMs - first.atMs);
  return { velocityX: (last.x - first.x) / span, velocityY: (last.y - first.y) / span };
}
