import type { ArticleBlock, ArticleSpan } from "#contract/article-body.ts";
import type { LookRef } from "#server/demo/art/editorial.ts";
import type { Picture } from "#server/demo/art/scene.ts";

/** A picture of an article, which is drawn during seeding. */
export interface DemoPicture {
  draw: () => Picture;
  alt: string;
  caption: string;
}

type TextBlock = Extract<ArticleBlock, { type: "paragraph" | "heading" | "quote" | "list" | "product" }>;
/** A block of a sample article: pictures are not stored yet, and outfits are named by their look. */
export type DemoBlock = TextBlock | { type: "picture"; picture: DemoPicture } | { type: "look"; look: LookRef };

/** An article of the sample data. */
export interface DemoArticle {
  slug: string;
  author: string;
  hoursAgo: number;
  title: string;
  summary: string;
  tags: string[];
  cover: DemoPicture;
  likers: readonly string[];
  body: readonly DemoBlock[];
}

const marks = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((https:\/\/[^)]+)\)/g;

/** Text with `**bold**`, `*italic*` and `[links](https://…)` as the spans of the contract. */
function toSpans(text: string): ArticleSpan[] {
  const spans: ArticleSpan[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index > end) spans.push({ text: text.slice(end, match.index) });
    const [whole, bold, italic, name, link] = match;
    if (bold !== undefined) spans.push({ text: bold, isBold: true });
    if (italic !== undefined) spans.push({ text: italic, isItalic: true });
    if (name !== undefined && link !== undefined) spans.push({ text: name, link });
    end = match.index + whole.length;
  }
  if (end < text.length) spans.push({ text: text.slice(end) });
  return spans;
}

export const p = (text: string): DemoBlock => ({ type: "paragraph", text: toSpans(text) });
export const h2 = (text: string): DemoBlock => ({ type: "heading", level: 2, text: toSpans(text) });
export const quote = (text: string): DemoBlock => ({ type: "quote", text: toSpans(text) });
export const list = (...items: string[]): DemoBlock => ({
  type: "list",
  isOrdered: false,
  items: items.map((item) => toSpans(item)),
});
export const steps = (...items: string[]): DemoBlock => ({
  type: "list",
  isOrdered: true,
  items: items.map((item) => toSpans(item)),
});
export const look = (...ref: LookRef): DemoBlock => ({ type: "look", look: ref });
export const picture = (drawn: DemoPicture): DemoBlock => ({ type: "picture", picture: drawn });
export const product = (given: Omit<Extract<ArticleBlock, { type: "product" }>, "type">): DemoBlock => ({
  type: "product",
  ...given,
});
