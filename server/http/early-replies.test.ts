import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";

const { fastify } = await testApp({ settings: { BODY_SECONDS_MAX: "0.5" } });
let port = 0;
beforeAll(async () => {
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = fastify.server.address() as AddressInfo);
});
afterAll(() => fastify.close());

/** Sends raw bytes and returns the response until the server closes the connection or is silent. */
async function send(text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => void (answer += part));
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(text);
  const ended = once(socket, "close");
  const isOver = () => /\r\n\r\n[\s\S]*\}$/.test(answer) || /^HTTP[\s\S]*\r\n\r\n/.test(answer);
  for (let round = 0; round < 100 && !isOver() && !socket.destroyed; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  socket.destroy();
  await ended;
  return answer.toLowerCase();
}
const upgrade = (path: string, more = "") =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;

describe("answers that no route gives have the headers of all others [S-46]", () => {
  test.each([
    ["an address that cannot be read", "GET /api/%zz HTTP/1.1\r\nhost: x\r\n\r\n", 400],
    ["a page that cannot be read", "GET /profile/%E0%A4%A HTTP/1.1\r\nhost: x\r\n\r\n", 400],
    ["what is no HTTP", "HELLO\r\n\r\n", 400],
    ["headers without end", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["a socket over plain requests", "GET /live/?EIO=4&transport=polling HTTP/1.1\r\nhost: x\r\n\r\n", 400],
    ["a socket of another site", upgrade("/live/?EIO=4&transport=websocket", "origin: https://evil.example\r\n"), 400],
    ["a socket of no kind", upgrade("/live/?EIO=4&transport=x"), 400],
  ])("%s", async (_name, text, status) => {
    const answer = await send(text);
    expect(answer).toMatch(new RegExp(`^http/1.1 ${status}`));
    expect(answer).toContain("x-content-type-options: nosniff");
    expect(answer).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'");
    expect(answer).not.toContain("node_modules");
  });

  test("an accepted handshake is not affected", async () => {
    expect(await send(upgrade("/live/?EIO=4&transport=websocket"))).toMatch(/^http\/1.1 101/);
  });
});

test.each([
  ["/api/outfits", "application/json"],
  ["/auth/v1/token?grant_type=password", "application/json"],
  ["/api/unsubscribe?token=x", "application/x-www-form-urlencoded"],
])("a body of %s that does not come is not waited for", async (path, type) => {
  const answer = await send(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 400\r\n\r\n{"title": "`,
  );
  expect(answer).toMatch(/^http\/1.1 408/);
});

test("a text that no text can hold is in no page and no picture's address", async () => {
  for (const url of ["/profile/a%00b", "/tag/%00", "/previews/profile/%00.jpg", "/previews/tag/a%00.jpg", "/%00"]) {
    expect({ url, status: (await fastify.inject(url)).statusCode }).toEqual({ url, status: 404 });
  }
});

test("metrics and health are answered under load, but never through a proxy", async () => {
  const { fastify: busy } = await testApp({ settings: { EVENT_LOOP_DELAY_MAX_MS: "1" } });
  const block = () => {
    const until = performance.now() + 1_500;
    while (performance.now() < until);
  };
  await busy.ready();
  for (let round = 0; round < 2; round += 1) {
    block();
    for (const url of ["/healthz", "/readyz", "/metrics"]) expect((await busy.inject(url)).statusCode).toBe(200);
  }
  for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
    expect((await fastify.inject({ url: "/metrics", headers: { [header]: "203.0.113.7" } })).statusCode).toBe(404);
  }
});
