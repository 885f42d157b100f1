import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { hourMs } from "#contract/durations.ts";
import { addDays, canonicalTimeZone, localDate, mondayOf, pointsDayAt, startOfDate } from "./points-days.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/Sao_Paulo",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Asia/Beirut",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Etc/GMT+12",
];
const anyZone = fc.constantFrom(...zones);
const anyMoment = fc.date({
  min: new Date("2010-01-01T00:00:00Z"),
  max: new Date("2035-01-01T00:00:00Z"),
  noInvalidDate: true,
});

test("a time zone's formatter is kept under its name, not under the spellings that devices report", () => {
  let made = 0;
  class Counted extends Intl.DateTimeFormat {
    constructor(...given: ConstructorParameters<typeof Intl.DateTimeFormat>) {
      super(...given);
      made += 1;
    }
  }
  vi.stubGlobal("Intl", { DateTimeFormat: Counted });
  for (const spelling of ["eUROPE/oSLO", "eUROPE/oSLO", "europe/oslo"]) {
    expect(canonicalTimeZone(spelling)).toBe("Europe/Oslo");
  }
  localDate("Europe/Oslo", new Date());
  vi.unstubAllGlobals();
  expect(made).toBe(3);
});

describe("the first moment of a date", () => {
  test.each([
    ["UTC", "2026-11-22", "2026-11-22T00:00:00.000Z"],
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
    ["Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00.000Z"],
    ["Asia/Kolkata", "2026-11-22", "2026-11-21T18:30:00.000Z"],
    // Midnight did not exist: the clocks went from 23:59 to 1:00.
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  ])("in %s of %s is %s", (zone, date, start) => {
    expect(startOfDate(zone, date).toISOString()).toBe(start);
  });

  test("is the first one that shows the date, in every time zone", () => {
    fc.assert(
      fc.property(anyZone, anyMoment, (zone, at) => {
        const date = localDate(zone, at);
        const start = startOfDate(zone, date);
        expect(start.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(localDate(zone, start)).toBe(date);
        expect(localDate(zone, new Date(start.getTime() - 1)) < date).toBe(true);
      }),
    );
  });
});

test("weeks begin on Monday", () => {
  expect(["2026-11-22", "2026-11-23", "2026-11-29", "2026-11-30"].map(mondayOf)).toEqual([
    "2026-11-16",
    "2026-11-23",
    "2026-11-23",
    "2026-11-30",
  ]);
  expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
});

describe("a member's day", () => {
  test("begins at midnight where the member is", () => {
    const now = new Date("2026-11-22T20:00:00Z");
    expect(pointsDayAt("Asia/Kolkata", null, now)).toEqual({
      date: "2026-11-23",
      startedAt: new Date("2026-11-22T18:30:00Z"),
      endsAt: new Date("2026-11-23T18:30:00Z"),
    });
  });

  test("lasts at least 20 hours and contains the current moment, for any sequence of time zones", () => {
    const moves = fc.array(fc.record({ zone: anyZone, hours: fc.double({ min: 0.01, max: 30, noNaN: true }) }), {
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(anyMoment, moves, (first, visits) => {
        let now = first;
        let lastStart: Date | null = null;
        for (const { zone, hours } of visits) {
          now = new Date(now.getTime() + hours * hourMs);
          const day = pointsDayAt(zone, lastStart, now);
          expect(day.endsAt.getTime() - day.startedAt.getTime()).toBeGreaterThanOrEqual(20 * hourMs);
          expect(day.startedAt.getTime()).toBeLessThanOrEqual(now.getTime());
          expect(day.endsAt.getTime()).toBeGreaterThan(now.getTime());
          if (lastStart && day.startedAt.getTime() !== lastStart.getTime()) {
            expect(day.startedAt.getTime() - lastStart.getTime()).toBeGreaterThanOrEqual(20 * hourMs);
          }
          lastStart = day.startedAt;
        }
      }),
    );
  });
});
