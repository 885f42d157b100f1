import type { RegisteredRouter } from "@tanstack/react-router";

const onTheWay = /^\/(auth(-|$)|onboarding$)/;

/**
 * Leads on to `href` after a sign-in: back, if its screens were opened from there, since Back would otherwise show the same
 * page again. Everywhere else, and in a browser that cannot tell, `href` takes this screen's place.
 */
export function leaveSignIn(router: RegisteredRouter, href: string): void {
  const asked = findOpener();
  if (asked?.url !== new URL(href, location.href).href) return void router.navigate({ href, replace: true });
  navigation.traverseTo(asked.key).committed?.catch(() => undefined);
}

/** The last entry of the history before the sign-in; not of another document, since leaving this one cuts off a like that is on its way. */
function findOpener(): NavigationHistoryEntry | undefined {
  // Older browsers have no such list.
  if (!("navigation" in globalThis)) return undefined;
  const before = navigation.entries().slice(0, navigation.currentEntry?.index);
  const opener = before.findLast(({ url }) => url !== null && !onTheWay.test(new URL(url).pathname));
  return opener?.sameDocument ? opener : undefined;
}
