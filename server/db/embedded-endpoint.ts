import { randomBytes } from "node:crypto";
import { type AddressInfo, createServer, type ListenOptions } from "node:net";
import path from "node:path";

/** Where PostgreSQL listens: on the socket of this number in a folder (an absolute path), or on a TCP port of a host. */
export type Endpoint = { host: string; port: number };

/** The name of the database's one role, its owner. */
export const databaseUser = "fash";

/** Part of the socket's name, which is the same at each start, so that the one of a killed server is replaced. */
const socketNumber = 5432;

/**
 * A Unix socket in PostgreSQL's data folder: it takes less time than TCP, and only the owner of the folder reaches it.
 * Where the system can open none there (Windows, a path of more than 103 to 107 bytes, some network file systems), a
 * free TCP port of 127.0.0.1.
 *
 * @see docs/performance.md#embedded-database
 */
export async function chooseEndpoint(dataFolder: string): Promise<Endpoint> {
  // As long as the name of PostgreSQL's socket, since the length is limited, but free when two start at once.
  const trial = path.join(dataFolder, `.s.${randomBytes(5).toString("hex")}`);
  const hasSockets = await listenOnce({ path: trial }).then(
    () => true,
    () => false,
  );
  if (hasSockets) return { host: dataFolder, port: socketNumber };
  return { host: "127.0.0.1", port: await findFreePort() };
}

/** A free TCP port of 127.0.0.1. */
export async function findFreePort(): Promise<number> {
  const address = (await listenOnce({ port: 0, host: "127.0.0.1" })) as AddressInfo;
  return address.port;
}

/** True for a socket, false for TCP. */
export const isSocket = ({ host }: Endpoint): boolean => path.isAbsolute(host);

/** The `postgres://` address of a database; pg and libpq take an encoded folder for the host. */
export function addressOf(password: string, { host, port }: Endpoint, database: string): string {
  return `postgres://${databaseUser}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}

function listenOnce(options: ListenOptions): Promise<AddressInfo | string | null> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(options, () => {
      const address = server.address();
      server.close(() => resolve(address));
    });
  });
}
