import type { ArticleBlock, ArticleSpan } from "#contract/article-body.ts";
import type { ArticlePicture } from "#contract/articles.ts";
import type { Picture } from "#contract/media.ts";
import type { OutfitCard } from "#contract/outfits.ts";

/** A node of the editor's own document, as its library writes it down. */
export interface EditorNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
}

/** What pictures and outfits look like, which the stored document only names. */
export interface Shown {
  images: readonly ArticlePicture[];
  outfits: readonly OutfitCard[];
}

/** The stored document as the editor's; there is always a paragraph to write in. */
export function toEditorDocument(body: readonly ArticleBlock[], shown: Shown): EditorNode {
  const content = body.map((block) => toNode(block, shown));
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
}

function toNode(block: ArticleBlock, { images, outfits }: Shown): EditorNode {
  switch (block.type) {
    case "paragraph":
      return withText({ type: "paragraph" }, block.text);
    case "heading":
      return withText({ type: "heading", attrs: { level: block.level } }, block.text);
    case "quote":
      return { type: "blockquote", content: [withText({ type: "paragraph" }, block.text)] };
    case "list":
      return {
        type: block.isOrdered ? "orderedList" : "bulletList",
        content: block.items.map((item) => ({
          type: "listItem",
          content: [withText({ type: "paragraph" }, item)],
        })),
      };
    case "image": {
      const { type: _type, ...attrs } = block;
      const picture = images.find(({ imageId }) => imageId === block.imageId)?.picture ?? null;
      return { type: "articleImage", attrs: { ...attrs, picture } };
    }
    case "outfit":
      return {
        type: "articleOutfit",
        attrs: { outfitId: block.outfitId, card: outfits.find(({ id }) => id === block.outfitId) ?? null },
      };
    case "product": {
      const { type: _type, ...attrs } = block;
      return { type: "articleProduct", attrs };
    }
  }
}

function withText(node: EditorNode, spans: readonly ArticleSpan[]): EditorNode {
  if (spans.length === 0) return node;
  const content = spans.map(({ text, isBold, isItalic, link }): EditorNode => {
    const marks = [
      ...(link === undefined ? [] : [{ type: "link", attrs: { href: link } }]),
      ...(isBold ? [{ type: "bold" }] : []),
      ...(isItalic ? [{ type: "italic" }] : []),
    ];
    return { type: "text", text, ...(marks.length > 0 ? { marks } : {}) };
  });
  return { ...node, content };
}

/** The editor's document as it is stored, with the pictures and outfits that it shows. */
export function fromEditorDocument(doc: EditorNode): Shown & { body: ArticleBlock[] } {
  const nodes = doc.content ?? [];
  const body = nodes.flatMap((node) => toBlocks(node));
  // A paragraph that waits at the end to be written in is no part of the article.
  while (isBlankParagraph(body.at(-1))) body.pop();
  return { body, images: nodes.flatMap(imageOf), outfits: nodes.flatMap(outfitOf) };
}

const isBlankParagraph = (block: ArticleBlock | undefined): boolean =>
  block?.type === "paragraph" && block.text.length === 0;

function toBlocks({ type, attrs = {}, content = [] }: EditorNode): ArticleBlock[] {
  switch (type) {
    case "paragraph":
      return [{ type: "paragraph", text: toSpans(content) }];
    case "heading":
      return [{ type: "heading", level: attrs["level"] === 3 ? 3 : 2, text: toSpans(content) }];
    case "blockquote":
      return [{ type: "quote", text: joinLines(content.map((line) => toSpans(line.content ?? []))) }];
    case "bulletList":
    case "orderedList": {
      const items = content.map((item) => joinLines((item.content ?? []).map((line) => toSpans(line.content ?? []))));
      return [{ type: "list", isOrdered: type === "orderedList", items }];
    }
    case "articleImage": {
      const { imageId, alt, caption } = attrs as { imageId: string; alt: string; caption: string };
      return [{ type: "image", imageId, alt, caption }];
    }
    case "articleOutfit":
      return [{ type: "outfit", outfitId: String(attrs["outfitId"]) }];
    case "articleProduct": {
      const product = attrs as Omit<Extract<ArticleBlock, { type: "product" }>, "type">;
      const { category, brand, productName, productUrl } = product;
      return [{ type: "product", category, brand, productName, productUrl }];
    }
    default:
      return [];
  }
}

/** Lines that were written one under the other within a quote or an item become one text. */
function joinLines(lines: ArticleSpan[][]): ArticleSpan[] {
  return lines.flatMap((line, index) => (index > 0 && line.length > 0 ? [{ text: " " }, ...line] : line));
}

function toSpans(nodes: readonly EditorNode[]): ArticleSpan[] {
  return nodes.flatMap(({ type, text = "", marks = [] }): ArticleSpan[] => {
    if (type === "hardBreak") return [{ text: " " }];
    if (text === "") return [];
    const has = (name: string) => marks.some((mark) => mark.type === name);
    const link = marks.find((mark) => mark.type === "link")?.attrs?.["href"];
    return [
      {
        text,
        ...(has("bold") ? { isBold: true as const } : {}),
        ...(has("italic") ? { isItalic: true as const } : {}),
        ...(typeof link === "string" ? { link } : {}),
      },
    ];
  });
}

function imageOf({ type, attrs = {} }: EditorNode): ArticlePicture[] {
  const picture = attrs["picture"] as Picture | null | undefined;
  return type === "articleImage" && picture ? [{ imageId: String(attrs["imageId"]), picture }] : [];
}

function outfitOf({ type, attrs = {} }: EditorNode): OutfitCard[] {
  const card = attrs["card"] as OutfitCard | null | undefined;
  return type === "articleOutfit" && card ? [card] : [];
}
