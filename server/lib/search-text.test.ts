import { expect, test } from "vitest";
import { toSearchLetters, toSearchPatterns, toSearchText, toSparsePattern } from "./search-text.ts";

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

test("Chinese and Japanese characters have spaces around them, in stored texts and in searches", () => {
  expect(toSearchText(["在东京的Nike外套。(XS)", "ｺｰﾃﾞ　𠮷野家 한국 ไทย"])).toBe(
    " 在 东 京 的 nike 外 套 。(xs) xs コ ー デ 𠮷 野 家 한국 ไทย",
  );
  expect(toSearchPatterns("外套 在nike nike外 #着物 東京塔 a衣 coat")).toEqual([
    "% 外 套%",
    "% 在 nike%",
    "%nike 外%",
    "% 着 物%",
    "% 東 京 塔%",
    "% a 衣%",
    "%coat%",
  ]);
});
