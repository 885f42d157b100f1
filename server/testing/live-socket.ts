import { io, type Socket } from "socket.io-client";
import type { ClientEvents, ServerEvents } from "#contract/live.ts";

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

/** A connecting socket with this token, without automatic reconnects. */
export function newSocket(address: string, token: string): LiveSocket {
  const options = { path: "/live", transports: ["websocket"], reconnection: false, forceNew: true };
  return io(address, { ...options, auth: { token } });
}

/** Resolves when the server has let the socket in. @throws what it is refused with */
export async function connected(socket: LiveSocket): Promise<LiveSocket> {
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}
