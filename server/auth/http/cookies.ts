import type { AppContext } from "#server/http/context.ts";

/** The value of a cookie in a request's header; empty if it has none. */
export function readCookie(header: string | undefined, name: string): string {
  const found = (header ?? "").split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}

/** A cookie that no script reads, for the requests of the site's own pages and for links that lead to it. */
export function writeCookie(
  { config }: Pick<AppContext, "config">,
  { name, value, path, seconds }: { name: string; value: string; path: string; seconds: number },
): string {
  const secure = config.auth.publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
