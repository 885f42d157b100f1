import { isInBrowser } from "./is-in-browser.ts";

let name: string | undefined;

/** The site's name as the server wrote it into the page's head. */
export function siteName(): string {
  if (!isInBrowser) return "Fash";
  name ??= document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content || "Fash";
  return name;
}
