import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface FakeRedis {
  url: string;
  /** Cuts every connection and refuses new ones. */
  stop(): Promise<void>;
  /** Listens again at the same address. */
  start(): Promise<void>;
}

/** As much of Redis as the relay between servers uses: publish and subscribe, over RESP 3. */
export async function fakeRedis(): Promise<FakeRedis> {
  const sockets = new Set<Socket>();
  const subscribers = new Map<Socket, Set<string>>();
  const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

  function answer(socket: Socket, [name = "", ...given]: string[]): void {
    switch (name.toUpperCase()) {
      case "HELLO":
        return void socket.write("%1\r\n+server\r\n+redis\r\n");
      case "SUBSCRIBE":
        for (const channel of given) {
          subscribers.set(socket, new Set([...(subscribers.get(socket) ?? []), channel]));
          socket.write(`>3\r\n${bulk("subscribe")}${bulk(channel)}:1\r\n`);
        }
        return;
      case "PUBLISH": {
        const [channel = "", text = ""] = given;
        const listeners = [...subscribers].filter(([, channels]) => channels.has(channel));
        for (const [listener] of listeners) listener.write(`>3\r\n${bulk("message")}${bulk(channel)}${bulk(text)}`);
        return void socket.write(`:${listeners.length}\r\n`);
      }
      default:
        return void socket.write("+OK\r\n");
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let read = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      read += text;
      for (let command = takeCommand(read); command; command = takeCommand(read)) {
        read = read.slice(command.length);
        answer(
          socket,
          command.parts.map((part) => Buffer.from(part, "latin1").toString()),
        );
      }
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      subscribers.delete(socket);
    });
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    start: async () => void (await listen(port)),
  };
}

/** The first whole command of what was read: an array of bulk strings. */
function takeCommand(read: string): { parts: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(read);
  if (!head) return undefined;
  let at = head[0].length;
  const parts: string[] = [];
  for (let n = 0; n < Number(head[1]); n += 1) {
    const size = /^\$(\d+)\r\n/.exec(read.slice(at));
    if (!size) return undefined;
    at += size[0].length;
    const bytes = Number(size[1]);
    if (read.length < at + bytes + 2) return undefined;
    parts.push(read.slice(at, at + bytes));
    at += bytes + 2;
  }
  return { parts, length: at };
}
