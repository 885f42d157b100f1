import { AuthClient } from "@supabase/auth-js";
import type { FastifyInstance } from "fastify";

/** The client library as a separate browser: storage in memory, requests injected into the app. */
export function authClientOf(
  fastify: FastifyInstance,
  options: { flowType?: "pkce" | "implicit"; basePath?: string; headers?: Record<string, string>; ip?: string } = {},
): InstanceType<typeof AuthClient> {
  const kept = new Map<string, string>();
  return new AuthClient({
    url: `http://localhost:3000${options.basePath ?? "/auth/v1"}`,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    flowType: options.flowType ?? "implicit",
    ...(options.headers ? { headers: options.headers } : {}),
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    fetch: (input, init) => injectFetch(fastify, input, init, options.ip),
  });
}

/** A `fetch` that injects requests into the app. */
async function injectFetch(
  fastify: FastifyInstance,
  input: string | URL | Request,
  init: RequestInit = {},
  ip?: string,
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const headers = Object.fromEntries(new Headers(init.headers));
  const answer = await fastify.inject({
    method: (init.method ?? "GET") as "GET",
    url: `${url.pathname}${url.search}`,
    headers,
    ...(ip ? { remoteAddress: ip } : {}),
    ...(typeof init.body === "string" ? { payload: init.body } : {}),
  });
  const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
  return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
    status: answer.statusCode,
    headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  });
}
