import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import path from "node:path";

/** Where PostgreSQL listens: on the socket of this number in a folder (an absolute path), or on a TCP port of a host. */
export type Endpoint = { host: string; port: number };

/** The name of the database's one role, its owner. */
export const databaseUser = "fash";

/** Part of the socket's name, which is the same at each start, so that the one of a killed server is replaced. */
const socketNumber = 5432;

/** The file by which PostgreSQL keeps a second server from taking over its socket. */
export const socketLockOf = (dataFolder: string): string => path.join(dataFolder, `.s.PGSQL.${socketNumber}.lock`);

/** Of a socket: macOS allows 103 bytes, Linux 107. Node 20 cuts off what is longer, and uses another file. */
const pathBytesMax = 103;

/**
 * A Unix socket in PostgreSQL's data folder: it takes less time than TCP, and only the owner of the folder (and root) reaches
 * it. Where there can be none (Windows, a long path, a shared folder of a virtual machine), a free TCP port of 127.0.0.1.
 *
 * @see docs/performance.md#embedded-database
 */
export async function chooseEndpoint(dataFolder: string): Promise<Endpoint> {
  if (await takesSockets(dataFolder)) return { host: dataFolder, port: socketNumber };
  return { host: "127.0.0.1", port: await findFreePort() };
}

const trialMsMax = 1_000;

async function takesSockets(folder: string): Promise<boolean> {
  // As long as the name of PostgreSQL's own, but free when two start at once.
  const trial = path.join(folder, `.s.${randomBytes(5).toString("hex")}`);
  if (process.platform === "win32" || Buffer.byteLength(trial) > pathBytesMax) return false;
  const server = createServer((connection) => connection.end());
  let client: Socket | undefined;
  try {
    await once(server.listen(trial), "listening");
    // As PostgreSQL does: some file systems have sockets but refuse this.
    await chmod(trial, 0o700);
    client = connect(trial).resume();
    await once(client, "end", { signal: AbortSignal.timeout(trialMsMax) });
    return true;
  } catch {
    return false;
  } finally {
    client?.destroy();
    server.close();
  }
}

/** A free TCP port of 127.0.0.1. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** True for a socket, false for TCP. */
export const isSocket = ({ host }: Endpoint): boolean => path.isAbsolute(host);

/** The `postgres://` address of a database; pg and libpq take an encoded folder for the host. */
export function addressOf(password: string, { host, port }: Endpoint, database: string): string {
  return `postgres://${databaseUser}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}
