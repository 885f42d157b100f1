import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";

const settings = { RATE_LIMITS: "on" };

test.each([
  ["/api/nothing", 404],
  // Leads a browser back: a redirect in place of a 400.
  ["/auth/v1/verify?token=a&token=b", 303],
  ["/auth/v1/callback?state=unknown", 302],
])("a caller's refusals by %s come at 50 a second, and nothing else waits for them [S-162]", async (path, status) => {
  const { fastify } = await testApp({ settings });
  await fastify.ready();
  const done: string[] = [];
  const get = async (url: string, remoteAddress: string, name: string) => {
    const { statusCode } = await fastify.inject({ url, remoteAddress });
    done.push(name);
    return statusCode;
  };
  // The first request of a server opens its connections, which may take longer than all refusals.
  await fastify.inject({ url: "/api/styles", remoteAddress: "2001:db8:0:3::1" });
  const start = performance.now();
  const refused = Array.from({ length: 45 }, async (_, n) => {
    // One network, however many addresses of it are used.
    expect(await get(path, `2001:db8:0:1::${n.toString(16)}`, `refused ${n}`)).toBe(status);
    return performance.now() - start;
  });
  const others = [
    get("/api/styles", "2001:db8:0:1::1", "served at the same address"),
    get(path, "2001:db8:0:2::1", "refused elsewhere"),
  ];
  expect(await Promise.all(others)).toEqual([200, status]);
  // Timers may be a millisecond early.
  expect(Math.max(...(await Promise.all(refused)))).toBeGreaterThanOrEqual(25 * 20 - 1);
  const last = done.indexOf("refused 44");
  expect(done.indexOf("served at the same address")).toBeLessThan(last);
  expect(done.indexOf("refused elsewhere")).toBeLessThan(last);
});

test("a caller with 1,000 refusals under way loses the connection, and the next one is served [S-162]", async () => {
  const { fastify } = await testApp({ settings });
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  const { port } = fastify.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  socket.resume().write("GET /api/nothing HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1_200));
  await once(socket, "close");
  const response = await fetch(`http://127.0.0.1:${port}/api/styles`);
  expect(response.status).toBe(200);
});
