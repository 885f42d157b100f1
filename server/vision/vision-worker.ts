import { setImmediate } from "node:timers/promises";
import { sendToServer, yieldToRequests } from "#server/lib/low-priority-process.ts";
import { createAnalyser } from "./analyser.ts";
import { runtimeBytes, startRuntime } from "./runtime.ts";
import { createScreener } from "./screener.ts";
import type { WorkerMessage, WorkerReply, WorkerRequest } from "./vision-messages.ts";

yieldToRequests();

const runtime = startRuntime();
let analyser: ReturnType<typeof createAnalyser> | undefined;
let screener: ReturnType<typeof createScreener> | undefined;
let cancelledId: number | undefined;

process.on("message", (message: WorkerMessage) => {
  if (message.kind === "cancel") cancelledId = message.id;
  else void answer(message).then(sendToServer);
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
  const step = async () => {
    // A running model cannot receive a message, so between its steps there is a turn for one.
    await setImmediate();
    if (cancelledId === request.id) throw new Error("The request was cancelled");
  };
  return (await (analyser ??= createAnalyser()))(request.file, { point: request.point, step });
}

/** This process's memory: the models and tensors, and what V8 has in and outside its heap. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return runtimeBytes() + heapUsed + external;
}
