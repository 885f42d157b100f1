import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { cutPage, readCursor, writeCursor } from "./cursor.ts";

test("a cursor leads back to the place it was made of", () => {
  const times = fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(times, (time) => {
      const place = { createdAt: time.toISOString(), id: newId(time.getTime()) };
      expect(readCursor(writeCursor(place))).toEqual(place);
    }),
  );
});

test("any text that is not a cursor is refused and names the field", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => readCursor(text)).toThrow(AppError);
    }),
  );
  expect(() => readCursor(Buffer.from('["2026-01-01T00:00:00.000Z","x\' or 1=1"]').toString("base64url"))).toThrow(
    expect.objectContaining({ code: "request.invalid", issues: [expect.objectContaining({ path: "cursor" })] }),
  );
});

test("a page has a next cursor only when a further row was found", () => {
  const rows = [1, 2, 3].map((n) => ({ id: newId(n), createdAt: new Date(n).toISOString() }));
  expect(cutPage(rows, 3).nextCursor).toBeNull();
  const page = cutPage(rows, 2);
  expect(page.items).toEqual(rows.slice(0, 2));
  expect(readCursor(page.nextCursor ?? "")).toEqual(rows[1]);
});
