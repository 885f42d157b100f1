/** In place of this site's origin, which is not known while the server renders. */
const site = "https://site.invalid";

/** Screens on the way to a session. */
const signInPages = /^\/(auth(-|\/|\?|$)|forgot-password|splash)/;

/** What opens a session. The way back is a query, which stays in histories and logs, as a fragment does not. */
const sessionFragment = /[#&](access_token|refresh_token|token_hash)=/;

/** The return path after a sign-in: only paths of this site, never the sign-in pages, and no tokens. */
export function safeReturnAddress(text: unknown): string | undefined {
  if (typeof text !== "string" || !/^\/(?![/\\])/.test(text) || signInPages.test(text)) return undefined;
  const url = new URL(text, site);
  if (url.origin !== site) return undefined;
  return `${url.pathname}${url.search}${sessionFragment.test(url.hash) ? "" : url.hash}`;
}

/** The return path as a search parameter of the sign-in pages, which lead to `/` without one. */
export const toReturn = (next: string | undefined): { next?: string } =>
  next === undefined || next === "/" ? {} : { next };

/** The onboarding, which leads on to the return path: the path itself if that is the onboarding already. */
export function onboardingBefore(next: string | undefined): string {
  if (next?.startsWith("/onboarding")) return next;
  return next === undefined || next === "/" ? "/onboarding" : `/onboarding?next=${encodeURIComponent(next)}`;
}
