import http from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { registerCalendarRoutes } from "./calendars.ts";
import { registerErrorHandler } from "./error-handler.ts";
import { registerAbortLogging, logging } from "./logging.ts";
import { noteRedirectedFailure } from "./redirected-failures.ts";

/** A server with our logging, and its lines so far. */
function openServer(level = "info"): { fastify: FastifyInstance; lines: () => unknown[]; text: () => string } {
  const written: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      written.push(line.toString());
      done();
    },
  });
  const { logger, ...options } = logging(readConfig({ NODE_ENV: "test", LOG_LEVEL: level }));
  const fastify = Fastify({ ...options, logger: { ...(logger as object), stream }, genReqId: () => "r-1" });
  onTestFinished(() => fastify.close());
  registerAbortLogging(fastify);
  const text = () => written.join("");
  return { fastify, text, lines: () => written.map((line) => JSON.parse(line)) };
}

test("one line logs the request and its result without secrets [S-75]", async () => {
  const { fastify, lines, text } = openServer();
  fastify.post("/token", () => ({ access_token: "hush-reply" }));
  await fastify.inject({
    method: "POST",
    url: "/token?code=hush-query",
    headers: { authorization: "Bearer hush-header", cookie: "hush-cookie" },
    payload: { password: "hush-body" },
  });
  const request = { reqId: "r-1", method: "POST", path: "/token", ip: "127.0.0.1" };
  expect(lines()).toMatchObject([{ ...request, status: 200, ms: expect.any(Number), msg: "request completed" }]);
  expect(text()).not.toContain("hush");
});

test("without lines for all requests, one that was broken off still has its line", async () => {
  const { fastify, lines } = openServer("warn");
  fastify.get("/fine", () => "fine");
  fastify.get("/broken", (_request, reply) => {
    setImmediate(() => reply.raw.emit("error", new Error("The disk is gone")));
    return new Promise(() => undefined);
  });
  await fastify.inject("/fine");
  void fastify.inject("/broken").catch(() => undefined);
  await expect.poll(() => lines()).toMatchObject([{ path: "/broken", msg: "request errored" }]);
});

test("the line of a redirect that a failure led to has its status", async () => {
  const { fastify, lines } = openServer();
  fastify.get("/verify", (_request, reply) => {
    noteRedirectedFailure(reply, 504);
    return reply.redirect("/auth");
  });
  fastify.get("/old", (_request, reply) => reply.redirect("/new"));
  await fastify.inject("/verify");
  expect(lines()).toMatchObject([{ path: "/verify", status: 302, failure: 504 }]);
  await fastify.inject("/old");
  expect(lines()[1]).not.toHaveProperty("failure");
});

test.each(["GET", "PROPFIND"])(
  "the secret of a private calendar's address is not logged with %s [S-30]",
  async (method) => {
    const { fastify, lines, text } = openServer();
    registerErrorHandler(fastify);
    registerCalendarRoutes(fastify, {
      upcoming: () => Promise.reject(new Error("not asked")),
      ofEvent: () => Promise.resolve(null),
      ofMember: () => Promise.resolve({ text: "BEGIN:VCALENDAR", etag: '"1"' }),
    });
    await fastify.inject({ method: method as "GET", url: "/calendars/members/hush-token.ics?refresh" });
    expect(lines()).toMatchObject([{ method, path: "/calendars/members/:file" }]);
    expect(text()).not.toContain("hush");
  },
);

test("one line logs a request whose client disconnected before the response", async () => {
  const { fastify, lines } = openServer();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  fastify.get("/slow", () => {
    arrive();
    return new Promise(() => undefined);
  });
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  const { port } = fastify.server.address() as AddressInfo;
  const request = http.get({ port, path: "/slow", host: "127.0.0.1" }).on("error", () => undefined);
  await arrived;
  request.destroy();
  await expect.poll(() => lines().at(-1)).toMatchObject({ path: "/slow", msg: "request aborted" });
});
