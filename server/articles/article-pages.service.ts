import { nameOf } from "#contract/member-names.ts";
import { countWords } from "#contract/article-text.ts";
import { limits } from "#contract/limits.ts";
import { escapeHtml } from "#server/lib/escape-html.ts";
import type { AppContext } from "#server/http/context.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { type ArticlePreview, listNewestPreviews } from "./article-pages.store.ts";

export { findArticlePreview, findPublishedYears, listOfYear } from "./article-pages.store.ts";

/** The address of an article's page. */
export const articleUrl = ({ config }: Pick<AppContext, "config">, id: string): string =>
  `${config.publicUrl}/articles/${id}`;

/** The address of the Atom feed of the articles. */
export const articleFeedUrl = ({ config }: Pick<AppContext, "config">): string =>
  `${config.publicUrl}/feeds/articles.atom`;

/** A published article as schema.org's Article. */
export function toStructuredData(
  app: Pick<AppContext, "config">,
  article: ArticlePreview,
  { imageUrl, siteName }: { imageUrl: string | undefined; siteName: string },
): Record<string, unknown> {
  const { publicUrl } = app.config;
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.title,
    description: article.summary,
    keywords: article.tags.join(", "),
    wordCount: countWords(article.body),
    datePublished: article.publishedAt.toISOString(),
    dateModified: (article.revisedAt ?? article.publishedAt).toISOString(),
    mainEntityOfPage: articleUrl(app, article.id),
    ...(imageUrl === undefined ? {} : { image: [imageUrl] }),
    author: { "@type": "Person", name: nameOf(article), url: `${publicUrl}/profile/${article.username}` },
    publisher: { "@type": "Organization", name: siteName, url: publicUrl },
  };
}

/** The newest articles as an Atom feed, RFC 4287. */
export async function renderArticleFeed(app: AppContext): Promise<string> {
  const [articles, { siteName }] = await Promise.all([
    listNewestPreviews(app.db, limits.articleFeedItems),
    getCachedSettings(app),
  ]);
  const { publicUrl } = app.config;
  const changedAt = articles.map(({ publishedAt, revisedAt }) => (revisedAt ?? publishedAt).getTime());
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <title>${escapeXml(siteName)}: articles</title>`,
    `  <id>${escapeXml(`${publicUrl}/articles`)}</id>`,
    `  <link rel="alternate" type="text/html" href="${escapeXml(`${publicUrl}/articles`)}"/>`,
    `  <link rel="self" type="application/atom+xml" href="${escapeXml(articleFeedUrl(app))}"/>`,
    `  <updated>${new Date(Math.max(0, ...changedAt)).toISOString()}</updated>`,
    ...articles.map((article) => renderEntry(app, article)),
    "</feed>",
  ];
  return `${lines.join("\n")}\n`;
}

function renderEntry(app: AppContext, article: ArticlePreview): string {
  const { id, title, summary, tags, publishedAt, revisedAt } = article;
  const lines = [
    "  <entry>",
    `    <title>${escapeXml(title)}</title>`,
    `    <id>urn:uuid:${id}</id>`,
    `    <link rel="alternate" type="text/html" href="${escapeXml(articleUrl(app, id))}"/>`,
    `    <published>${publishedAt.toISOString()}</published>`,
    `    <updated>${(revisedAt ?? publishedAt).toISOString()}</updated>`,
    `    <author><name>${escapeXml(nameOf(article))}</name></author>`,
    ...tags.map((tag) => `    <category term="${escapeXml(tag)}"/>`),
    `    <summary>${escapeXml(summary)}</summary>`,
    "  </entry>",
  ];
  return lines.join("\n");
}

// Characters that XML 1.0 does not allow, even escaped.
const invalidInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const escapeXml = (text: string): string => escapeHtml(text.replace(invalidInXml, ""));
