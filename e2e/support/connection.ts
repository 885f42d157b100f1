import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { addresses, ports } from "./server-settings.ts";

/** A proxy between browser and main server, so that a test can cut the connection and publish a release. */
export interface Connection {
  cut: () => void;
  restore: () => void;
  /** From now on the server has another build: its service worker differs, and its documents say so. */
  release: (version: string) => void;
  stop: () => Promise<void>;
}

export async function openConnection(): Promise<Connection> {
  let isCut = false;
  let version: string | undefined;
  const server = createServer((asked, reply) => {
    if (isCut) asked.socket.destroy();
    else if (version === undefined) forward(asked, reply);
    else forwardAs(version, asked, reply);
  });
  server.listen(ports.connection, "127.0.0.1");
  await once(server, "listening");
  return {
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    restore: () => (isCut = false),
    release: (next) => (version = next),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function forward(asked: IncomingMessage, reply: ServerResponse): void {
  const { method = "GET", headers, url } = asked;
  const onward = request(`${addresses.main}${url}`, { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  onward.on("error", () => reply.destroy());
  asked.pipe(onward);
}

/** The main server has only one build: what names its version is changed on the way, so nothing may be answered from a cache. */
function forwardAs(version: string, asked: IncomingMessage, reply: ServerResponse): void {
  const headers = { ...asked.headers, "accept-encoding": "identity" };
  delete headers["if-none-match"];
  delete headers["if-modified-since"];
  const { method = "GET", url } = asked;
  const onward = request(`${addresses.main}${url}`, { method, headers }, (answer) => {
    const isNamed = url === "/sw.js" || answer.headers["content-type"]?.startsWith("text/html") === true;
    const { "content-length": _length, ...others } = answer.headers;
    reply.writeHead(answer.statusCode ?? 502, isNamed ? others : answer.headers);
    if (!isNamed) return void answer.pipe(reply);
    const parts: Buffer[] = [];
    answer.on("data", (part: Buffer) => parts.push(part));
    answer.on("end", () => reply.end(rename(Buffer.concat(parts).toString(), version)));
  });
  onward.on("error", () => reply.destroy());
  asked.pipe(onward);
}

const rename = (text: string, version: string): string =>
  text
    .replace(/(["'`]?version["'`]?:\s*["'`])[0-9a-f]{12}(["'`])/, `$1${version}$2`)
    .replace("<head>", `<head><meta name="release" content="${version}">`);
