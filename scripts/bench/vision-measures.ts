import { readFile } from "node:fs/promises";
import path from "node:path";
import { readResidentBytes } from "#server/lib/resident-memory.ts";
import { usualVisionSettings } from "#server/vision/create-vision.ts";
import { type BenchRun, compareBeside, interleave, type Loaded, withCosts } from "./bench-run.ts";
import { summarize } from "./load.ts";
import type { Member } from "./members.ts";
import { startServer } from "./processes.ts";
import { figure, type Line } from "./report.ts";
import { loadFully, loadSteadily } from "./wrk.ts";

const modelsLimitMegabytes = usualVisionSettings.memoryBytesMax / 2 ** 20;
const photo = path.join(import.meta.dirname, "../../server/testing/photos/astronaut.jpg");
/** One picture is looked at, eight wait: the next one is refused. */
const queueLength = 9;
/** A member has at most four places in it. */
const detectingMembers = 3;
const pauseMs = 100;
const singleDetections = 20;

/** The feed beside a full queue of detections, and what one detection takes. */
export async function measureVision(run: BenchRun): Promise<Line[]> {
  // A server of its own, whose memory is that of the models and little else.
  const server = await startServer(run.databaseUrl);
  try {
    const members = run.members.slice(0, detectingMembers);
    const detections = await Promise.all(members.map((member) => prepareDetection(server.port, member)));
    const [detect] = detections;
    if (!detect) throw new Error("Nobody is signed in");
    const before = residentMegabytes(server.pid);
    const first = await timed(() => detect());
    const single = await measureSingle(detect);
    const after = residentMegabytes(server.pid);
    const models = await modelsMegabytes(server.port);
    const { alone, beside, refused } = await measureFeed(run, server, detections);
    return [
      ...compareBeside("first page: p99 at a quarter of its maximum, beside a full detection queue", { alone, beside }),
      {
        what: "detections refused with 503 meanwhile / sent",
        ours: figure(refused.count),
        reference: figure(refused.sent),
        ratio: refused.count / refused.sent,
      },
      {
        what: `detection of one photo, p95 of ${singleDetections} / p50`,
        ours: figure(single.p95Ms, " ms"),
        reference: figure(single.p50Ms, " ms"),
        ratio: single.p95Ms / single.p50Ms,
      },
      {
        what: "the first detection, which starts process and models / p50",
        ours: figure(first, " ms"),
        reference: figure(single.p50Ms, " ms"),
        ratio: first / single.p50Ms,
      },
      {
        what: "resident memory of the server after detections / before",
        ours: figure(after, " MB"),
        reference: figure(before, " MB"),
        ratio: after / before,
      },
      {
        what: "resident memory of the models' process / its limit",
        ours: figure(models, " MB"),
        reference: figure(modelsLimitMegabytes, " MB"),
        ratio: models / modelsLimitMegabytes,
      },
    ];
  } finally {
    await server.stop();
  }
}

type Detect = () => Promise<number>;

/** Uploads a photo. Each call then looks at another point of it, whose result is not kept. */
async function prepareDetection(port: number, { headers }: Member): Promise<Detect> {
  const address = `http://127.0.0.1:${port}`;
  const upload = await fetch(`${address}/api/uploads/outfit`, {
    method: "POST",
    headers: { ...headers, "content-type": "image/jpeg" },
    body: await readFile(photo),
  });
  if (!upload.ok) throw new Error(`The upload was answered ${upload.status}`);
  const { id: imageId } = (await upload.json()) as { id: string };
  let asked = 0;
  return async () => {
    asked += 1;
    const point = { x: 0.4, y: 0.5 + (asked % 1_000) / 10_000 };
    const reply = await fetch(`${address}/api/detections`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ imageId, point }),
    });
    await reply.text();
    if (reply.status !== 200 && reply.status !== 503) throw new Error(`A detection was answered ${reply.status}`);
    return reply.status;
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measureSingle(detect: Detect) {
  const latencies: number[] = [];
  for (let count = 0; count < singleDetections; count += 1) latencies.push(await timed(detect));
  return summarize(latencies, 1);
}

async function measureFeed(
  run: BenchRun,
  server: { port: number; pid: number },
  detections: Detect[],
): Promise<{ alone: Loaded; beside: Loaded; refused: { count: number; sent: number } }> {
  const { port, pid } = server;
  const requests = run.members.map(({ headers }) => ({ method: "GET", path: "/api/outfits", headers }));
  const { perSecond } = await loadFully({ port, seconds: run.seconds, requests });
  const feed = () => loadSteadily({ port, seconds: run.seconds * 2, perSecond: perSecond / 4, requests });
  const refused = { count: 0, sent: 0 };
  const besideQueue = async () => {
    const stop = keepQueueFull(detections, refused);
    try {
      return await feed();
    } finally {
      await stop();
    }
  };
  const results = await interleave(Math.max(run.rounds, 5), {
    alone: () => withCosts(run, pid, feed),
    beside: () => withCosts(run, pid, besideQueue),
  });
  return { ...results, refused };
}

/**
 * As many clients as the queue has places and two more, each asking again at once; returns how to end them. They are few, because
 * their requests too cost the process that measures: 120 refused ones a second alone doubled the p50.
 */
function keepQueueFull(detections: Detect[], refused: { count: number; sent: number }): () => Promise<unknown> {
  let isOver = false;
  const client = async (detect: Detect) => {
    while (!isOver) {
      refused.sent += 1;
      if ((await detect()) === 200) continue;
      refused.count += 1;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const own = detections.flatMap((detect) =>
    Array.from({ length: Math.ceil(queueLength / detections.length) }, () => detect),
  );
  const clients = [...own.slice(0, queueLength), ...detections.slice(0, 2)].map(client);
  return () => {
    isOver = true;
    return Promise.all(clients);
  };
}

const residentMegabytes = (pid: number) => (readResidentBytes(pid) ?? Number.NaN) / 2 ** 20;

/** As the server reports it. */
async function modelsMegabytes(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^vision\{what="memoryBytes"\} (\S+)$/m.exec(metrics)?.[1]) / 2 ** 20;
}
