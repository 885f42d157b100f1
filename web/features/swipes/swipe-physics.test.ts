import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atRest, decide, flyOut, labelOpacity, pulledShare, springBack, velocityOf } from "./swipe-physics.ts";

const windowWidth = 400;
const pulled = (x: number, velocityX = 0) => ({ ...atRest, x, velocityX });
/** Where a keyframe has the card. */
const xOf = ({ transform }: Keyframe) => Number(/translate3d\((-?[\d.]+)px/.exec(String(transform))?.[1] ?? 0);

describe("a release", () => {
  test("decides beyond 30 % of the window and not at it", () => {
    expect([119, 120, 121, -119, -120, -121].map((x) => decide(pulled(x), windowWidth))).toEqual([
      null,
      null,
      "like",
      null,
      null,
      "pass",
    ]);
  });

  test("decides by a throw the way of the pull, never by one the other way or before the label shows", () => {
    expect(decide(pulled(60, 0.8), windowWidth)).toBe("like");
    expect(decide(pulled(-60, -0.8), windowWidth)).toBe("pass");
    expect(decide(pulled(60, -0.8), windowWidth)).toBeNull();
    expect(decide(pulled(50, 3), windowWidth)).toBeNull();
  });
});

test("a label shows beyond 50 px in its own direction only", () => {
  expect([-400, 0, 50].map((x) => labelOpacity("like", x))).toEqual([0, 0, 0]);
  expect(labelOpacity("like", 51)).toBeGreaterThan(0);
  expect(labelOpacity("pass", -51)).toBeGreaterThan(0);
  expect([labelOpacity("like", 400), labelOpacity("pass", 400)]).toEqual([1, 0]);
});

test("the next card has come up wholly when the top one decides", () => {
  expect([0, 60, 120, 400].map((x) => pulledShare(x, windowWidth))).toEqual([0, 0.5, 1, 1]);
});

describe("flights", () => {
  const release = fc.record({
    x: fc.integer({ min: -400, max: 400 }),
    y: fc.integer({ min: -300, max: 300 }),
    velocityX: fc.double({ min: -4, max: 4, noNaN: true }),
    velocityY: fc.double({ min: -4, max: 4, noNaN: true }),
    turn: fc.constantFrom<1 | -1>(1, -1),
  });

  test("a card begins where it was let go and ends off the screen on the side of the decision, in under half a second", () => {
    fc.assert(
      fc.property(release, fc.constantFrom("like" as const, "pass" as const), (from, direction) => {
        const { keyframes, options } = flyOut(from, direction, windowWidth);
        const [first = {}, last = {}] = keyframes;
        expect(xOf(first)).toBeCloseTo(from.x, 0);
        expect(Math.sign(xOf(last))).toBe(direction === "like" ? 1 : -1);
        expect(Math.abs(xOf(last))).toBeGreaterThan(windowWidth);
        expect(Number(options.duration)).toBeLessThan(500);
      }),
    );
  });

  test("a faster throw is a shorter flight", () => {
    const duration = (speed: number) => Number(flyOut(pulled(60, speed), "like", windowWidth).options.duration);
    expect(duration(2)).toBeLessThan(duration(0.5));
  });

  test("a returning card starts where it was and ends in its place", () => {
    fc.assert(
      fc.property(release, (from) => {
        const { keyframes } = springBack(from, windowWidth);
        expect(xOf(keyframes[0] ?? {})).toBeCloseTo(from.x, 0);
        expect(Math.abs(xOf(keyframes.at(-2) ?? {}))).toBeLessThan(2);
        expect(keyframes.at(-1)).toEqual({ transform: "none" });
      }),
    );
  });
});

describe("the speed of a hand", () => {
  const samples = [0, 16, 32, 48].map((atMs) => ({ x: atMs * 2, y: 0, atMs }));

  test("is that of its last moments", () => {
    expect(velocityOf(samples, 48)).toEqual({ velocityX: 2, velocityY: 0 });
  });

  test("is zero if the pointer rested before the release", () => {
    expect(velocityOf(samples, 300)).toEqual({ velocityX: 0, velocityY: 0 });
    expect(velocityOf([], 0)).toEqual({ velocityX: 0, velocityY: 0 });
  });
});
