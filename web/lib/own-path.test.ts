import fc from "fast-check";
import { expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

test.each(["/", "/closet", "/explore?style=1&x=%20", "/outfit/1#comments"])("%s is a place on this site", (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "javascript:alert(1)",
  "closet",
  "",
  undefined,
  null,
  7,
  ["/closet"],
])("%j is not", (path) => {
  expect(ownPath(path)).toBeUndefined();
});

test("whatever comes out stays on the site that opens it", () => {
  const hostile = fc.string({ unit: fc.constantFrom("/", "\\", ".", "@", ":", "\t", "\n", "e", "?", "#", "%") });
  fc.assert(
    fc.property(hostile, (text) => {
      const path = ownPath(`/${text}`);
      if (path === undefined) return;
      expect(new URL(path, "https://fash.example").origin).toBe("https://fash.example");
    }),
    { numRuns: 2_000 },
  );
});
