import { setImmediate } from "node:timers/promises";
import { sendToServer, yieldToRequests } from "#server/lib/low-priority-process.ts";
import type { createAnalyser } from "./analyser.ts";
import type { createScreener } from "./screener.ts";
import { loadFailedCode, type WorkerMessage, type WorkerReply, type WorkerRequest } from "./vision-messages.ts";

yieldToRequests();

const runtime = orEnd(import("./runtime.ts").then((module) => module.startRuntime()));
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

/** What could not be loaded once would fail for as long as this process lives, while the next one may have its files or memory. */
async function orEnd<Model>(loading: Promise<Model>): Promise<Model> {
  try {
    return await loading;
  } catch (error) {
    process.stderr.write(`The models could not be loaded: ${(error as Error).stack}\n`);
    return process.exit(loadFailedCode);
  }
}

/** Models are loaded at their first use: most servers screen more than they analyse, or the other way round. */
async function run(request: WorkerRequest) {
  if (request.kind === "screen") {
    screener ??= orEnd(import("./screener.ts").then((module) => module.createScreener()));
    return (await screener)(request.file);
  }
  const step = async () => {
    // A running model cannot receive a message, so between its steps there is a turn for one.
    await setImmediate();
    if (cancelledId === request.id) throw new Error("The request was cancelled");
  };
  analyser ??= orEnd(import("./analyser.ts").then((module) => module.createAnalyser()));
  return (await analyser)(request.file, { point: request.point, step });
}
