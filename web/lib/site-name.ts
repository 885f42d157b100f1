import { isInBrowser } from "./is-in-browser.ts";
import { readItem } from "./storage.ts";

/** Where data/keep-site-name.ts notes the name. */
export const siteNameKey = "fash.site-name";

let name: string | undefined;

/** The site's name as the server wrote it into the page's head or, where a member's document was precached, told the app last. */
export function siteName(): string {
  if (!isInBrowser) return "Fash";
  name ??=
    document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ||
    readItem("local", siteNameKey) ||
    "Fash";
  return name;
}
