import { expect, test } from "vitest";
import { findLockViolations } from "./check-lock.mjs";

const whole = {
  packages: {
    "": { optionalDependencies: { "@native/linux": "1.0.0" } },
    "node_modules/native": { integrity: "sha512-a", optionalDependencies: { "@native/linux": "1.0.0" } },
    "node_modules/native/node_modules/@native/linux": { integrity: "sha512-b" },
  },
};

test("a whole lock file has no violations [S-78]", () => {
  expect(findLockViolations(whole)).toEqual([]);
});

test("a platform's package that is not in the lock file is named", () => {
  const packages = {
    ...whole.packages,
    "node_modules/native": { integrity: "sha512-a", optionalDependencies: { "@native/mac": "1.0.0" } },
  };
  expect(findLockViolations({ packages })).toEqual([
    "node_modules/native: its optional @native/mac is not in the lock file",
  ]);
});

test("an address of a registry and a missing checksum are named", () => {
  const packages = { "node_modules/a": { resolved: "https://registry.example/a.tgz" } };
  expect(findLockViolations({ packages })).toEqual([
    "node_modules/a: records the address https://registry.example/a.tgz",
    "node_modules/a: has no checksum",
  ]);
});
