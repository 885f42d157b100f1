import { AuthReply } from "./auth-http.ts";
import type { AuthError } from "./auth-error.ts";
import type { AuthConfig } from "#server/config/auth-config.ts";

type Site = Pick<AuthConfig, "siteUrl" | "redirectAllowList">;

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The redirect URL after a link or a provider: the first allowed candidate, else the site. A fragment is
 * dropped. The URL is parsed and serialized again, so that no browser can interpret it differently.
 *
 * @see docs/auth.md#links-and-redirects
 */
export function chooseRedirect(site: Site, asked: (string | undefined)[]): string {
  for (const place of asked) {
    const allowed = place === undefined || place === "" ? null : readAllowed(site, place);
    if (allowed) return allowed;
  }
  return site.siteUrl;
}

function readAllowed(site: Site, text: string): string | null {
  const url = parseStrictly(text);
  if (!url) return null;
  url.hash = "";
  const home = new URL(site.siteUrl);
  if (url.origin === home.origin) return url.href;
  const areBothHere = loopbackNames.has(url.hostname) && loopbackNames.has(home.hostname);
  if (areBothHere && url.protocol === home.protocol) return url.href;
  if (/^[\d.]+$/.test(url.hostname) || url.hostname.startsWith("[")) return null;
  return site.redirectAllowList.some((glob) => toPattern(glob).test(url.href)) ? url.href : null;
}

/** The URL, if every parser reads it the same way. */
function parseStrictly(text: string): URL | null {
  if (text.length > 2_000 || /[^!-~]|\\/.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const rest = text.toLowerCase().startsWith(url.origin) ? text.slice(url.origin.length) : null;
  return rest !== null && /^(?:[/?#]|$)/.test(rest) ? url : null;
}

/** `*` stops at a dot or slash, `**` does not; other characters are literal. */
function toPattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*)/)
    .map((part) => {
      if (part === "**") return ".*";
      if (part === "*") return "[^./]*";
      return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}/?$`);
}

/** How a redirect says why it failed. */
export const describeFailure = ({ status, code, message }: AuthError): Record<string, string> => ({
  error: status >= 500 ? "server_error" : "access_denied",
  error_code: code,
  error_description: message,
});

/** A redirect that a GET follows, with parameters added to the query or behind the `#`; `failure` is the status of what it reports. */
export function redirectWith(
  place: string,
  added: { query?: Record<string, string>; hash?: Record<string, string> },
  { status = 303, failure }: { status?: number; failure?: number } = {},
): AuthReply {
  const url = new URL(place);
  for (const [name, value] of Object.entries(added.query ?? {})) url.searchParams.set(name, value);
  if (added.hash) url.hash = new URLSearchParams(added.hash).toString();
  return new AuthReply(status, { location: url.href }, undefined, failure);
}
