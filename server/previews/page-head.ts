import type { SignInNumbers } from "#contract/sign-in-numbers.ts";
import { escapeHtml } from "#server/lib/escape-html.ts";

/** The metadata of a page for crawlers and link previews. */
export interface PageHead {
  status: 200 | 404;
  title: string;
  description: string;
  /** The canonical URL; undefined keeps the page out of search results. */
  canonicalUrl?: string;
  type?: "website" | "article" | "profile";
  image?: { url: string; width: number; height: number; alt: string };
  oembedUrl?: string;
  /** The title without the site's and the author's names, of what other sites can embed. */
  embedTitle?: string;
  /** Other forms of the same content, such as a calendar file. */
  alternates?: { type: string; href: string; title: string }[];
  /** The author of the page's content. */
  author?: { name: string; url: string };
  /** As admins named the site. */
  siteName?: string;
  /** The numbers of sign-in that settings changed. */
  signIn?: Partial<SignInNumbers>;
  /** What the page is about as schema.org says it. */
  structuredData?: Record<string, unknown>;
  /** The Atom feed of what the page lists. */
  atomUrl?: string;
}

/** The head as HTML lines, with every value escaped. */
export function renderHead(head: PageHead): string {
  const { title, description, canonicalUrl, image, oembedUrl, type = "website", siteName = "Fash" } = head;
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", description),
    meta("property", "og:site_name", siteName),
    ...renderSignIn(head.signIn),
    meta("property", "og:type", type),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    meta("name", "twitter:card", image ? "summary_large_image" : "summary"),
  ];
  if (canonicalUrl === undefined) lines.push(meta("name", "robots", "noindex"));
  else {
    lines.push(`<link rel="canonical" href="${escapeHtml(canonicalUrl)}" />`);
    lines.push(meta("property", "og:url", canonicalUrl));
  }
  if (image) {
    lines.push(
      meta("property", "og:image", image.url),
      meta("property", "og:image:width", String(image.width)),
      meta("property", "og:image:height", String(image.height)),
      meta("property", "og:image:alt", image.alt),
    );
  }
  if (oembedUrl !== undefined) {
    lines.push(
      `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembedUrl)}" title="${escapeHtml(title)}" />`,
    );
  }
  for (const { type: kind, href, title: name } of head.alternates ?? []) {
    lines.push(
      `<link rel="alternate" type="${escapeHtml(kind)}" href="${escapeHtml(href)}" title="${escapeHtml(name)}" />`,
    );
  }
  if (head.atomUrl !== undefined) {
    lines.push(
      `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(head.atomUrl)}" title="${escapeHtml(siteName)}" />`,
    );
  }
  if (head.structuredData) {
    // In the data no tag may end the script's element.
    const json = JSON.stringify(head.structuredData).replaceAll("<", "\\u003c");
    lines.push(`<script type="application/ld+json">${json}</script>`);
  }
  return lines.join("\n    ");
}

/** The head that a service worker keeps for all addresses of a screen; the app writes the title. */
export const renderFrameHead = (signIn: Partial<SignInNumbers>): string =>
  ["<title>Fash</title>", ...renderSignIn(signIn)].join("\n    ");

/** Only what is unusual, which most servers have nothing of. */
const renderSignIn = (numbers: Partial<SignInNumbers> = {}) =>
  Object.keys(numbers).length > 0 ? [meta("name", "sign-in", JSON.stringify(numbers))] : [];

const meta = (kind: "name" | "property", key: string, value: string) =>
  `<meta ${kind}="${key}" content="${escapeHtml(value)}" />`;
