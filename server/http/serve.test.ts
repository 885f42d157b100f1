import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contract/api.ts";
import { type Endpoint, endpoint } from "#contract/endpoint.ts";
import { ERRORS } from "#contract/errors.ts";
import { AppError } from "#server/lib/app-error.ts";
import { testDatabase } from "#server/testing/test-app.ts";
import { readConfig } from "#server/config/config.ts";
import { createAppContext } from "#server/app-context.ts";
import Fastify from "fastify";
import { registerCompression } from "./compression.ts";
import { registerJsonParser } from "./json.ts";
import { toAppError, toProblem } from "./problem.ts";
import { createServe, SerializedReply } from "./serve.ts";

const echo = endpoint("POST", "/api/echo/:name", {
  params: z.strictObject({ name: z.string().max(5) }),
  query: z.strictObject({ times: z.coerce.number().int().max(3).default(1) }),
  body: z.strictObject({
    text: z.string().trim().min(1, "Write something"),
    tags: z.array(z.string().max(3)).default([]),
  }),
  reply: z.object({ text: z.string(), inner: z.object({ n: z.number() }).nullable() }),
});
const prepared = endpoint("GET", "/api/prepared", { reply: z.object({ text: z.string() }) });
const broken = endpoint("GET", "/api/broken", { reply: z.object({}) });

const nobody = { find: () => Promise.resolve(null), recall: () => undefined };

async function smallApp() {
  const database = await testDatabase();
  const app = createAppContext(readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" }), database);
  const fastify = Fastify();
  await registerCompression(fastify);
  registerJsonParser(fastify);
  fastify.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    return reply.status(ERRORS[error.code].status).send(toProblem(error, request.id));
  });
  const serve = createServe(fastify, app, nobody);
  const leaky = { text: "hi", points: 500, inner: { n: 1, email: "mia@fash.example" } };
  serve(echo, (_call, { body, query }) => ({ ...leaky, text: body.text.repeat(query.times) }));
  serve(prepared, () => new SerializedReply('{"text":"as it is"}', { etag: '"1"' }));
  serve(broken, () => {
    throw new Error("secret detail");
  });
  return fastify;
}

const fastify = await smallApp();
const post = (payload: unknown, url = "/api/echo/mia", contentType = "application/json") =>
  fastify.inject({
    method: "POST",
    url,
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
    headers: { "content-type": contentType },
  });

test("properties that the contract does not declare never leave the server, at any depth", async () => {
  const answer = await post({ text: " hi " });
  expect(answer.json()).toEqual({ text: "hi", inner: { n: 1 } });
});

test("nor do they when the answer is compressed", async () => {
  const text = "long ".repeat(500).trim();
  const answer = await fastify.inject({
    method: "POST",
    url: "/api/echo/mia",
    payload: { text },
    headers: { "accept-encoding": "gzip" },
  });
  expect(answer.headers).toMatchObject({
    "content-encoding": "gzip",
    "content-type": "application/json; charset=utf-8",
  });
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual({ text, inner: { n: 1 } });
});

test("a prepared reply leaves as it is, with its headers", async () => {
  const answer = await fastify.inject("/api/prepared");
  expect(answer.body).toBe('{"text":"as it is"}');
  expect(answer.headers).toMatchObject({ etag: '"1"', "content-type": "application/json; charset=utf-8" });
});

test.each([
  [{ text: "" }, "text", "Write something"],
  [{ text: 5 }, "text", expect.any(String)],
  [{}, "text", expect.any(String)],
  [{ text: "a", tags: ["fine", "no"] }, "tags.0", expect.any(String)],
  [{ text: "a", isAdmin: true }, "isAdmin", "Unknown field isAdmin"],
  [[], "", expect.any(String)],
  [null, "", expect.any(String)],
])("the body %j is refused and the field is named", async (body, path, message) => {
  const answer = await post(body);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: "request.invalid", issues: [{ path, message }] });
});

test("parameters and query are checked too, and unknown query keys are refused", async () => {
  expect((await post({ text: "a" }, "/api/echo/toolong")).json().issues).toMatchObject([{ path: "name" }]);
  expect((await post({ text: "a" }, "/api/echo/mia?times=9")).json().issues).toMatchObject([{ path: "times" }]);
  expect((await post({ text: "a" }, "/api/echo/mia?user_id=1")).json().issues).toMatchObject([{ path: "user_id" }]);
});

test.each([
  ["{", "application/json", "request.malformed"],
  ['{"text":"a","__proto__":{"isAdmin":true}}', "application/json", "request.malformed"],
  ['{"text":"a","constructor":{"prototype":{"isAdmin":true}}}', "application/json", "request.malformed"],
  ["text=a", "application/x-www-form-urlencoded", "request.unsupported_type"],
  ['{"text":"a"}', "text/plain", "request.unsupported_type"],
  [`{"text":"${"a".repeat(1_100_000)}"}`, "application/json", "request.too_large"],
])("the raw body %# is refused", async (payload, contentType, code) => {
  const answer = await post(payload, "/api/echo/mia", contentType);
  expect(answer.json()).toMatchObject({ code, type: `/problems/${code}` });
});

test("an unexpected failure reveals nothing [S-51]", async () => {
  const answer = await fastify.inject("/api/broken");
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    type: "/problems/internal",
    title: "An unexpected error occurred",
    status: 500,
    code: "internal",
    requestId: expect.any(String),
  });
});

test.each([
  [{ code: "ECONNREFUSED" }, "server.unavailable"],
  [{ code: "EAGAIN" }, "server.unavailable"],
  [{ code: "57P01" }, "server.unavailable"],
  [{ code: "53300" }, "server.unavailable"],
  [new Error("Connection terminated unexpectedly"), "server.unavailable"],
  [new Error("timeout exceeded when trying to connect"), "server.unavailable"],
  [{ code: "23505" }, "internal"],
  [new AppError("outfit.not_found"), "outfit.not_found"],
])("the fault %j is answered as %s", (fault, code) => {
  expect(toAppError(fault).code).toBe(code);
});

const closedInputs = Object.values(api)
  .flatMap((endpoints): Endpoint[] => Object.values(endpoints))
  .flatMap(({ method, path, schemas: { params, query, body } }) =>
    [params, query, body].flatMap((schema) => (schema ? [{ call: `${method} ${path}`, schema }] : [])),
  );

test.each(closedInputs)("$call takes no field that it does not know, at any depth [S-60]", ({ schema }) => {
  const open: unknown[] = [];
  z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === "object" && jsonSchema.additionalProperties !== false) open.push(jsonSchema);
    },
  });
  expect(open).toEqual([]);
});
