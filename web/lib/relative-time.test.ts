import { expect, test } from "vitest";
import { relativeTime } from "./relative-time.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");

test.each([
  ["2026-03-01T12:00:30.000Z", "now"],
  ["2026-03-01T11:59:01.000Z", "now"],
  ["2026-03-01T11:59:00.000Z", "1m ago"],
  ["2026-03-01T11:00:01.000Z", "59m ago"],
  ["2026-03-01T11:00:00.000Z", "1h ago"],
  ["2026-02-28T12:00:01.000Z", "23h ago"],
  ["2026-02-28T12:00:00.000Z", "1d ago"],
  ["2025-03-01T12:00:00.000Z", "365d ago"],
])("%s is '%s'", (time, message) => {
  expect(relativeTime(time, now)).toBe(message);
});
