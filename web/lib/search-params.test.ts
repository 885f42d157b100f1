import fc from "fast-check";
import { expect, test } from "vitest";
import { safeReturnAddress } from "./return-address.ts";
import { readText, readUuid } from "./search-params.ts";

test("a text in the URL is trimmed and cut, undefined if blank; numbers count as text", () => {
  expect([
    readText("  red  ", 10),
    readText("   ", 10),
    readText(501, 10),
    readText("abcdef", 3),
    readText([], 3),
  ]).toEqual(["red", undefined, "501", "abc", undefined]);
});

test("only a UUID is accepted as an id", () => {
  expect(readUuid("0199C000-0000-7000-8000-000000000001")).toBe("0199c000-0000-7000-8000-000000000001");
  expect([readUuid("retro"), readUuid(7), readUuid(undefined)]).toEqual([undefined, undefined, undefined]);
});

test.each(["/explore?q=a#top", "/outfit/1"])("%s may follow a sign-in", (address) => {
  expect(safeReturnAddress(address)).toBe(address);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/auth",
  "/auth-otp",
  "",
  7,
])("%s may not follow a sign-in", (address) => {
  expect(safeReturnAddress(address)).toBeUndefined();
});

test.each(["#access_token=a&type=magiclink", "#sb=&refresh_token=b", "#token_hash=service_c&type=invite"])(
  "the way back takes no tokens along, as in %s [S-164]",
  (hash) => {
    expect(safeReturnAddress(`/closet?tab=saved${hash}`)).toBe("/closet?tab=saved");
  },
);

test("a sign-in never redirects to another site, for any URL", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (text) => {
        const landsOn = new URL(safeReturnAddress(text) ?? "/", location.origin);
        expect(landsOn.origin).toBe(location.origin);
      },
    ),
  );
});
