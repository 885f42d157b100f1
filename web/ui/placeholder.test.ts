import fc from "fast-check";
import { thumbHashToAverageRGBA } from "thumbhash";
import { expect, test, vi } from "vitest";
import { blurUnder, colorOf } from "./placeholder.ts";

const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const thumbhash = "rSgGBgLYSPp3iYhYiJVpjHeXSE+IQFg=";

test("the placeholder's colour is the average in the thumbhash", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 6, maxLength: 25 }), (bytes) => {
      const { r, g, b } = thumbHashToAverageRGBA(bytes);
      const shares = [r, g, b].map((share) => Math.round(share * 255));
      expect(colorOf(toText(bytes)).backgroundColor).toBe(`rgb(${shares.join(" ")})`);
    }),
  );
});

test("an invalid thumbhash still gives a colour", () => {
  expect(colorOf("~").backgroundColor).toMatch(/^rgb\(\d+ \d+ \d+\)$/);
});

test("a loading picture gets a blurred placeholder, a loaded one keeps only its colour", async () => {
  const [late, there] = [document.createElement("img"), document.createElement("img")];
  Object.defineProperty(late, "complete", { value: false });
  Object.defineProperty(there, "complete", { value: true });
  blurUnder(late, thumbhash);
  blurUnder(there, thumbhash);
  await vi.waitFor(() => expect(late.style.backgroundImage).toContain("data:image/png"), { timeout: 5_000 });
  expect(there.style.backgroundImage).toBe("");
});
