/** What `boot/first-requests.js` has asked for a member while the app's code was loading. */
interface FirstRequests {
  /** The access token of all requests, refreshed if it was about to expire; null if that failed. */
  token: Promise<string | null>;
  isRefresh: boolean;
  /** By URL; null without a token. */
  replies: Map<string, Promise<Response | null>>;
  startedAt: number;
}

declare global {
  var firstRequests: FirstRequests | undefined;
}

/** Later, what they say may be out of date. */
const lifetimeMs = 30_000;

/**
 * The reply to a request that is under way or answered, once: only for the same member's token, and not after a change.
 *
 * @returns undefined if the request is still to be sent.
 */
export async function takeFirstReply(
  method: string | undefined,
  url: string,
  token: string | null,
): Promise<Response | undefined> {
  const first = globalThis.firstRequests;
  // A view that is counted changes nothing that they say.
  if (!first || (method === "POST" && url.endsWith("/views"))) return undefined;
  if (method !== "GET" || Date.now() - first.startedAt > lifetimeMs) {
    globalThis.firstRequests = undefined;
    return undefined;
  }
  const reply = first.replies.get(url);
  first.replies.delete(url);
  if (!reply || token === null) return undefined;
  // A refresh that is still under way gives another token, perhaps long after its caller has stopped waiting for it.
  if ((await Promise.race([first.token, Promise.resolve(null)])) !== token) return undefined;
  return (await reply) ?? undefined;
}

/** Waits for the token that is being refreshed, so that nothing else refreshes it at the same time. */
export async function untilFirstRefresh(): Promise<void> {
  if (globalThis.firstRequests?.isRefresh) await globalThis.firstRequests.token;
}
