import { describe, expect, test } from "vitest";
import { zoneName } from "#contract/time-zone-names.ts";
import { describeOwnTime, describeTimes, monthWeeks, shiftMonth, thisWeekend } from "./event-time.ts";

const night = { startsAt: "2026-10-24T20:00:00.000Z", endsAt: "2026-10-25T02:00:00.000Z", timeZone: "Europe/Berlin" };

describe("an event's times", () => {
  test("are in the event's time zone, across the night in which clocks go back", () => {
    expect(describeTimes(night)).toEqual({ day: "Saturday 24 October 2026", time: "22:00–03:00" });
  });
  test("across the night in which clocks go forward", () => {
    const times = {
      startsAt: "2026-03-28T21:00:00.000Z",
      endsAt: "2026-03-29T02:00:00.000Z",
      timeZone: "Europe/Berlin",
    };
    expect(describeTimes(times)).toEqual({ day: "Saturday 28 March 2026", time: "22:00–04:00" });
  });
  test("name both ends of several days", () => {
    expect(describeTimes({ ...night, endsAt: "2026-10-26T11:00:00.000Z" })?.time).toBe(
      "22:00 until Monday 26 October 2026, 12:00",
    );
  });
  test("come with the reader's own only where those differ", () => {
    expect(describeOwnTime(night, "Europe/Paris")).toBeNull();
    expect(describeOwnTime(night, "Asia/Tokyo")).toBe("Sun 05:00 your time");
    expect(describeOwnTime(night, "Europe/Lisbon")).toBe("21:00 your time");
    expect(zoneName("America/New_York")).toBe("New York time");
  });
});

test("a weekend is Saturday and Sunday, and on a Sunday what is left of it", () => {
  expect(thisWeekend(new Date(2026, 10, 25))).toEqual({ from: "2026-11-28", to: "2026-11-29" });
  expect(thisWeekend(new Date(2026, 10, 28))).toEqual({ from: "2026-11-28", to: "2026-11-29" });
  expect(thisWeekend(new Date(2026, 10, 29))).toEqual({ from: "2026-11-29", to: "2026-11-29" });
});

test("a month is whole weeks from Monday, also where the clocks change in it", () => {
  const weeks = monthWeeks("2026-10");
  expect(weeks.length).toBe(5);
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(["2026-09-28", "2026-11-01"]);
  expect(new Set(weeks.flat()).size).toBe(35);
  expect([shiftMonth("2026-12", 1), shiftMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
