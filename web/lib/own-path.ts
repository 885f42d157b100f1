const placeholderOrigin = "https://own.invalid";

/**
 * The given path when it leads to a place on this site, else undefined.
 *
 * Browsers drop tabs and line breaks from addresses and read `\` as `/`, so the parsed address is compared and returned,
 * never the raw text.
 */
export function ownPath(wanted: unknown): string | undefined {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return undefined;
  if (!URL.canParse(wanted, placeholderOrigin)) return undefined;
  const url = new URL(wanted, placeholderOrigin);
  if (url.origin !== placeholderOrigin || url.username || url.password) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil.example` parses to a path that a second reader would take for another host.
  return path.startsWith("//") ? undefined : path;
}
