import { expect, test } from "vitest";
import { ArticleBlock } from "./article-body.ts";

test("a piece of text that is too long is refused in words for its author", () => {
  const paragraph = (length: number) => ({ type: "paragraph", text: [{ text: "x".repeat(length) }] });
  expect(ArticleBlock.safeParse(paragraph(5_000)).success).toBe(true);
  const issues = ArticleBlock.safeParse(paragraph(5_001)).error?.issues;
  expect(issues?.map(({ message }) => message)).toEqual([
    "A piece of text has at most 5,000 characters: please split it",
  ]);
});
