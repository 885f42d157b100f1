import { expect, test } from "vitest";
import { toTable } from "./report.ts";

test("a table in which nothing was missed is Markdown, too", () => {
  const table = toTable([
    { what: "feed", ours: "2/s", reference: "1/s", ratio: 2, target: { sign: ">=", ratio: 1.5 } },
  ]);
  const [head, delimiters] = table.split("\n");
  expect(head?.split("|")).toHaveLength(8);
  expect(delimiters).toMatch(/^(\| -{3,} ){6}\|$/);
});
