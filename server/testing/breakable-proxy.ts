import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import pg from "pg";

export interface BreakableProxy {
  /** The address of the database through the proxy. */
  url: string;
  /** Closes every connection and rejects new ones, like a killed server. */
  cut(): Promise<void>;
  /** Keeps every connection but passes no bytes, like a lost network. */
  freeze(): void;
  /** Restores the connection. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A proxy to a local database that a test can interrupt. */
export async function breakableProxy(databaseUrl: string): Promise<BreakableProxy> {
  const target = socketOf(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => to.write(bytes));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const port = await listen(0);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cut,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}

function socketOf(databaseUrl: string): NetConnectOpts {
  const { host, port } = new pg.Client(databaseUrl);
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}
