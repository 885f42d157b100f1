import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Anyone who is refused while still sending gets this long to read why, then the line is cut. */
const lingerMs = 15_000;
/** What all refused senders together may still send. */
const bytesPerMs = 16_384;
const turnMsMin = 10;

/**
 * Reads away what refused senders still send, because a line that is cut at once loses the reply. Node would read as fast as they
 * send: a few of them would keep a core busy, at the cost of everybody else. So they take turns, a few megabytes a second together.
 *
 * @see docs/security.md#s-91
 */
export function registerRefusedBodies(fastify: FastifyInstance): void {
  const readAway = createTurns();
  fastify.addHook("onResponse", (request, _reply, done) => {
    const { raw } = request;
    // Undefined for requests that no connection carries, as in tests.
    if (raw.complete === false) readAway(raw);
    done();
  });
}

function createTurns(): (request: IncomingMessage) => void {
  const waiting = new Set<IncomingMessage>();
  let timer: NodeJS.Timeout | undefined;

  const wait = (request: IncomingMessage) => {
    // Once it is complete, its connection belongs to the next request.
    if (request.complete || request.socket.destroyed) return;
    request.socket.pause();
    waiting.add(request);
  };
  const schedule = (ms: number) => {
    timer ??= setTimeout(takeTurn, ms).unref();
  };
  function takeTurn(): void {
    timer = undefined;
    const [request] = waiting;
    if (!request) return;
    waiting.delete(request);
    const { socket } = request;
    const before = socket.bytesRead;
    socket.resume();
    // By then the event loop has read once.
    setImmediate(() => {
      wait(request);
      schedule(Math.max(turnMsMin, (socket.bytesRead - before) / bytesPerMs));
    });
  }
  return (request) => {
    // Node resumes the connection, or closes it, in the next tick after the response.
    setImmediate(() => {
      wait(request);
      if (!waiting.has(request)) return;
      const linger = setTimeout(() => request.complete || request.destroy(), lingerMs).unref();
      request.once("close", () => {
        clearTimeout(linger);
        waiting.delete(request);
      });
      schedule(turnMsMin);
    });
  };
}
