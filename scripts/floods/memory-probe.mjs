// Preloaded into the server by scripts/floods.ts: collects garbage when asked to, and replies with what the process then holds.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send) {
  setFlagsFromString("--expose-gc");
  const collect = /** @type {() => void} */ (runInNewContext("gc"));
  process.on("message", (message) => {
    if (message !== "memory") return;
    collect();
    // Buffers are freed by finalizers, which run after the first collection.
    setImmediate(() => {
      collect();
      process.send?.({ memory: process.memoryUsage() });
    });
  });
  process.channel?.unref();
}
