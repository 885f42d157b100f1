import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** What a reader got while they read at their own pace. */
export interface Reading {
  p50Ms: number;
  p99Ms: number;
  count: number;
  /** Replies other than 200. */
  failures: number;
}

/**
 * Reads pages in turn, so many a second however slow the replies are; the time of a reply counts from when its request was
 * due.
 */
export async function readPages(
  port: number,
  paths: readonly string[],
  { seconds, perSecond, headers }: { seconds: number; perSecond: number; headers: Record<string, string> },
): Promise<Reading> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
  const times: number[] = [];
  let failures = 0;
  const start = performance.now();
  const under: Promise<void>[] = [];
  for (let n = 0; n < seconds * perSecond; n += 1) {
    const due = start + (n * 1_000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    const path = paths[n % paths.length] ?? "/";
    // A timer that fires late is this process's own delay.
    const sent = Math.max(due, performance.now() - 2);
    under.push(
      get({ agent, port, path, headers }).then((status) => {
        times.push(performance.now() - sent);
        if (status !== 200) failures += 1;
      }),
    );
  }
  await Promise.all(under);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99), count: times.length, failures };
}

function get(options: http.RequestOptions): Promise<number> {
  return new Promise((resolve) => {
    const request = http.get({ ...options, host: "127.0.0.1", timeout: 30_000 }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.statusCode ?? 0));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(0));
  });
}
