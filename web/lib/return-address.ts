/** In place of this site's origin, which is not known while the server renders. */
const site = "https://site.invalid";

/** Screens on the way to a session. */
const signInPages = /^\/(auth(-|\/|\?|$)|forgot-password|splash)/;

/** The return path after a sign-in: only paths of this site, and never the sign-in pages. */
export function safeReturnAddress(text: unknown): string | undefined {
  if (typeof text !== "string" || !/^\/(?![/\\])/.test(text) || signInPages.test(text)) return undefined;
  const url = new URL(text, site);
  return url.origin === site ? `${url.pathname}${url.search}${url.hash}` : undefined;
}

/** The return path as a search parameter of the sign-in pages, which lead to `/` without one. */
export const toReturn = (next: string | undefined): { next?: string } =>
  next === undefined || next === "/" ? {} : { next };

/** The onboarding, which leads on to the return path: the path itself if that is the onboarding already. */
export function onboardingBefore(next: string | undefined): string {
  if (next?.startsWith("/onboarding")) return next;
  return next === undefined || next === "/" ? "/onboarding" : `/onboarding?next=${encodeURIComponent(next)}`;
}
