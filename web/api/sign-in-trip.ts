import { authCall, isProviderOn, type SocialProvider } from "./auth-call.ts";

/**
 * A way through a provider's own pages and back: what it is for is kept for this tab, because the provider brings the
 * browser back to the site's root with nothing but its answer.
 */
export interface SignInTrip {
  provider: SocialProvider;
  purpose: "sign-in" | "link";
  /** Where the member wants to be afterwards: an address of this site. */
  next: string;
}

const storageKey = "fash.trip";

/** Sends the browser to the provider. Rejects when there is no agreement with it, or it could not be asked. */
export async function startTrip(trip: SignInTrip): Promise<void> {
  const { provider } = trip;
  if (!(await isProviderOn(provider))) throw new Error(`${provider} is not set up`);
  sessionStorage.setItem(storageKey, JSON.stringify(trip));
  const options = { redirectTo: `${location.origin}${trip.purpose === "link" ? trip.next : "/"}` };
  try {
    if (trip.purpose === "link") await authCall((auth) => auth.linkIdentity({ provider, options }));
    else await authCall((auth) => auth.signInWithOAuth({ provider, options }));
  } catch (refusal) {
    sessionStorage.removeItem(storageKey);
    throw refusal;
  }
}

/** The trip that ends now, once. */
export function takeTrip(): SignInTrip | undefined {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    return text === null ? undefined : (JSON.parse(text) as SignInTrip);
  } catch {
    return undefined;
  }
}

/** What the address says about a failed trip or link: in the query (PKCE) or after the hash. */
export function readReturnError(address: { search: string; hash: string }): { code: string } | undefined {
  for (const text of [address.search, address.hash.replace(/^#/, "?")]) {
    const answer = new URLSearchParams(text);
    const code = answer.get("error_code") ?? answer.get("error");
    if (code) return { code };
  }
  return undefined;
}
