/** Those of `io()` that tests read. */
export interface SocketOptions {
  auth: (give: (handshake: { token: string }) => void) => void;
}

/**
 * In place of `socket.io-client` in the app under test, by the alias in vitest.config.ts. A module mock of the test runner
 * would be dropped if it is set while another import of the app is under way.
 */
type Library = (options: SocketOptions) => unknown;

function offline(): never {
  throw new Error("no test has a socket open");
}
let library: Library = offline;

export function io(options: SocketOptions): unknown {
  return library(options);
}

/** The app's `io()` is answered by `next` until the returned function is called. */
export function provideSocket(next: Library): () => void {
  library = next;
  return () => void (library = offline);
}
