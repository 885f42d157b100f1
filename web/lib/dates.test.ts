import { expect, test } from "vitest";
import { exactTime, longDate } from "./dates.ts";

test("the exact time is the reader's", () => {
  const at = new Date(2026, 2, 5, 9, 7).toISOString();
  expect(exactTime(at)).toBe("5 Mar 2026, 09:07");
});

test.each([
  ["2026-01-01T00:00:00.000Z", "January 1, 2026"],
  ["2026-12-31T23:59:59.999Z", "December 31, 2026"],
])("%s is '%s' everywhere", (at, text) => {
  expect(longDate(at)).toBe(text);
});
