import Fastify from "fastify";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { ERRORS } from "#contract/errors.ts";
import { createAppContext } from "#server/app-context.ts";
import { readConfig } from "#server/config/config.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import { testDatabase } from "#server/testing/test-app.ts";
import { registerCompression } from "./compression.ts";
import { toAppError, toProblem } from "./problem.ts";
import { type RateLimiter, readWithinLimit, spendLimit } from "./rate-limit.ts";
import { createServe } from "./serve.ts";
import type { Viewer } from "./viewer.ts";

const mia: Viewer = {
  userId: "00000000-0000-4000-8000-000000000001",
  sessionId: "00000000-0000-4000-8000-000000000002",
  role: "admin",
  assurance: "aal1",
  isNew: false,
  isSuspended: false,
};
const reply = z.object({ role: z.string() });
const read = endpoint("GET", "/api/own", { reply });
const write = endpoint("POST", "/api/own", { reply });
const ofAdmins = endpoint("GET", "/api/admin/own", { reply });
const writing = endpoint("GET", "/api/progress", { reply, isWriting: true });
const counted = endpoint("GET", "/api/counted", { reply });
const searched = endpoint("GET", "/api/searched", { reply });

/** What the header proved last, and how its check ends now. */
let recalled: Viewer | undefined;
let check = defer();
const handledFor: (string | undefined)[] = [];
let handle = (role: string) => role;

/** Whose limits were counted. */
const spent: string[] = [];
let isUsedUp = false;
const rateLimiter: RateLimiter = {
  isUsedUp: () => isUsedUp,
  async spend(_limit, { key }) {
    if (isUsedUp) throw new AppError("rate.limited", { retryAfterSeconds: 60 });
    spent.push(key);
  },
};
const config = readConfig({ NODE_ENV: "test", LOG_LEVEL: "silent" });
const app = createAppContext(config, await testDatabase(), { rateLimiter });
const fastify = Fastify();
await registerCompression(fastify);
fastify.setErrorHandler((thrown, request, response) => {
  const error = toAppError(thrown);
  return response.status(ERRORS[error.code].status).send(toProblem(error, request.id));
});
const serve = createServe(fastify, app, { find: () => check.promise, recall: () => recalled });
for (const one of [read, write, ofAdmins, writing]) {
  serve(one, ({ viewer }) => {
    handledFor.push(viewer?.role);
    return { role: handle(viewer?.role ?? "visitor") };
  });
}

serve(counted, async (context) => {
  await spendLimit(context, "searches");
  return { role: "counted" };
});

serve(searched, (context) =>
  readWithinLimit(context, "searches", () => {
    handledFor.push(context.viewer?.role);
    return Promise.resolve({ role: handle(context.viewer?.role ?? "visitor") });
  }),
);

beforeEach(() => {
  spent.length = 0;
  isUsedUp = false;
  recalled = mia;
  check = defer();
  handledFor.length = 0;
  handle = (role) => role;
});

interface Check {
  promise: Promise<Viewer | null>;
  resolve(viewer: Viewer | null): void;
  reject(error: unknown): void;
}

function defer(): Check {
  let ends: Omit<Check, "promise"> | undefined;
  const promise = new Promise<Viewer | null>((resolve, reject) => (ends = { resolve, reject }));
  if (!ends) throw new Error("A promise runs its executor at once");
  return { promise, ...(ends as Omit<Check, "promise">) };
}

const endSession = ({ reject }: Check) => reject(new AppError("auth.session_ended"));

/** Sends a request, waits until all that needs no check has happened, then ends the check. */
async function send(method: "GET" | "POST", url: string, end: (check: Check) => void) {
  const response = fastify.inject({ method, url, headers: { authorization: "Bearer token" } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const before = [...handledFor];
  end(check);
  const { statusCode, body } = await response;
  return { before, statusCode, body: JSON.parse(body) as Record<string, unknown> };
}

test("a read is handled while its session is checked, once", async () => {
  const { before, body } = await send("GET", "/api/own", ({ resolve }) => resolve(mia));
  expect(before).toEqual(["admin"]);
  expect(handledFor).toEqual(["admin"]);
  expect(body).toEqual({ role: "admin" });
});

test("without an earlier request, a read waits for the check", async () => {
  recalled = undefined;
  const { before, body } = await send("GET", "/api/own", ({ resolve }) => resolve(mia));
  expect(before).toEqual([]);
  expect(body).toEqual({ role: "admin" });
});

test.each([
  ["POST", "/api/own"],
  ["GET", "/api/admin/own"],
  ["GET", "/api/progress"],
] as const)("%s %s waits for the check", async (method, url) => {
  const { before, statusCode } = await send(method, url, ({ resolve }) => resolve(mia));
  expect(before).toEqual([]);
  expect(statusCode).toBe(200);
});

test("nothing of it is sent if the session has ended [S-21]", async () => {
  const { before, statusCode, body } = await send("GET", "/api/own", ({ reject }) => {
    try {
      fail("auth.session_ended");
    } catch (error) {
      reject(error);
    }
  });
  expect(before).toEqual(["admin"]);
  expect(statusCode).toBe(401);
  expect(body).toMatchObject({ code: "auth.session_ended" });
  expect(JSON.stringify(body)).not.toContain("admin");
});

test("nor if the member is suspended by now [S-21]", async () => {
  const { statusCode, body } = await send("GET", "/api/own", ({ resolve }) => resolve({ ...mia, isSuspended: true }));
  expect(statusCode).toBe(ERRORS["auth.suspended"].status);
  expect(body).toMatchObject({ code: "auth.suspended" });
});

test("a suspended member's read does not begin", async () => {
  recalled = { ...mia, isSuspended: true };
  const { statusCode } = await send("GET", "/api/own", ({ resolve }) => resolve(recalled ?? null));
  expect([statusCode, handledFor]).toEqual([ERRORS["auth.suspended"].status, []]);
});

test.each([
  ["another role", { ...mia, role: "user" }, "user"],
  ["a second step that is still owed", null, "visitor"],
] as const)("with %s, the read is handled again [S-21]", async (_what, viewer, role) => {
  const { body } = await send("GET", "/api/own", ({ resolve }) => resolve(viewer));
  expect(handledFor[0]).toBe("admin");
  expect(handledFor).toHaveLength(2);
  expect(body).toEqual({ role });
});

test("a failure of the early handling counts only for the right member", async () => {
  handle = (role) => (role === "admin" ? fail("outfit.not_found") : role);
  const other = await send("GET", "/api/own", ({ resolve }) => resolve({ ...mia, role: "business" }));
  expect(other.body).toEqual({ role: "business" });
  check = defer();
  const same = await send("GET", "/api/own", ({ resolve }) => resolve(mia));
  expect(same.body).toMatchObject({ code: "outfit.not_found" });
});

test("limits are counted once the session has been checked, and of an ended one nobody's are [S-21]", async () => {
  const good = await send("GET", "/api/counted", ({ resolve }) => {
    expect(spent).toEqual([]);
    resolve(mia);
  });
  expect([good.statusCode, spent]).toEqual([200, [mia.userId]]);
  check = defer();
  const ended = await send("GET", "/api/counted", endSession);
  expect([ended.statusCode, spent]).toEqual([401, [mia.userId]]);
  check = defer();
  const other = await send("GET", "/api/counted", ({ resolve }) => resolve({ ...mia, role: "user" }));
  expect([other.statusCode, spent]).toEqual([200, [mia.userId, mia.userId]]);
});

test("a search runs while its session is checked and counted, and of an ended one nothing is sent or counted [S-21]", async () => {
  const good = await send("GET", "/api/searched", ({ resolve }) => resolve(mia));
  expect([good.before, good.body, spent]).toEqual([["admin"], { role: "admin" }, [mia.userId]]);
  check = defer();
  const ended = await send("GET", "/api/searched", endSession);
  expect([ended.before, ended.statusCode, spent]).toEqual([["admin", "admin"], 401, [mia.userId]]);
  expect(JSON.stringify(ended.body)).not.toContain("admin");
});

test("nothing is read for who is known to be beyond the limit [S-71]", async () => {
  isUsedUp = true;
  const { statusCode, body } = await send("GET", "/api/searched", ({ resolve }) => resolve(mia));
  expect([statusCode, body["code"], handledFor]).toEqual([429, "rate.limited", []]);
});
