/** What crawlers and link previews read of a page, before any script has run. */
export interface PageHead {
  status: 200 | 404;
  title: string;
  description: string;
  /** The one address of this content; undefined keeps the page out of search results. */
  canonicalUrl?: string;
  type?: "website" | "article" | "profile";
  image?: { url: string; width: number; height: number; alt: string };
  oembedUrl?: string;
  /** The title beside an author's name; undefined where it is that of the page. */
  embedTitle?: string;
  /** Whose page it is. */
  author?: { name: string; url: string };
}

/** The head as HTML lines. Every value is text: nothing in it can become markup. */
export function renderHead(head: PageHead): string {
  const { title, description, canonicalUrl, image, oembedUrl, type = "website" } = head;
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    meta("name", "description", description),
    meta("property", "og:site_name", "Fash"),
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
  return lines.join("\n    ");
}

const meta = (kind: "name" | "property", key: string, value: string) =>
  `<meta ${kind}="${key}" content="${escapeHtml(value)}" />`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text that is safe in HTML and XML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
