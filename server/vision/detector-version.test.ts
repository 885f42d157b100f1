import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { detectorVersion } from "./detector-version.ts";
import { packageFile } from "./runtime.ts";

test("other weights are another version: with the fingerprint, change the number", () => {
  const human = packageFile("@vladmandic/human", "models");
  const files = [
    new URL("weights/head.bin", import.meta.url),
    new URL("weights/head.json", import.meta.url),
    `${human}/centernet.bin`,
    `${human}/movenet-lightning.bin`,
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  expect({ version: detectorVersion, weights: hash.digest("hex").slice(0, 16) }).toEqual({
    version: 4,
    weights: "88358f4346a7ca2d",
  });
});
