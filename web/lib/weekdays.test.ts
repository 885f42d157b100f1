import { expect, test } from "vitest";
import { shortDay } from "./weekdays.ts";

test("a short day is that of the clock it was read from", () => {
  expect([shortDay("2026-12-12T00:00"), shortDay("2026-03-01T23:59")]).toEqual(["Sat 12 Dec", "Sun 1 Mar"]);
});
