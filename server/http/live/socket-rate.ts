import type { LiveSocket } from "./sockets.ts";

/** The token bucket for a socket's events: its size, and tokens per second. */
const eventBurst = 20;
const eventsPerSecond = 5;
/** The same for events beyond that rate, after which the socket is closed: even an event that is refused has to be read. */
const refusalBurst = 100;
const refusalsPerSecond = 1;

/** Refuses the events of a socket beyond its rate, those without a handler included, and closes it if they do not end. */
export function limitRate(socket: LiveSocket): void {
  const mayGo = createBucket(eventBurst, eventsPerSecond);
  const mayExceed = createBucket(refusalBurst, refusalsPerSecond);
  socket.use((event, next) => {
    if (mayGo()) return next();
    if (!mayExceed()) return void socket.disconnect(true);
    const acknowledge: unknown = event.at(-1);
    if (typeof acknowledge === "function") acknowledge(null);
  });
}

/** A token bucket, full at first: whether one more event is allowed. */
function createBucket(burst: number, perSecond: number): () => boolean {
  let left = burst;
  let filledAtMs = performance.now();
  return () => {
    const nowMs = performance.now();
    left = Math.min(burst, left + ((nowMs - filledAtMs) / 1_000) * perSecond);
    filledAtMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
