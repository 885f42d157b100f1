import { expect, test } from "vitest";
import { createLru } from "./lru.ts";

test("frequently read entries stay, unread ones are evicted", () => {
  const kept = createLru<number>(10);
  kept.set("wanted", 1);
  kept.set("unwanted", 2);
  for (let n = 0; n < 100; n += 1) {
    kept.set(`passer-by ${n}`, n);
    expect(kept.get("wanted")).toBe(1);
  }
  expect(kept.get("unwanted")).toBeUndefined();
});

test("it keeps the latest entries, at most twice the limit", () => {
  const kept = createLru<number>(10);
  for (let n = 0; n < 1_000; n += 1) kept.set(String(n), n);
  const left = Array.from({ length: 1_000 }, (_, n) => n).filter((n) => kept.get(String(n)) !== undefined);
  expect(left.slice(-10)).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998, 999]);
  expect(left.length).toBeLessThanOrEqual(20);
});

test("a new value replaces the old one, even one about to be evicted", () => {
  const kept = createLru<string>(2);
  kept.set("a", "first");
  kept.set("b", "b");
  kept.set("c", "c");
  kept.set("a", "second");
  expect(kept.get("a")).toBe("second");
});
