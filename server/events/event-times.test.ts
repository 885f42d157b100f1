import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysBetween, describeTime, isTimeZone, toLocalTime, toMoment } from "./event-times.ts";

const at = (local: string, zone: string) => {
  const moment = toMoment(local, zone);
  return "at" in moment ? moment.at.toISOString() : moment.problem;
};

describe("a wall-clock time in a time zone", () => {
  test.each([
    ["2026-01-15T19:00", "Europe/Berlin", "2026-01-15T18:00:00.000Z"],
    ["2026-07-15T19:00", "Europe/Berlin", "2026-07-15T17:00:00.000Z"],
    ["2026-07-15T19:00", "Asia/Kolkata", "2026-07-15T13:30:00.000Z"],
    ["2026-12-31T23:30", "America/Los_Angeles", "2027-01-01T07:30:00.000Z"],
  ])("%s in %s is %s", (local, zone, expected) => expect(at(local, zone)).toBe(expected));

  test("clocks going forward: the skipped hour is rejected, its neighbours are right", () => {
    expect(at("2026-03-29T01:59", "Europe/Berlin")).toBe("2026-03-29T00:59:00.000Z");
    expect(at("2026-03-29T02:30", "Europe/Berlin")).toBe("skipped");
    expect(at("2026-03-29T03:00", "Europe/Berlin")).toBe("2026-03-29T01:00:00.000Z");
    expect(at("2026-03-08T02:30", "America/New_York")).toBe("skipped");
    expect(at("2026-10-04T02:30", "Australia/Sydney")).toBe("skipped");
  });

  test("clocks going back: the hour that occurs twice is the first of the two", () => {
    expect(at("2026-10-25T01:59", "Europe/Berlin")).toBe("2026-10-24T23:59:00.000Z");
    expect(at("2026-10-25T02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    expect(at("2026-10-25T03:00", "Europe/Berlin")).toBe("2026-10-25T02:00:00.000Z");
    expect(at("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
  });

  test.each([
    ["2026-02-30T10:00", "Europe/Berlin", "invalid"],
    ["2026-13-01T10:00", "Europe/Berlin", "invalid"],
    ["2026-01-01T25:00", "Europe/Berlin", "invalid"],
    ["2026-01-01T10:00", "Mars/Olympus", "unknown_zone"],
    ["2026-01-01T10:00", "+02:00", "unknown_zone"],
    ["2026-01-01T10:00", "", "unknown_zone"],
  ])("%s in '%s' is refused as %s", (local, zone, problem) => expect(at(local, zone)).toBe(problem));

  test("what the event's clock shows is what was typed, in every zone and on every day of two years", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    const minutes = fc.integer({ min: 0, max: 2 * 366 * 24 * 60 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
        const local = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString().slice(0, 16);
        const moment = toMoment(local, zone);
        if ("problem" in moment) expect(moment.problem).toBe("skipped");
        else {
          expect(toLocalTime(moment.at, zone)).toBe(local);
          expect(moment.day).toBe(local.slice(0, 10));
        }
      }),
      { numRuns: 500 },
    );
  });
});

test("days are counted by the event's clock, also across a change of the clocks", () => {
  const between = (from: string, to: string, zone: string) => daysBetween(new Date(from), new Date(to), zone);
  expect(between("2026-10-24T21:30:00Z", "2026-10-25T22:30:00Z", "Europe/Berlin")).toBe(1);
  expect(between("2026-03-28T23:30:00Z", "2026-03-29T21:30:00Z", "Europe/Berlin")).toBe(0);
  expect(between("2026-06-01T10:00:00Z", "2026-06-01T16:00:00Z", "Asia/Tokyo")).toBe(1);
});

test("a time is written by the event's clock", () => {
  expect(describeTime(new Date("2026-12-12T18:00:00Z"), "Europe/Berlin")).toBe("Sat 12 Dec, 19:00");
  expect(describeTime(new Date("2026-12-12T15:00:00Z"), "Asia/Tokyo")).toBe("Sun 13 Dec, 00:00");
});

test("only names of zones are zones", () => {
  expect(["Europe/Lisbon", "UTC", "Asia/Kathmandu"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["+01:00", "Nowhere", "", "../etc"].map(isTimeZone)).toEqual([false, false, false, false]);
});
