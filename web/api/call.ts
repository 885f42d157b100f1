import type { Api } from "#contract/api.ts";
import type { Arguments, Reply } from "#contract/endpoint.ts";
import { isInBrowser } from "#web/lib/is-in-browser.ts";
import { untilHydrated } from "#web/lib/hydration/hydration.ts";
import { noteReply } from "#web/lib/saved-view.ts";
import { savedAtHeader } from "#web/service-worker/stores.ts";
import { ApiError, toApiError } from "./api-error.ts";
import { takeFirstReply } from "./first-requests.ts";
import { areSameMembers, getAccessToken, refreshAccessToken } from "./session.ts";

export type CallName = keyof Api;
export type ReplyOf<N extends CallName> = Reply<Api[N]>;
type ArgumentsOf<N extends CallName> = Arguments<Api[N]>;
type Rest<N extends CallName> =
  Record<never, never> extends ArgumentsOf<N>
    ? [input?: ArgumentsOf<N>, signal?: AbortSignal, cache?: RequestCache]
    : [input: ArgumentsOf<N>, signal?: AbortSignal, cache?: RequestCache];

type Values = Record<string, string | number | boolean | undefined>;

interface Parts {
  params?: Values;
  query?: Values;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * Calls an endpoint: `call("GET /api/outfits", { query: { style } }, signal)`. The name carries the types, so no schema
 * is bundled. An expired session is refreshed once and the call repeated. A reply waits until the page is hydrated; on the
 * server, which renders what it was given, none comes. With "no-store" a reply that the service worker has saved does not count.
 */
export async function call<N extends CallName>(name: N, ...[input, signal, cache]: Rest<N>): Promise<ReplyOf<N>> {
  if (!isInBrowser) return new Promise(() => undefined);
  try {
    return (await perform(toRequest(name, (input ?? {}) as Parts, signal, cache))) as ReplyOf<N>;
  } finally {
    await untilHydrated();
  }
}

async function perform(request: PreparedRequest): Promise<unknown> {
  const token = await getAccessToken();
  const first = await send(request, token);
  if (first.ok) return read(first);
  const failure = await toApiError(first);
  if (failure.code !== "auth.session_ended" || token === null) throw failure;

  const second = await send(request, await renewToken(token, failure));
  if (!second.ok) throw await toApiError(second);
  return read(second);
}

/**
 * A token in place of one that the server rejected.
 *
 * @throws the rejection if the session has ended; server.unavailable if that cannot be found out now; internal if another
 *   member has signed in, in whose name nothing of the first one's may be done, nor kept for after a sign-in.
 */
export async function renewToken(rejected: string, failure: ApiError): Promise<string> {
  const fresh = await refreshAccessToken();
  if (fresh === null) throw failure;
  if (fresh === rejected) throw new ApiError("server.unavailable", { status: 503, cause: failure });
  if (!areSameMembers(fresh, rejected)) throw new ApiError("internal", { status: 500, cause: failure });
  return fresh;
}

/** Files come as text, all else as JSON. */
function read(response: Response): Promise<unknown> {
  return response.headers.get("content-type")?.startsWith("text/") ? response.text() : response.json();
}

interface PreparedRequest {
  url: string;
  headers: Record<string, string>;
  init: RequestInit;
}

/** Browsers limit keepalive requests to 64 kB in total, so only small ones use it. */
const keepaliveCharsMax = 2_000;

function toRequest(
  name: string,
  { params, query, headers: more, body }: Parts,
  signal: AbortSignal | undefined,
  cache: RequestCache = "default",
): PreparedRequest {
  const [method = "GET", path = "/"] = name.split(" ");
  const headers: Record<string, string> = { accept: "application/json", ...more };
  if (body !== undefined) headers["content-type"] = "application/json";
  const text = body === undefined ? "" : JSON.stringify(body);
  return {
    url: toUrl(path, params, query),
    headers,
    init: {
      method,
      signal: signal ?? null,
      cache,
      // A write must finish even if the member leaves the page right away. Browsers do not abort one that is kept alive.
      keepalive: method !== "GET" && signal === undefined && text.length <= keepaliveCharsMax,
      ...(body === undefined ? {} : { body: text }),
    },
  };
}

/** The URL of a call: parameters filled in and escaped, undefined query values left out. */
export function toUrl(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

async function send({ url, headers, init }: PreparedRequest, token: string | null): Promise<Response> {
  try {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const reply =
      (await takeFirstReply(init.method, url, token)) ??
      (await fetch(url, { ...init, headers: { ...headers, ...authorization } }));
    noteReply(reply.headers.get(savedAtHeader));
    return reply;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError("connection.lost", { status: 0, cause: error });
  }
}
