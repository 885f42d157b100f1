import { expect, test } from "vitest";
import { z } from "zod";
import { newId, newRequestId } from "./ids.ts";

test("ids are version 7, contain their millisecond and sort by it", () => {
  const ids = [1_000, 1_001, 1_700_000_000_000, 281_474_976_710_655].map(newId);
  for (const id of ids) expect(z.uuid({ version: "v7" }).safeParse(id).success).toBe(true);
  expect([...ids].sort()).toEqual(ids);
  expect(Number.parseInt(newId(1_700_000_000_000).replaceAll("-", "").slice(0, 12), 16)).toBe(1_700_000_000_000);
});

test("ids of one millisecond differ", () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newId(5))).size).toBe(1_000);
});

test("request ids are unique, short, and valid in a header", () => {
  const ids = Array.from({ length: 1_000 }, newRequestId);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^[\w-]{16}$/);
});
