import fc from "fast-check";
import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

test.each([
  ["short7!", "too short"],
  ["password", "weak"],
  ["Password123", "weak"],
  ["aaaaaaaaaaaaaaaa", "weak"],
  ["12345678901234", "weak"],
  ["fash2026", "weak"],
  ["copper-kettle", "strong"],
  ["kettlezoo", "fair"],
  ["copper-ket", "good"],
  ["correct horse battery staple", "strong"],
  ["vT9#qLm2!xRw", "strong"],
] as const)("%s is %s", (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test("the member's own name and address do not make a password stronger", () => {
  expect(passwordStrength("miastone99", ["Mia Stone", "mia.stone@fash.example"])).toBe("weak");
  expect(passwordStrength("miastone99")).not.toBe("weak");
});

test("any text of any length has an answer", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.string()), (password, personal) => {
      expect(["too short", "weak", "fair", "good", "strong"]).toContain(passwordStrength(password, personal));
    }),
  );
});

test("one more unguessable character never makes it weaker", () => {
  const order = ["too short", "weak", "fair", "good", "strong"];
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("k", "v", "b", "x", "z", "j", "w") }), (password) => {
      const before = order.indexOf(passwordStrength(password));
      expect(order.indexOf(passwordStrength(`${password}Q`))).toBeGreaterThanOrEqual(before);
    }),
  );
});
