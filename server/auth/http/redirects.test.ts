import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseRedirect } from "./redirects.ts";

const site = {
  siteUrl: "https://fash.example",
  redirectAllowList: ["https://*.preview.example/**", "https://app.example/back", "com.fash.app://**"],
};
const choose = (place: string) => chooseRedirect(site, [place]);

test.each([
  "https://fash.example/change-password",
  "https://fash.example/?next=%2Fcloset",
  "https://one.preview.example/deep/er",
  "https://app.example/back",
])("%s is allowed [S-20]", (place) => {
  expect(choose(place)).toBe(new URL(place).href);
});

test.each([
  "https://evil.example/",
  "http://fash.example/",
  "https://fash.example:8443/",
  "https://fash.example.evil.example/",
  "https://fash.example@evil.example/",
  "https://evil.example#@fash.example",
  "https://evil.example/https://fash.example",
  "//evil.example",
  "https:\\\\evil.example",
  "https://fash.example\\@evil.example",
  "https:/\tevil.example",
  "https://a.b.preview.example/",
  "https://preview.example/",
  "https://app.example/back/further",
  "https://2130706433/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "javascript:alert(1)",
  "data:text/html,hello",
  "com.fash.app://back",
  "",
  "not an address",
  `https://fash.example/${"x".repeat(3_000)}`,
])("%s leads to the site instead [S-20]", (place) => {
  expect(choose(place)).toBe(site.siteUrl);
});

test("on a laptop any port of the machine itself is allowed, and nothing else [S-20]", () => {
  const laptop = { siteUrl: "http://localhost:3000", redirectAllowList: [] };
  expect(chooseRedirect(laptop, ["http://127.0.0.1:5173/auth"])).toBe("http://127.0.0.1:5173/auth");
  expect(chooseRedirect(laptop, ["http://localhost.evil.example/"])).toBe("http://localhost:3000");
});

test("the first allowed place wins, and fragments are dropped [S-20]", () => {
  expect(chooseRedirect(site, ["https://evil.example/", undefined, "https://fash.example/me#token=1"])).toBe(
    "https://fash.example/me",
  );
});

test("whatever is asked for, a browser ends at the site or an allowed host [S-20]", () => {
  const piece = fc.constantFrom("https:", "http:", "/", "//", "\\", "@", "#", "?", "fash.example", "evil.example", ".");
  const place = fc.oneof(
    fc.webUrl(),
    fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(place, (text) => {
      const { protocol, host } = new URL(choose(text));
      expect(protocol).toBe("https:");
      expect(host).toMatch(/^(fash\.example|app\.example|[^.]+\.preview\.example)$/);
    }),
  );
});
