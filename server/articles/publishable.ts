import type { ArticleBlock } from "#contract/article-body.ts";
import { countWords, spansOf } from "#contract/article-text.ts";
import type { ArticleContent } from "#contract/articles.ts";
import { isBlankText } from "#contract/blank-text.ts";
import type { Issue } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";

/** What an article lacks for publication, by field; empty if nothing. */
export function findMissing({ title, summary, tags, cover, body }: ArticleContent): Issue[] {
  const issues: Issue[] = [];
  const miss = (path: string, message: string) => issues.push({ path, message });
  if (isBlankText(title)) miss("title", "Title is required");
  if (isBlankText(summary)) miss("summary", "Summary is required");
  if (tags.length === 0) miss("tags", "Add at least one tag");
  if (cover === null) miss("cover", "Add a cover picture");
  else if (isBlankText(cover.alt)) miss("cover.alt", "Describe the cover picture");
  for (const [index, block] of body.entries()) {
    if (block.type === "image" && isBlankText(block.alt)) miss(`body.${index}.alt`, "Describe this picture");
  }
  if (countWords(body) < limits.articleWordsMin) miss("body", `Write at least ${limits.articleWordsMin} words`);
  return issues;
}

/** A body without empty paragraphs, headings, quotes and list items. */
export function withoutBlanks(body: readonly ArticleBlock[]): ArticleBlock[] {
  return body.flatMap((block): ArticleBlock[] => {
    if (block.type === "list") {
      const items = block.items.filter((item) => !isBlankText(item.map(({ text }) => text).join("")));
      return items.length === 0 ? [] : [{ ...block, items }];
    }
    const hasText = block.type === "paragraph" || block.type === "heading" || block.type === "quote";
    return hasText && isBlankText(toText(block)) ? [] : [block];
  });
}

/** The words of a block without their looks. */
export function toText(block: ArticleBlock): string {
  return spansOf(block)
    .map(({ text }) => text)
    .join("");
}

/** The pictures that a body shows, in its order, each once. */
export function imageIdsOf(body: readonly ArticleBlock[]): string[] {
  return [...new Set(body.flatMap((block) => (block.type === "image" ? [block.imageId] : [])))];
}

/** The outfits that a body shows, in its order, each once. */
export function outfitIdsOf(body: readonly ArticleBlock[]): string[] {
  return [...new Set(body.flatMap((block) => (block.type === "outfit" ? [block.outfitId] : [])))];
}
