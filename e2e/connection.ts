import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { addresses, ports } from "./servers.ts";

/** A proxy between browser and main server, so that a test can cut the connection. */
export interface Connection {
  cut: () => void;
  restore: () => void;
  stop: () => Promise<void>;
}

export async function openConnection(): Promise<Connection> {
  let isCut = false;
  const server = createServer((asked, reply) => {
    if (isCut) asked.socket.destroy();
    else forward(asked, reply);
  });
  server.listen(ports.connection, "127.0.0.1");
  await once(server, "listening");
  return {
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    restore: () => (isCut = false),
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
