import type { ArticleBlock, ArticleSpan } from "./article-body.ts";
import { limits } from "./limits.ts";

/** All runs of text in a block, in the order of reading. */
export function spansOf(block: ArticleBlock): readonly ArticleSpan[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
    case "quote":
      return block.text;
    case "list":
      return block.items.flat();
    case "image":
      return block.caption === "" ? [] : [{ text: block.caption }];
    case "product":
      return [{ text: `${block.brand} ${block.productName}` }];
    case "outfit":
      return [];
  }
}

/** How many words a reader reads. */
export function countWords(body: readonly ArticleBlock[]): number {
  const words = body.map((block) => {
    const parts = block.type === "list" ? block.items : [spansOf(block)];
    return parts.reduce((sum, spans) => sum + wordsIn(spans.map((span) => span.text).join("")), 0);
  });
  return words.reduce((sum, count) => sum + count, 0);
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;

/** Minutes that reading takes, at least one: the words at an ordinary pace, and some seconds for each picture. */
export function readingMinutes(body: readonly ArticleBlock[]): number {
  const pictures = body.filter(({ type }) => type === "image" || type === "outfit").length;
  return minutesFor(countWords(body), pictures);
}

/** The same where the words and pictures are counted already. */
export function minutesFor(words: number, pictures: number): number {
  const seconds = (words * 60) / limits.articleWordsPerMinute + pictures * limits.articlePictureSeconds;
  return Math.max(1, Math.round(seconds / 60));
}
