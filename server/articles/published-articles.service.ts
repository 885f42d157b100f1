import { countWords, readingMinutes } from "#contract/article-text.ts";
import type { ArticleContent } from "#contract/articles.ts";
import type { Tx } from "#server/db/db.ts";
import { toSearchText } from "#server/lib/search-text.ts";
import { learnTerms } from "#server/outfits/outfits.service.ts";
import {
  type ArticleRecord,
  insertArticle,
  insertArticleImage,
  type Publication,
  updatePublished,
  updateRecord,
  writeVersion,
} from "./article-drafts.store.ts";
import { changeLike } from "./article-reactions.store.ts";
import { imageIdsOf, outfitIdsOf, withoutBlanks } from "./publishable.ts";

/** What readers are to see of a version. */
export function toPublication(
  { id, revision }: Pick<ArticleRecord, "id" | "revision">,
  content: ArticleContent,
  now: Date,
): Publication {
  const body = withoutBlanks(content.body);
  return {
    id,
    revision,
    content: { ...content, body },
    imageIds: imageIdsOf(body),
    outfitIds: outfitIdsOf(body),
    readingMinutes: readingMinutes(body),
    searchText: toSearchText([content.title, ...content.tags]),
    now,
  };
}

/**
 * Shows readers a version, and makes its words known to searches, so that they can be what a mistyped one meant. Writes
 * `articles` and `search_terms`.
 */
export async function writePublication(tx: Tx, publication: Publication): Promise<void> {
  await updatePublished(tx, publication);
  const { title, tags } = publication.content;
  await learnTerms(tx, { title: [title, ...tags].join(" "), tags: [], brands: [] });
}

/** An article that is written elsewhere than in the editor. */
export interface ImportedArticle {
  id: string;
  authorId: string;
  /** Its pictures are attached already. */
  content: ArticleContent;
  publishedAt: Date;
  likerIds?: readonly string[];
}

/**
 * Inserts an article that is published already, with its one version and its likes. Writes `articles`, `article_versions`,
 * `article_images` and `article_likes`.
 */
export async function insertPublishedArticle(tx: Tx, article: ImportedArticle): Promise<void> {
  const { id, authorId, content, publishedAt: now, likerIds = [] } = article;
  await insertArticle(tx, { id, authorId });
  const images = [...imageIdsOf(content.body), ...(content.cover ? [content.cover.imageId] : [])];
  for (const imageId of new Set(images)) await insertArticleImage(tx, id, imageId);
  const wordCount = countWords(content.body);
  await writeVersion(tx, { articleId: id, number: 1, revision: 1, editorId: authorId, content, wordCount, now });
  await updateRecord(tx, id, { submitted_at: now });
  await writePublication(tx, toPublication({ id, revision: 1 }, content, now));
  for (const userId of likerIds) await changeLike(tx, { userId, articleId: id, isOn: true });
}
