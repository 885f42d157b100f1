const common = ["linen", "denim", "patchwork", "velvet", "parka", "summer", "knit", "rings", "boots", "city"];
const absent = [
  "zzqqxx",
  "houndstooth",
  "patchsuede",
  "linenvelvet",
  "xylograph",
  "qwertz",
  "bootsrings",
  "trenchknit",
];

/** Two hundred searches as members type them: rare and common words, none, names with `_`, two letters, several words. */
export function searchTerms(): string[] {
  const kinds: ((n: number) => string)[] = [
    // Each outfit's description ends in 32 unique digits.
    (n) => `ref${(n * 2_654_435_761).toString(16).slice(0, 4)}`,
    (n) => pick(common, n),
    (n) => pick(absent, n),
    (n) => `${pick(common, n)}_${pick(common, n * 3 + 1)}`,
    (n) => pick(common, n).slice(0, 2),
    (n) => pick(["qz", "xj", "zq", "vv"], n),
    (n) => `${pick(common, n)} ${pick(common, n * 7 + 3)}`,
    (n) => pick(common, n).slice(1, 4),
  ];
  return Array.from({ length: 200 }, (_, n) => kinds[n % kinds.length]?.(Math.floor(n / kinds.length)) ?? "");
}

function pick(words: string[], n: number): string {
  return words[n % words.length] ?? "";
}
