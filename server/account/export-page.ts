import { escapeHtml } from "#server/lib/escape-html.ts";

const titles: Record<string, string> = {
  account: "Account",
  outfits: "Outfits",
  articles: "Articles",
  events: "Events",
  attendances: "Events you joined",
  comments: "Comments",
  messages: "Messages",
  likes: "Likes",
  closet: "Closet",
  points: "Points",
  redemptions: "Rewards",
  following: "Following",
  followers: "Followers",
  moderation: "Decisions of the moderators",
};

/** The sections of the page in their order. */
export const pageTables = Object.keys(titles);

/** The start of the page: everything that it needs is in the file. */
export function pageStart({
  siteName,
  username,
  madeAt,
}: {
  siteName: string;
  username: string;
  madeAt: Date;
}): string {
  const site = escapeHtml(siteName);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${site} data of @${escapeHtml(username)}</title><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1,h2{font-family:Georgia,serif;font-weight:400}table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid #8884;padding:.5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
img{max-width:12rem;height:auto;border-radius:.75rem}</style></head><body>
<h1>Your ${site} data</h1><p>@${escapeHtml(username)}, ${escapeHtml(madeAt.toUTCString())}. The same data for programs is in the folder
<a href="json/">json</a>, and all your pictures are in <a href="images/">images</a>.</p>`;
}

/** The start of a section. */
export const sectionStart = (table: string) => `<h2>${escapeHtml(titles[table] ?? table)}</h2><table>`;
/** The end of a section. */
export const sectionEnd = "</table>\n";
/** The end of the page. */
export const pageEnd = "</body></html>\n";

/** A row of a section; a picture's key becomes the picture. */
export function sectionRow(row: Record<string, unknown>): string {
  const cells = Object.entries(row).flatMap(([name, value]) => {
    if (value === null || name === "id") return [];
    const text = toText(value);
    if (name === "image_key")
      return [`<td><img loading="lazy" alt="" src="images/${escapeHtml(fileName(text))}"></td>`];
    return [`<td><small>${escapeHtml(name.replaceAll("_", " "))}</small><br>${escapeHtml(text)}</td>`];
  });
  return `<tr>${cells.join("")}</tr>\n`;
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The name of a picture's file within the archive. */
export const fileName = (key: string) => key.slice(key.indexOf("/") + 1);
