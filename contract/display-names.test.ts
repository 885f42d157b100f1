import { describe, expect, test } from "vitest";
import { DisplayName, toDisplayName } from "./display-names.ts";

const refusalOf = (name: string) => DisplayName.safeParse(name).error?.issues[0]?.message;

describe("a display name", () => {
  test.each(["عائشة", "李 小龙", "Søren Ægir", "नेहा", "O'Brien-Smith Jr.", "👩🏽‍🎤 Ziggy", "می‌خواهم", "x", "x".repeat(50)])(
    "%s is kept as it is",
    (name) => expect(DisplayName.parse(name)).toBe(name),
  );

  test("is composed, and spaces at its ends and doubled ones go", () => {
    expect(DisplayName.parse("  Ai\u0308sha \n\t de   Vries ")).toBe("A\u00efsha de Vries");
  });

  test("has at most 50 characters, of which one outside the basic plane is one", () => {
    expect(DisplayName.parse("𝒜".repeat(50))).toHaveLength(100);
    expect(refusalOf("𝒜".repeat(51))).toBe("Name must be at most 50 characters");
    expect(refusalOf("x".repeat(100_000))).toBe("Name must be at most 50 characters");
  });

  test.each([
    ["a control character", "mia\u0007"],
    ["a null", "mia\u0000"],
    ["a change of direction", "mia\u202Egpj"],
    ["a direction isolate", "\u2067mia"],
    ["a direction mark", "mia\u200F"],
    ["an invisible space", "mi\u200Ba"],
    ["a blank letter", "\u3164"],
    ["an empty Braille cell", "mia\u2800"],
    ["joiners alone", "\u200D\u200D"],
    ["a byte order mark inside", "mi\uFEFFa".replace("\uFEFF", "\u2060")],
    ["a private character", "mia\uE000"],
    ["a tag character", "mia\u{E0041}"],
    ["half a character", "mia\uD800"],
    ["piled-up marks", `m${"\u0335".repeat(5)}ia`],
    ["a check mark", "mia ✔"],
    ["a green check mark", "mia ✅"],
  ])("with %s is refused", (_what, name) => {
    expect(refusalOf(name)).toBe("Name contains characters that can't be shown");
    expect(toDisplayName(name)).toBeNull();
  });

  test.each([
    [
      "ends with a word",
      `${"a".repeat(30)} ${"b".repeat(19)} ${"c".repeat(10)}`,
      `${"a".repeat(30)} ${"b".repeat(19)}`,
    ],
    ["has a word that would be cut", `Ada  ${"b".repeat(30)} ${"c".repeat(30)}`, `Ada ${"b".repeat(30)}`],
    ["is one word", "\u{1F9E5}".repeat(60), "\u{1F9E5}".repeat(50)],
  ])("of more than 50 characters that %s gives its start", (_what, name, start) => {
    expect(toDisplayName(name)).toBe(start);
  });

  test("that is blank stands for none", () => {
    expect(DisplayName.parse("   ")).toBe("");
    expect(toDisplayName("   ")).toBeNull();
  });
});
