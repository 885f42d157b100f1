import { Writable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { loggerOptions } from "./logging.ts";

test("a line tells the call and its request, and no secret of it", async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const options = loggerOptions(readConfig({ NODE_ENV: "test", LOG_LEVEL: "info" }));
  const app = Fastify({ logger: { ...(typeof options === "object" ? options : {}), stream }, genReqId: () => "r-1" });
  app.post("/token", () => ({ access_token: "hush-reply" }));
  await app.inject({
    method: "POST",
    url: "/token?code=hush-query",
    headers: { authorization: "Bearer hush-header", cookie: "hush-cookie" },
    payload: { password: "hush-body" },
  });
  await app.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reqId: "r-1", req: { method: "POST", path: "/token" } },
    { reqId: "r-1", res: { statusCode: 200 } },
  ]);
  expect(lines.join("")).not.toContain("hush");
});
