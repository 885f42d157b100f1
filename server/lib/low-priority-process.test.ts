import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { endProcess, leaveFirstCore, startLowPriorityProcess } from "./low-priority-process.ts";

const script = `
import { readFileSync } from "node:fs";
import os from "node:os";
import { sendToServer, yieldToRequests } from ${JSON.stringify(new URL("low-priority-process.ts", import.meta.url).href)};
yieldToRequests();
const group = () => readFileSync("/proc/self/autogroup", "utf8").trim();
process.on("message", (message) => {
  if (message === "loop") for (;;);
  let session = "none";
  try { session = group(); } catch {}
  sendToServer({ priority: os.getPriority(), names: Object.keys(process.env), session, echo: message });
});
`;
let folder: string;
let file: URL;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "process-"));
  file = pathToFileURL(path.join(folder, "script.mjs"));
  await writeFile(file, script);
});
afterAll(() => rm(folder, { recursive: true }));

function start() {
  const child = startLowPriorityProcess(file, { heapMegabytes: 64 });
  onTestFinished(() => endProcess(child));
  return child;
}

test("has a low priority, within its session and as a session, and none of the server's settings [S-161]", async () => {
  vi.stubEnv("AUTH_SECRET", "sesame");
  onTestFinished(() => void vi.unstubAllEnvs());
  const child = start();
  child.send({ bytes: Buffer.from([1, 2, 3]) });
  const [reply] = (await once(child, "message")) as [
    { priority: number; names: string[]; session: string; echo: { bytes: Buffer } },
  ];
  expect(reply.priority).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
  if (reply.session !== "none") expect(reply.session).toMatch(/ nice 10$/);
  expect(reply.names).not.toContain("AUTH_SECRET");
  expect(Buffer.from(reply.echo.bytes)).toEqual(Buffer.from([1, 2, 3]));
});

test("has a low priority from its start on, before its script runs", () => {
  const { pid = 0 } = start();
  expect(os.getPriority(pid)).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
});

const coresOf = async (pid: number | "self" = "self") =>
  /^Cpus_allowed_list:\s*(\S+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
const canLeaveCore = os.availableParallelism() > 1 && spawnSync("taskset", ["-p", String(process.pid)]).status === 0;

test.runIf(canLeaveCore)("leaves the first core to everything else, and the server's process has all", async () => {
  const all = await coresOf();
  const child = start();
  leaveFirstCore(child);
  await expect.poll(() => coresOf(child.pid)).not.toBe(all);
  expect(await coresOf(child.pid)).not.toMatch(/^0\b/);
  expect(await coresOf()).toBe(all);
});

test("many may start at once", async () => {
  const children = Array.from({ length: 4 }, start);
  const ended = children.map((child) => once(child, "exit"));
  for (const child of children) child.send("hello");
  const replies = children.map((child) => once(child, "message"));
  // A crash at the start would come first.
  for (const reply of replies)
    expect(await Promise.race([reply, ...ended])).toMatchObject([{ echo: "hello" }, undefined]);
});

test("ends with the server, and at once when it is ended, whatever it does", async () => {
  const idle = start();
  idle.send("hello");
  await once(idle, "message");
  idle.disconnect();
  expect(await once(idle, "exit")).toEqual([0, null]);
  const busy = start();
  busy.send("hello");
  await once(busy, "message");
  busy.send("loop");
  await endProcess(busy);
  expect(busy.signalCode).toBe("SIGKILL");
});
