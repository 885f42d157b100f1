import { expect, test } from "vitest";
import { readEventsSearch } from "./events-search.ts";

test("an address names only days and months of the calendar", () => {
  const readDay = (day: unknown) => readEventsSearch({ day }).day;
  expect(["2026-12-31", "2028-02-29"].map(readDay)).toEqual(["2026-12-31", "2028-02-29"]);
  const wrong = ["2026-13-45", "2026-02-30", "2026-02-29", "0000-01-01", "2026-1-1", "2026-12-31T00:00", 20_261_231];
  expect(wrong.map(readDay)).toEqual(wrong.map(() => undefined));
  const months = ["2026-12", "2026-13", "2026-00", "0000-01", "2026-12-01"];
  expect(months.map((month) => readEventsSearch({ month }).month)).toEqual([
    "2026-12",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
