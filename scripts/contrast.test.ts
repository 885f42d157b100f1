import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const styles = readFileSync("web/styles.css", "utf8");
type Colour = readonly number[];

/** The token of a theme, as red, green and blue. */
function tokenOf(selector: string, name: string): Colour {
  const block = styles.slice(styles.indexOf(`${selector} {`));
  const [, hex = ""] = new RegExp(`--${name}: #(\\w{6});`).exec(block) ?? [];
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

const mix = (under: Colour, over: Colour, share: number): Colour =>
  under.map((value, index) => value * (1 - share) + (over[index] ?? 0) * share);

/** Relative luminance, WCAG 2.2. */
function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(first: Colour, second: Colour): number {
  const [dark = 0, light = 0] = [luminanceOf(first), luminanceOf(second)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// The selected thread is 6 % ink, a pressed control 8 %.
test.each([
  [":root", 0],
  [":root", 0.06],
  [":root", 0.08],
  ['[data-theme="dark"]', 0],
  ['[data-theme="dark"]', 0.08],
])("muted words can be read in %s on paper with %s of ink", (theme, share) => {
  const paper = mix(tokenOf(theme, "paper"), tokenOf(theme, "ink"), share);
  expect(contrastOf(tokenOf(theme, "muted"), paper)).toBeGreaterThanOrEqual(4.5);
});

test("one of the two tones around what was seen in a photo is told from any photo", () => {
  const utility = styles.slice(styles.indexOf("@utility photo-outline"), styles.indexOf("@utility above-nav"));
  expect(utility).toContain("border: 2px solid #ffffff");
  const [casing] = /rgb\(0 0 0 \/ [\d.]+\)/.exec(utility) ?? [""];
  const share = Number(/[\d.]+(?=\)$)/.exec(casing)?.[0]);
  for (let grey = 0; grey <= 255; grey += 5) {
    const photo = [grey, grey, grey];
    const tones = [contrastOf(photo, [255, 255, 255]), contrastOf(photo, mix(photo, [0, 0, 0], share))];
    expect(Math.max(...tones)).toBeGreaterThanOrEqual(3);
  }
});
