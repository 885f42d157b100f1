import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { readCursor, readRankCursor, toPage, writeCursor } from "./cursor.ts";

test("a cursor round-trips to its position", () => {
  const times = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(times, (time) => {
      const place = { createdAt: time.toISOString(), id: newId(time.getTime()) };
      expect(readCursor(writeCursor(place))).toEqual(place);
    }),
  );
});

test("an invalid cursor is rejected with its field", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => readCursor(text)).toThrow(AppError);
    }),
  );
  expect(() => readCursor(Buffer.from('["2026-01-01T00:00:00.000Z","x\' or 1=1"]').toString("base64url"))).toThrow(
    expect.objectContaining({ code: "request.invalid", issues: [expect.objectContaining({ path: "cursor" })] }),
  );
});

test("a page has a next cursor only if there is a further row", () => {
  const rows = [1, 2, 3].map((n) => ({ id: newId(n), createdAt: new Date(n).toISOString() }));
  expect(toPage(rows, 3).nextCursor).toBeNull();
  const page = toPage(rows, 2);
  expect(page.items).toEqual(rows.slice(0, 2));
  expect(readCursor(page.nextCursor ?? "")).toEqual(rows[1]);
});

test.each([
  ["0000-01-01T00:00:00.000Z", readCursor],
  ["9999-01-01T00:00:00.000Z", readCursor],
  [2_147_483_648, readRankCursor],
  [-2_147_483_649, readRankCursor],
  [0.5, readRankCursor],
])("a place at %s, which no column holds, is refused like any other that is not known", (place, read) => {
  const cursor = Buffer.from(JSON.stringify([place, newId()])).toString("base64url");
  expect(() => read(cursor)).toThrow(expect.objectContaining({ code: "request.invalid" }));
});
