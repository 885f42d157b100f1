import { setImmediate } from "node:timers/promises";
import { sendToServer, yieldToRequests } from "#server/lib/low-priority-process.ts";
import { createAnalyser } from "./analyser.ts";
import { startRuntime } from "./runtime.ts";
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
    return { id: request.id, memoryBytes: process.memoryUsage.rss(), result };
  } catch (error) {
    return { id: request.id, memoryBytes: process.memoryUsage.rss(), failure: (error as Error).message };
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
