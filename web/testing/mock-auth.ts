import { vi } from "vitest";
import { memberId } from "./sign-in.ts";

type Answer = () => Response | Promise<Response>;

/**
 * Mocks the auth endpoints in addition to `mockApi`: `mockAuth({ "POST /token": () => authError(400, "invalid_credentials") })`.
 * Gives what was sent to each so far.
 */
export function mockAuth(answers: Record<string, Answer>): { name: string; body: unknown }[] {
  const rest = globalThis.fetch;
  const sent: { name: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    if (!url.pathname.startsWith("/auth/v1/")) return rest(address, init);
    const name = `${init.method ?? "GET"} ${url.pathname.slice("/auth/v1".length)}`;
    sent.push({ name, body: typeof init.body === "string" ? JSON.parse(init.body) : undefined });
    const answer = answers[name];
    if (!answer) throw new TypeError(`Unexpected call ${name}`);
    return answer();
  });
  return sent;
}

/** A session as the server sends it. */
export function aSession(token: string, more: Record<string, unknown> = {}): Response {
  return Response.json({
    access_token: token,
    refresh_token: `refresh-${token}`,
    token_type: "bearer",
    expires_in: 3_600,
    expires_at: Math.floor(Date.now() / 1_000) + 3_600,
    user: { id: memberId, email: "mia@example.com" },
    ...more,
  });
}

/** A refusal as the server sends it; its message must never decide anything. */
export function authError(status: number, code: string, more: Record<string, unknown> = {}): Response {
  const body = { code, message: `The server's own words for ${code}`, ...more };
  return Response.json(body, { status, headers: { "x-supabase-api-version": "2024-01-01" } });
}

/** No answer at all. */
export function noConnection(): never {
  throw new TypeError("Failed to fetch");
}
