/** Those of `io()` that tests read. */
export interface SocketOptions {
  auth: (give: (handshake: { token: string }) => void) => void;
}

type Library = (options: SocketOptions) => unknown;

function unavailable(): never {
  throw new Error("The test provides no socket");
}
let library: Library = unavailable;

/**
 * In place of `socket.io-client` in the app under test, by the alias in vitest.config.ts. A module mock of the test runner
 * would be dropped if it is set while another import of the app is under way.
 */
export function io(options: SocketOptions): unknown {
  return library(options);
}

/** The app's `io()` is answered by `next` until the returned function is called. */
export function provideSocket(next: Library): () => void {
  library = next;
  return () => void (library = unavailable);
}
