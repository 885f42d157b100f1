import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Endpoint, type Input, limitOf, type Reply } from "#contract/endpoint.ts";
import type { Issue } from "#contract/errors.ts";
import type { RateLimit } from "#contract/rate-limits.ts";
import { AppError } from "#server/lib/app-error.ts";
import { toClientKey } from "#server/lib/client-key.ts";
import { CachedBody } from "#server/lib/cached-body.ts";
import type { RequestContext, AppContext } from "./context.ts";
import type { Viewer } from "./viewer.ts";
import { sendCompressed, sendShared } from "./compression.ts";
import { toIssues } from "./problem.ts";
import { spendLimit } from "./rate-limit.ts";
import { findInvalidText } from "./invalid-text.ts";

/**
 * A reply whose JSON is ready: hot routes send it as it is, and a test holds it to the contract's schema. With an `etag`
 * header a client that has the same already is answered 304, and a JSON that is given as a function is not written at all.
 */
export class SerializedReply {
  readonly json: string | (() => CachedBody | Buffer);
  readonly headers: Record<string, string>;

  constructor(json: string | (() => CachedBody | Buffer), headers: Record<string, string> = {}) {
    this.json = json;
    this.headers = headers;
  }
}

type Handler<E extends Endpoint> = (
  context: RequestContext,
  input: Input<E>,
) => Promise<Reply<E> | SerializedReply> | Reply<E> | SerializedReply;

/** Who is behind an `Authorization` header. */
export interface Viewers {
  /** Null without a header; throws if it is invalid. The same object each time, unless something about the member changes. */
  find(app: AppContext, authorization: string | undefined): Promise<Viewer | null>;
  /** What `find` returned for this header before, which may not hold any more. */
  recall(app: AppContext, authorization: string | undefined): Viewer | undefined;
}

/** Binds an endpoint of the contract to the code that answers it. */
export type Serve = <E extends Endpoint>(endpoint: E, handle: Handler<E>) => void;

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/**
 * `Serve` over Fastify: input is parsed strictly by the contract, the reply is written by a serialiser compiled from it,
 * so that a property which the contract does not declare cannot leave the server.
 */
export function createServe(fastify: FastifyInstance, app: AppContext, viewers: Viewers): Serve {
  return <E extends Endpoint>(endpoint: E, handle: Handler<E>) => {
    const parseInput = createParser(endpoint);
    const serialize = createSerializer(endpoint);
    const limit = limitOf(endpoint);
    const needsMember = endpoint.schemas.errors?.includes("auth.required") ?? false;
    const startsEarly = mayStartEarly(endpoint, limit);
    const recallReader = (authorization: string | undefined) => {
      const recalled = viewers.recall(app, authorization);
      return recalled && mayRead(endpoint, recalled) ? recalled : undefined;
    };
    fastify.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      handler: async (request, reply) => {
        const input = parseInput(request);
        const { authorization } = request.headers;
        const contextOf = (viewer: Viewer | null) => toRequestContext(app, { request, reply }, viewer);
        const run = async (context: RequestContext) => handle(context, input);
        const expected = startsEarly ? recallReader(authorization) : undefined;
        const check = viewers.find(app, authorization);
        const early = expected && run(toEarlyContext(contextOf(expected), check, expected));
        // Its error counts only if its viewer is the right one.
        early?.catch(() => undefined);
        const viewer = await check;
        if (viewer && !mayRead(endpoint, viewer)) throw new AppError("auth.suspended");
        if (early && viewer === expected) return send({ request, reply, serialize }, await early);
        const context = contextOf(viewer);
        // Without a session a write that needs one is refused anyway, and counts nothing.
        if (limit !== null && (viewer || !needsMember)) await spendLimit(context, limit);
        return send({ request, reply, serialize }, await run(context));
      },
    });
  };
}

/**
 * Whether an endpoint may be handled for the member whom its header proved last, while the session is checked: the result is
 * used only if the check finds the same, otherwise the endpoint is handled again. Reads change nothing, and their statements
 * need not wait for the check. Not what only admins see: rare, and too sensitive for anything clever.
 *
 * @see docs/performance.md#early-reads
 */
const mayStartEarly = ({ method, path, schemas }: Endpoint, limit: RateLimit | null): boolean =>
  method === "GET" && limit === null && !schemas.isWriting && !path.startsWith("/api/admin/");

const mayRead = ({ schemas }: Endpoint, { isSuspended }: Viewer) => !isSuspended || schemas.isForSuspended === true;

/** A read that starts early counts against limits only once the check has found its viewer: an ended session uses up nobody's. */
function toEarlyContext(context: RequestContext, check: Promise<Viewer | null>, expected: Viewer): RequestContext {
  const { rateLimiter } = context;
  context.rateLimiter = {
    isUsedUp: (limit, who) => rateLimiter.isUsedUp(limit, who),
    async spend(limit, who) {
      if ((await check) !== expected) throw new AppError("auth.session_ended");
      await rateLimiter.spend(limit, who);
    },
  };
  return context;
}

/** The app context as one request sees it. */
export function toRequestContext(
  app: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  viewer: Viewer | null,
): RequestContext {
  // The app context comes last: Node 20 takes microseconds for each property that follows a spread.
  return {
    viewer,
    userId: viewer?.userId ?? null,
    requestId: request.id,
    ip: request.ip,
    clientKey: toClientKey(request.ip),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
    log: request.log,
    disconnected: () => disconnectedSignal(reply),
    ...app,
  };
}

/** Fastify's own signal listens to the request, which is closed as soon as its body has been read. */
function disconnectedSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.closed) return AbortSignal.abort();
  const controller = new AbortController();
  raw.once("close", () => raw.writableFinished || controller.abort());
  return controller.signal;
}

type Serialize = (reply: FastifyReply, result: unknown) => string;

function send(
  { request, reply, serialize }: { request: FastifyRequest; reply: FastifyReply; serialize: Serialize },
  result: unknown,
): FastifyReply | Promise<FastifyReply> {
  const contentType = "application/json; charset=utf-8";
  if (!(result instanceof SerializedReply)) {
    return sendCompressed(reply.header("content-type", contentType), serialize(reply, result));
  }
  const { json, headers } = result;
  reply.headers(headers);
  const { etag } = headers;
  if (etag !== undefined && request.headers["if-none-match"] === etag) return reply.status(304).send();
  if (headers["content-type"] === undefined) void reply.header("content-type", contentType);
  const body = typeof json === "string" ? json : json();
  return body instanceof CachedBody ? sendShared(request, reply, body) : sendCompressed(reply, body);
}

const nothing = z.strictObject({});
const nothingAtAll = nothing.optional();
const noHeaders = z.object({});

/** Reads a request's input by the endpoint's schemas, or refuses it with all that is wrong. */
function createParser<E extends Endpoint>({ schemas }: E): (request: FastifyRequest) => Input<E> {
  const { params = nothing, query = nothing, headers = noHeaders, body } = schemas;
  return (request) => {
    const parts = [
      params.safeParse(request.params),
      query.safeParse(request.query),
      headers.safeParse(request.headers),
      body ? body.safeParse(request.body) : nothingAtAll.safeParse(request.body ?? undefined),
    ] as const;
    const issues: Issue[] = [];
    for (const part of parts) issues.push(...toIssueList(part));
    if (issues.length > 0) throw new AppError("request.invalid", { issues });
    return {
      params: parts[0].data,
      query: parts[1].data,
      headers: parts[2].data,
      body: body ? parts[3].data : undefined,
    } as Input<E>;
  };
}

function toIssueList({ error, data }: z.ZodSafeParseResult<unknown>): Issue[] {
  if (error) return toIssues(error);
  const path = findInvalidText(data);
  return path === undefined ? [] : [{ path, message: "Contains a character that can't be stored" }];
}

/** Compiles at the first reply: for all endpoints together that takes 0.3 s, which the start need not wait for. */
function createSerializer(endpoint: Endpoint): Serialize {
  let schema: z.core.JSONSchema.BaseSchema | undefined;
  return (reply, result) => {
    schema ??= toReplySchema(endpoint);
    return reply.compileSerializationSchema(schema)(result as Record<string, unknown>);
  };
}

/**
 * JSON Schema of a reply in the dialect that the serialiser reads best: `nullable` instead of unions with null, which it
 * would have to validate, and which would then refuse undeclared properties instead of leaving them out.
 */
export function toReplySchema(endpoint: Endpoint): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(endpoint.schemas.reply, { target: "openapi-3.0", io: "output" });
}
