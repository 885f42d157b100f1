import { expect, test } from "vitest";
import { toSearchLetters, toSparsePattern } from "./search-text.ts";

test.each([
  ["rings_patchwork", "%rin_sǀpat_hwo_k%"],
  ["denim_plaid149", "%den_mǀpla_d149%"],
  ["tie_d", undefined],
  ["city_maison_1001", "%cityǀmai_onǀ1001%"],
  ["élégante_ç", "%élé_anteǀç%"],
  [String.raw`a\linen_50%`, String.raw`%a\\lin_nǀ50\%%`],
  ["houndstooth", undefined],
])("the sparse pattern of %s keeps what is around _ and all digits", (typed, pattern) => {
  expect(toSparsePattern(toSearchLetters(typed))).toBe(pattern);
});
