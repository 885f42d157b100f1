// Sessions that end while a server has lost its notification connection.
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { breakableProxy } from "#server/testing/breakable-proxy.ts";
import { buildUser } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { sessionFor } from "#server/testing/tokens.ts";

const one = await testApp();
const proxy = await breakableProxy(one.databaseUrl);
// Another server, whose connections to the database can be interrupted.
const two = await testApp({ databaseUrl: proxy.url, settings: { DATABASE_STATEMENT_TIMEOUT_MS: "500" } });
const sockets: Socket[] = [];

beforeAll(() => two.fastify.listen({ port: 0, host: "127.0.0.1" }));
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await two.fastify.close();
  await proxy.close();
});

async function connect(): Promise<{ socket: Socket; end: () => Promise<unknown> }> {
  const { id } = await buildUser(one.db);
  const session = await sessionFor(one.app, id);
  const { port } = two.fastify.server.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: "/live",
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    auth: { token: session.access_token },
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return { socket, end: () => one.db.deleteFrom("auth.sessions").where("user_id", "=", id).execute() };
}
const listeners = async () => {
  const { rows } = await one.app.pool.query(
    "select from pg_stat_activity where datname = current_database() and query like 'listen %' or query = 'select 1'",
  );
  return rows.length;
};

test.each(["cut", "freeze"] as const)(
  "a session that ended while the database connection was gone (%s) is disconnected when it is back [S-26]",
  async (how) => {
    const [ended, kept] = [await connect(), await connect()];
    await expect.poll(listeners, { timeout: 10_000 }).toBeGreaterThan(0);
    await proxy[how]();
    await ended.end();
    expect([ended.socket.connected, kept.socket.connected]).toEqual([true, true]);
    await proxy.mend();
    await expect.poll(() => ended.socket.connected, { timeout: 20_000 }).toBe(false);
    expect(kept.socket.connected).toBe(true);
  },
  40_000,
);
