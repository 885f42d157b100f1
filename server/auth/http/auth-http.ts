import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { LimitName } from "#server/config/auth-config.ts";
import { AuthError } from "./auth-error.ts";
import { spendRequest } from "./request-limits.service.ts";
import type { RequestContext, AppContext } from "#server/http/context.ts";
import { noteRedirectedFailure } from "#server/http/redirected-failures.ts";
import { toAppError } from "#server/http/problem.ts";
import { toRequestContext } from "#server/http/serve.ts";
import { findInvalidText } from "#server/http/invalid-text.ts";

/** A request to the auth API. */
export interface AuthContext extends RequestContext {
  authorization: string | undefined;
  referer: string | undefined;
  cookie: string | undefined;
  /** Whether there is a response already, such as one that the handler took too long. */
  isAnswered: () => boolean;
}

/** A response other than a JSON body with status 200. */
export class AuthReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  /** The status of the failure that a redirect reports. */
  readonly failure: number | undefined;

  constructor(status: number, headers: Record<string, string>, body?: unknown, failure?: number) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.failure = failure;
  }
}

interface Parts<Body extends z.ZodType, Query extends z.ZodType, Params extends z.ZodType> {
  /** What each call is counted against, before it is handled; `service`: the handler counts it. Calls that write need one. */
  limit?: LimitName | "service";
  body?: Body;
  query?: Query;
  params?: Params;
  /**
   * The response to any failure where a browser navigates, which would show JSON. What it throws is answered with JSON.
   *
   * @param query The parameters that are text, also where a schema refuses others.
   */
  onError?: (context: AuthContext, error: AuthError, query: Record<string, string>) => AuthReply;
}
interface Parsed<Body extends z.ZodType, Query extends z.ZodType, Params extends z.ZodType> {
  body: z.output<Body>;
  query: z.output<Query>;
  params: z.output<Params>;
}

/** Binds one endpoint of the auth API; `path` is relative to the base path. */
export type ServeAuth = <
  Body extends z.ZodType = z.ZodUnknown,
  Query extends z.ZodType = z.ZodUnknown,
  Params extends z.ZodType = z.ZodUnknown,
>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  parts: Parts<Body, Query, Params>,
  handle: (context: AuthContext, input: Parsed<Body, Query, Params>) => Promise<object>,
) => void;

const versionHeader = "x-supabase-api-version";
const errorCodesSince = "2024-01-01";
const timeoutMs = 10_000;
const formType = "application/x-www-form-urlencoded";

/**
 * The auth API under its base path: the client library's own error bodies, empty JSON bodies read as `{}`, unknown
 * fields ignored, null treated as absent, nothing cached.
 *
 * @see docs/auth.md
 */
export async function registerAuthApi(
  fastify: FastifyInstance,
  app: AppContext,
  bind: (serve: ServeAuth) => void,
): Promise<void> {
  const { basePath } = app.config.auth;
  await fastify.register(
    (scope, _options, done) => {
      acceptBodies(scope);
      scope.addHook("onRequest", async (_request, reply) => void reply.header("cache-control", "no-store"));
      scope.setErrorHandler((error, request, reply) => sendError(toAuthError(error, request.log), request, reply));
      // The bare root returns the site's own 404.
      if (basePath !== "") {
        scope.setNotFoundHandler((request, reply) =>
          sendError(new AuthError(404, "not_found", "There is nothing at this address"), request, reply),
        );
      }
      bind(createServeAuth(scope, app));
      done();
    },
    { prefix: basePath },
  );
}

function createServeAuth(scope: FastifyInstance, app: AppContext): ServeAuth {
  return (method, path, parts, handle) => {
    const { limit, onError } = parts;
    if (method !== "GET" && limit === undefined) throw new Error(`${method} ${path} of sign-in declares no limit`);
    scope.route({
      method,
      url: path,
      // Mail scanners send HEAD requests to every link, which must not consume it.
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const input = {
          body: parse(parts.body, dropNulls(readBody(request))),
          query: parse(parts.query, dropNulls(request.query)),
          params: parse(parts.params, request.params),
        } as Parameters<typeof handle>[1];
        const context = toAuthCall(app, request, reply);
        if (limit !== undefined && limit !== "service") await spendRequest(context, limit);
        const work = handle(context, input);
        work.catch((thrown: unknown) => {
          // Nobody waits for it any more: only the log can tell.
          if (context.isAnswered()) toAuthError(thrown, request.log);
        });
        const result = await inTime(work);
        return result instanceof AuthReply ? sendReply(result, reply) : reply.send(result);
      },
      ...(onError && {
        errorHandler: (thrown, request, reply) => {
          const error = toAuthError(thrown, request.log);
          void sendReply(onError(toAuthCall(app, request, reply), error, readTexts(request.query)), reply);
        },
      }),
    });
  };
}

function toAuthCall(app: AppContext, request: FastifyRequest, reply: FastifyReply): AuthContext {
  const { authorization, referer, cookie } = request.headers;
  const isAnswered = () => reply.sent;
  return { ...toRequestContext(app, { request, reply }, null), authorization, referer, cookie, isAnswered };
}

function sendReply({ status, headers, body = null, failure }: AuthReply, reply: FastifyReply): FastifyReply {
  if (failure !== undefined) noteRedirectedFailure(reply, failure);
  return reply.status(status).headers(headers).send(body);
}

/** A query has a list where a parameter occurs twice. */
function readTexts(query: unknown): Record<string, string> {
  const entries = Object.entries(query as Record<string, unknown>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function acceptBodies(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser("error", "error");
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, {});
    return parseJson(request, text as string, done);
  });
  // Providers may call back with a form; no other endpoint accepts one.
  scope.addContentTypeParser(formType, { parseAs: "string" }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)));
  });
}

function readBody(request: FastifyRequest): unknown {
  const isForm = request.headers["content-type"]?.startsWith(formType) ?? false;
  if (isForm && !request.url.includes("/callback")) {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON: a form was sent");
  }
  return request.body ?? {};
}

function dropNulls(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function parse(schema: z.ZodType | undefined, given: unknown): unknown {
  if (!schema) return undefined;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON: an object was expected");
  }
  const unstorable = findInvalidText(given);
  if (unstorable !== undefined) {
    throw new AuthError(400, "validation_failed", `${shorten(unstorable) || "body"}: contains what cannot be stored`);
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AuthError(400, "validation_failed", describeIssue(parsed.error));
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  if (!issue) return "is not valid";
  return issue.code === "custom" ? issue.message : `${shorten(issue.path.map(String).join("."))}: ${issue.message}`;
}

/** The caller chooses names; those of a redirect are in its headers. */
const shorten = (name: string) => name.slice(0, 100);

/** Rejects work that takes too long, without ending it. @throws request_timeout */
export async function inTime<T>(work: Promise<T>, ms = timeoutMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timedOut()), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Undoes the caller's transaction where the request has been answered meanwhile: what works once must not be used up by what
 * nobody sees.
 *
 * @throws request_timeout
 */
export function requireUnanswered(context: AuthContext): void {
  if (context.isAnswered()) throw timedOut();
}

const timedOut = () => new AuthError(504, "request_timeout", "Processing this request timed out");

/** Unique or foreign-key violation: lost a race. */
const lostRaces = new Set(["23505", "23503"]);

/** Any failure as an error of the auth API; unexpected ones are logged. */
export function toAuthError(thrown: unknown, log: FastifyBaseLogger): AuthError {
  if (thrown instanceof AuthError) return thrown;
  if (lostRaces.has((thrown as { code?: string }).code ?? "")) {
    return new AuthError(409, "conflict", "Another request changed the same thing, please try again", {
      cause: thrown,
    });
  }
  const error = toAppError(thrown);
  if (error.code === "request.too_slow") {
    return new AuthError(408, "request_timeout", "Processing this request timed out");
  }
  if (error.code === "request.too_large") {
    return new AuthError(413, "request_entity_too_large", "Request body too large");
  }
  if (error.code === "request.malformed" || error.code === "request.unsupported_type") {
    return new AuthError(400, "bad_json", "Could not parse request body as JSON: it is not JSON");
  }
  if (error.code === "auth.recent_sign_in_required") {
    return new AuthError(400, "reauthentication_needed", "Please sign in again to change how you sign in.");
  }
  if (error.code === "rate.limited") {
    return new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
  }
  if (error.code === "server.unavailable") {
    const retryAfterSeconds = error.retryAfterSeconds ?? 2;
    return new AuthError(503, "unexpected_failure", "The service is not available right now", { retryAfterSeconds });
  }
  log.error({ err: thrown }, "unexpected failure in sign-in");
  return new AuthError(500, "unexpected_failure", "Unexpected failure, please check server logs for more information");
}

function sendError(error: AuthError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isNew = isVersion(request.headers[versionHeader]);
  const weak = error.weakPassword ? { weak_password: { reasons: error.weakPassword } } : {};
  void reply.header("x-sb-error-code", error.code);
  if (isNew) void reply.header(versionHeader, errorCodesSince);
  if (error.retryAfterSeconds !== undefined) void reply.header("retry-after", String(error.retryAfterSeconds));
  const body = isNew
    ? { code: error.code, message: error.message, ...weak }
    : {
        code: error.status,
        error_code: error.code,
        msg: error.message,
        ...weak,
        ...(error.status >= 500 ? { error_id: request.id } : {}),
      };
  return reply.status(error.status).type("application/json; charset=utf-8").serializer(JSON.stringify).send(body);
}

/** Whether the client expects codes as text: the header is a date of 2024 or later. */
function isVersion(header: string | string[] | undefined): boolean {
  if (typeof header !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(header)) return false;
  return !Number.isNaN(Date.parse(header)) && header >= errorCodesSince;
}
