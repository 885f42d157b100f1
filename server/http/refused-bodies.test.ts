import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { testApp } from "#server/testing/test-app.ts";

const { fastify } = await testApp();
let serverPort = 0;
beforeAll(async () => {
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  ({ port: serverPort } = fastify.server.address() as AddressInfo);
});

const gigabyte = 1024 ** 3;
const megabyte = 1024 ** 2;

test.each([
  ["an upload without a session", "/api/uploads/outfit", "image/jpeg", 401],
  ["a text that is too large", "/api/outfits", "application/json", 413],
])("%s is answered at once, and what follows is read slowly [S-91]", async (_what, path, type, status) => {
  const socket = connect(serverPort, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${gigabyte}\r\n\r\n`);
  const chunk = Buffer.alloc(megabyte, "a");
  const send = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", send).on("error", () => undefined);
  send();
  const [reply] = (await once(socket, "data")) as [Buffer];
  expect(reply.toString()).toContain(`HTTP/1.1 ${status}`);
  const before = socket.bytesWritten;
  const start = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const seconds = (performance.now() - start) / 1_000;
  // At first the buffers of the operating system take some megabytes as well.
  expect((socket.bytesWritten - before) / megabyte).toBeLessThan(16 + 24 * seconds);
  socket.destroy();
});

test("who sends a whole body before reading gets the reply, and the connection serves the next request [S-91]", async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (method: string, path: string, body?: Buffer) => {
    const headers = { "content-type": "image/jpeg" };
    const request = http.request({ agent, port: serverPort, method, path, ...(body ? { headers } : {}) });
    request.end(body);
    const [reply] = (await once(request, "response")) as [http.IncomingMessage];
    const port = reply.socket.localPort;
    reply.resume();
    await once(reply, "end");
    return [reply.statusCode, port];
  };
  const upload = () => ask("POST", "/api/uploads/outfit", Buffer.alloc(9 * megabyte));
  const [status, own] = await upload();
  expect(status).toBe(401);
  expect([await ask("GET", "/healthz"), await upload(), await ask("GET", "/api/outfits")]).toEqual([
    [200, own],
    [401, own],
    [200, own],
  ]);
  agent.destroy();
});
