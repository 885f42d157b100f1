import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLinkKey } from "./link-keys.ts";

const page = "https://shop.example/coats/linen-coat";

describe("one page has one key", () => {
  test.each([
    ["the host's case", "https://SHOP.Example/coats/linen-coat"],
    ["the scheme's case", "HTTPS://shop.example/coats/linen-coat"],
    ["the default port", "https://shop.example:443/coats/linen-coat"],
    ["a dot behind the host", "https://shop.example./coats/linen-coat"],
    ["a trailing slash", "https://shop.example/coats/linen-coat/"],
    ["many of them", "https://shop.example/coats/linen-coat///"],
    ["a fragment", `${page}#reviews`],
    ["an empty query", `${page}?`],
    ["tracking parameters", `${page}?utm_source=fash&UTM_Medium=x&gclid=1&fbclid=2&mc_eid=3&igshid=4`],
    ["all together", "https://SHOP.example:443/coats/linen-coat/?fbclid=1#top"],
  ])("whatever %s", (_what, address) => {
    expect(toLinkKey(address)).toBe(toLinkKey(page));
  });

  test("for any order of its parameters", () => {
    expect(toLinkKey(`${page}?size=m&color=red`)).toBe(toLinkKey(`${page}?color=red&utm_id=9&size=m`));
  });

  test("and a bare host with or without its slash", () => {
    expect(toLinkKey("https://shop.example")).toBe(toLinkKey("https://shop.example/?utm_source=a"));
  });
});

describe("different pages have different keys", () => {
  test.each([
    ["path", "https://shop.example/coats/wool-coat"],
    ["case of the path", "https://shop.example/coats/Linen-Coat"],
    ["parameter", `${page}?color=red`],
    ["port", "https://shop.example:8443/coats/linen-coat"],
    ["host", "https://outlet.shop.example/coats/linen-coat"],
  ])("by %s", (_what, address) => {
    expect(toLinkKey(address)).not.toBe(toLinkKey(page));
  });
});

test("a key is stable and fits its column, for any URL", () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ maxLength: 3_000, unit: "grapheme" }),
      (url, text) => {
        const address = `${url}${url.includes("?") ? "&" : "?"}q=${encodeURIComponent(text)}`;
        const key = toLinkKey(address);
        expect(key.length).toBeLessThanOrEqual(2_000);
        if (!key.startsWith("sha256:")) expect(toLinkKey(key)).toBe(key);
      },
    ),
  );
  expect(toLinkKey(`${page}?q=${"ä".repeat(1_900)}`)).toMatch(/^sha256:[0-9a-f]{64}$/);
});
