import os from "node:os";
import { parentPort } from "node:worker_threads";
import { createAnalyser } from "./analyser.ts";
import { runtimeBytes, startRuntime } from "./runtime.ts";
import { createScreener } from "./screener.ts";
import { throwIfStopped, type WorkerReply, type WorkerRequest } from "./vision-messages.ts";

// Requests of members come first. Only Linux has priorities by thread; elsewhere this would slow down the whole server.
if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);

const port = parentPort ?? failStart();
const runtime = startRuntime();
let analyser: ReturnType<typeof createAnalyser> | undefined;
let screener: ReturnType<typeof createScreener> | undefined;

port.on("message", (request: WorkerRequest) => {
  void answer(request).then((reply) => port.postMessage(reply));
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    await runtime;
    const result = await run(request);
    return { id: request.id, memoryBytes: usedBytes(), result };
  } catch (error) {
    return { id: request.id, memoryBytes: 0, failure: (error as Error).message };
  }
}

/** Models are loaded at their first use: most servers screen more than they analyse, or the other way round. */
async function run(request: WorkerRequest) {
  if (request.kind === "screen") return (await (screener ??= createScreener()))(request.file);
  const step = () => throwIfStopped(request.stop);
  return (await (analyser ??= createAnalyser()))(request.file, { point: request.point, step });
}

/** This thread's memory: the models and tensors, and what V8 has in and outside its heap. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return runtimeBytes() + heapUsed + external;
}

function failStart(): never {
  throw new Error("This file runs in a worker thread");
}
