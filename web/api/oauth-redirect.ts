import { readJson, writeItem } from "#web/lib/storage.ts";
import { authCall, isProviderOn, type SocialProvider } from "./auth-call.ts";

/**
 * An OAuth flow through a provider's pages. Its purpose is kept in this tab's storage, because the provider redirects
 * to the site's root with nothing but its answer.
 */
export interface OAuthFlow {
  provider: SocialProvider;
  purpose: "sign-in" | "link";
  /** Where to go afterwards: a path of this site. */
  next: string;
}

const storageKey = "fash.oauth-flow";

/** Redirects the browser to the provider. Rejects if the provider is not configured or cannot be reached. */
export async function startOAuth(flow: OAuthFlow): Promise<void> {
  const { provider } = flow;
  if (!(await isProviderOn(provider))) throw new Error(`${provider} is not set up`);
  writeItem("session", storageKey, JSON.stringify(flow));
  const options = { redirectTo: `${location.origin}${flow.purpose === "link" ? flow.next : "/"}` };
  try {
    if (flow.purpose === "link") await authCall((auth) => auth.linkIdentity({ provider, options }));
    else await authCall((auth) => auth.signInWithOAuth({ provider, options }));
  } catch (error) {
    writeItem("session", storageKey, null);
    throw error;
  }
}

/** The flow that ends now; a second call gives undefined. */
export function takeOAuthFlow(): OAuthFlow | undefined {
  const flow = readJson("session", storageKey) as OAuthFlow | null;
  writeItem("session", storageKey, null);
  return flow ?? undefined;
}

/** The error in the URL of a failed flow or e-mail link: in the query (PKCE) or the hash. */
export function readCallbackError(address: { search: string; hash: string }): { code: string } | undefined {
  for (const text of [address.search, address.hash.replace(/^#/, "?")]) {
    const answer = new URLSearchParams(text);
    const code = answer.get("error_code") ?? answer.get("error");
    if (code) return { code };
  }
  return undefined;
}
