import { expect, test } from "vitest";
import { mapUrl } from "./map-url.ts";

test("a place opens in the device's own map, and its name stays text", () => {
  const place = "Halle 3 & Hof, Köln";
  expect(mapUrl(place, "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)")).toBe(
    "https://maps.apple.com/?q=Halle%203%20%26%20Hof%2C%20K%C3%B6ln",
  );
  expect(mapUrl(place, "Mozilla/5.0 (Linux; Android 16)")).toMatch(/^geo:0,0\?q=Halle%203%20%26/);
  expect(mapUrl(place, "Mozilla/5.0 (X11; Linux x86_64)")).toMatch(/^https:\/\/www\.openstreetmap\.org\//);
});
