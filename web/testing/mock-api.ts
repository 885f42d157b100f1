import { vi } from "vitest";
import { type Api, api } from "#contract/api.ts";
import type { Arguments, Endpoint, Reply } from "#contract/endpoint.ts";
import { ERRORS, type ErrorCode, type Issue } from "#contract/errors.ts";

type Name = keyof Api;
interface Sent<N extends Name> {
  params: Arguments<Api[N]> extends { params: infer P } ? P : Record<string, never>;
  query: Record<string, string>;
  body: Arguments<Api[N]> extends { body: infer B } ? B : undefined;
  headers: Record<string, string>;
}
type Answer<N extends Name> = (
  sent: Sent<N>,
) => Reply<Api[N]> | MockFailure | Response | Promise<Reply<Api[N]> | MockFailure | Response>;

/** A refusal in the catalogue's words: `fails("outfit.not_found")`. */
export class MockFailure {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;

  constructor(code: ErrorCode, issues?: Issue[]) {
    this.code = code;
    this.issues = issues;
  }
}
export const fails = (code: ErrorCode, issues?: Issue[]) => new MockFailure(code, issues);

const endpoints = new Map<string, Endpoint>(
  Object.values(api).flatMap((ofModule) =>
    Object.values(ofModule).map((endpoint: Endpoint): [string, Endpoint] => [
      `${endpoint.method} ${endpoint.path}`,
      endpoint,
    ]),
  ),
);
// oxlint-disable-next-line typescript/no-explicit-any -- holds responses of every endpoint
const answers = new Map<string, Answer<any>>();
const fieldErrors: string[] = [];
let asked = 0;
/** Of this test: what an earlier one never answered is no concern of it. */
let answering = new Set<symbol>();
const requests: {
  name: string;
  url: URL;
  headers: Record<string, string>;
  body: unknown;
  cache: RequestCache | undefined;
}[] = [];

/** A mock server: checks requests and responses against the contract, and an unexpected call fails the test. */
export const mockApi = {
  /** Answers a call; the last one given for a name counts. */
  on<N extends Name>(name: N, answer: Answer<N> | Reply<Api[N]> | MockFailure): void {
    answers.set(name, typeof answer === "function" ? (answer as Answer<N>) : () => answer);
  },
  /** What was asked so far, oldest first. */
  requests(name?: Name) {
    return requests.filter((request) => name === undefined || request.name === name);
  },
  /** How many calls there were, and how many of them still wait for the test's answer. */
  counts() {
    return { asked, answering: answering.size };
  },
  install(): void {
    answers.clear();
    fieldErrors.length = 0;
    requests.length = 0;
    answering = new Set();
    // Every cover asks for them.
    this.on("GET /api/covers", { items: [] });
    vi.stubGlobal("fetch", answerFetch);
  },
  /** Called after each test. */
  verify(): void {
    const found = fieldErrors.splice(0);
    if (found.length > 0) throw new Error(found.join("\n"));
  },
};

async function answerFetch(address: string, init: RequestInit = {}): Promise<Response> {
  asked += 1;
  const url = new URL(address, location.origin);
  const match = findEndpoint(init.method ?? "GET", url.pathname);
  const answer = match && answers.get(match.name);
  if (!match || !answer) return rejectCall(`Unexpected call ${init.method ?? "GET"} ${url.pathname}${url.search}`);
  init.signal?.throwIfAborted();

  const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
  const query = Object.fromEntries(url.searchParams);
  const headers = (init.headers ?? {}) as Record<string, string>;
  requests.push({ name: match.name, url, headers, body, cache: init.cache });
  const wrong = findViolation(match.endpoint, { query, headers, body });
  if (wrong) return rejectCall(`${match.name} was called with ${wrong}`);

  const call = Symbol(match.name);
  answering.add(call);
  const reply: unknown = await Promise.resolve(answer({ params: match.params, query, body, headers })).finally(() =>
    answering.delete(call),
  );
  init.signal?.throwIfAborted();
  return toResponse(match, reply);
}

function findViolation({ schemas }: Endpoint, sent: Record<"query" | "headers" | "body", unknown>): string | undefined {
  for (const part of ["query", "headers", "body"] as const) {
    const error = schemas[part]?.safeParse(sent[part]).error;
    if (error) return error.message;
  }
  return undefined;
}

function toResponse({ name, endpoint }: { name: string; endpoint: Endpoint }, reply: unknown): Response {
  if (reply instanceof Response) return reply;
  if (reply instanceof MockFailure) return toProblemResponse(reply);
  const parsed = endpoint.schemas.reply.safeParse(reply);
  if (parsed.success) return Response.json(parsed.data);
  return rejectCall(`The test's answer to ${name} breaks the contract: ${parsed.error.message}`);
}

function findEndpoint(method: string, path: string) {
  const parts = path.split("/");
  let best: { name: string; endpoint: Endpoint; params: Record<string, string>; fixed: number } | undefined;
  for (const [name, endpoint] of endpoints) {
    const pattern = endpoint.path.split("/");
    if (endpoint.method !== method || pattern.length !== parts.length) continue;
    const isMatch = pattern.every((part, index) => part.startsWith(":") || part === parts[index]);
    if (!isMatch) continue;
    const named = pattern.flatMap((part, index) =>
      part.startsWith(":") ? [[part.slice(1), decodeURIComponent(parts[index] ?? "")]] : [],
    );
    const fixed = pattern.length - named.length;
    if (!best || fixed > best.fixed) best = { name, endpoint, params: Object.fromEntries(named), fixed };
  }
  return best;
}

function rejectCall(text: string): Response {
  fieldErrors.push(text);
  return toProblemResponse(fails("internal"));
}

function toProblemResponse({ code, issues }: MockFailure): Response {
  const { status, title } = ERRORS[code];
  const problem = { type: `/problems/${code}`, title, status, code, requestId: "test", issues };
  return Response.json(problem, { status, headers: { "content-type": "application/problem+json" } });
}
