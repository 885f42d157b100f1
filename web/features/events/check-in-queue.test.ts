import { beforeEach, expect, test } from "vitest";
import { hashCode, readCode, readQueue, writeQueue } from "./check-in-queue.ts";

beforeEach(() => sessionStorage.clear());

test("a code is read as people type it", () => {
  expect(readCode(" abcd-efgh jkmn-pqr5 ")).toBe("ABCDEFGHJKMNPQR5");
  expect(readCode("OIL0 0000 0000 0000")).toBe("0110000000000000");
  for (const wrong of ["", "short", "ABCDEFGHJKMNPQRU", "https://fash.example"]) expect(readCode(wrong)).toBeNull();
});

test("codes that wait for the network survive a reload, and go once they are sent", () => {
  const queued = { code: "ABCDEFGHJKMNPQR5", scannedAt: "2026-11-22T10:00:00.000Z" };
  writeQueue("e1", [queued]);
  expect([readQueue("e1"), readQueue("e2")]).toEqual([[queued], []]);
  writeQueue("e1", []);
  expect(readQueue("e1")).toEqual([]);
  sessionStorage.setItem("fash.check-in.e1", "{broken");
  expect(readQueue("e1")).toEqual([]);
});

test("a code's hash is the one that the server gives", async () => {
  // printf ABCDEFGHJKMNPQR5 | sha256sum
  expect(await hashCode("ABCDEFGHJKMNPQR5")).toBe("69792975989a3fa2c80feea26d6e02bee07ec119b0b5bbe540d049042d20e5d5");
});
