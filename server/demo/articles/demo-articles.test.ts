import { expect, test } from "vitest";
import { countWords } from "#contract/article-text.ts";
import { DEMO_ARTICLES } from "./demo-articles.ts";

test("there are six sample articles worth reading: 500 words or more, with drawings and outfits of the sample data", () => {
  expect(DEMO_ARTICLES.length).toBeGreaterThanOrEqual(6);
  expect(new Set(DEMO_ARTICLES.map(({ title }) => title)).size).toBe(DEMO_ARTICLES.length);
  for (const { slug, body, cover, tags } of DEMO_ARTICLES) {
    const text = body.flatMap((block) => (block.type === "picture" || block.type === "look" ? [] : [block]));
    const pictures = body.flatMap((block) => (block.type === "picture" ? [block.picture] : []));
    expect({ slug, words: countWords(text) }).toEqual({
      slug,
      words: expect.toSatisfy((count: number) => count >= 500),
    });
    expect({ slug, hasLook: body.some(({ type }) => type === "look") }).toEqual({ slug, hasLook: true });
    for (const { alt } of [cover, ...pictures]) expect(alt.length).toBeGreaterThan(10);
    expect(tags.length).toBeGreaterThan(0);
  }
});
