import path from "node:path";
import { spawn } from "node:child_process";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { benchFolder, openDataSet } from "./bench/data-set.ts";
import { openWorld, signInNumber } from "./bench/members.ts";
import { findSights } from "./bench/pages.ts";
import { serverSettings } from "./bench/processes.ts";
import { load } from "./bench/load.ts";
const cluster = await startEmbeddedPostgres({ dataDir: path.join(benchFolder, "postgres") });
const url = await openDataSet(cluster.url, console.log);
const app = openWorld(url);
const admin = await signInNumber(app, 2000);
const light = await signInNumber(app, 9_999);
const seen = await findSights({ app, heavy: await signInNumber(app, 1) } as never);
const targets: [string, string, Record<string, string>, number][] = [
  ["admin/events", "/api/admin/events", admin.headers, 265],
  ["month", `/api/events/months/${seen.month}`, light.headers, 254],
  ["doc event", `/events/${seen.eventId}`, { accept: "text/html" }, 348],
  ["admin/outfits", "/api/admin/outfits", admin.headers, 340], ["admin/articles", "/api/admin/articles", admin.headers, 150],
];
const configs: [string, string[]][] = [["default", []], ["semi64", ["--max-semi-space-size=64"]]];
const servers = [];
for (const [i, [name, args]] of configs.entries()) {
  const port = 5755 + i;
  const child = spawn(process.execPath, ["--trace-gc", ...args, "dist/server/main.js"], { env: { ...process.env, ...serverSettings(url), PORT: String(port) }, stdio: ["ignore", "pipe", "inherit"] });
  const gc: { kind: string; ms: number }[] = [];
  child.stdout.on("data", (d) => { for (const l of String(d).split("\n")) { const m = /(Scavenge|Mark-Compact)[^,]*?\) MB, ([\d.]+) \/|: (Scavenge|Mark-Compact).*?MB, (?:pooled[^,]*, )?([\d.]+) \//.exec(l); if (/Scavenge|Mark-Compact/.test(l)) gc.push({ kind: /Mark-Compact/.test(l) ? "M" : "S", ms: Number(/MB, (?:pooled: \d+ MB, )?([\d.]+) \//.exec(l)?.[1] ?? NaN) }); } });
  for (;;) { try { await fetch(`http://127.0.0.1:${port}/healthz`); break; } catch { await new Promise((r) => setTimeout(r, 100)); } }
  servers.push({ name, port, child, gc });
}
for (const [what, p, headers, rate] of targets) {
  for (const s of servers) await load({ port: s.port, seconds: 1, next: () => ({ method: "GET", path: p, headers }) });
  for (let round = 0; round < 3; round++) for (const s of servers) {
    s.gc.length = 0;
    const r = await load({ port: s.port, seconds: 2, perSecond: rate, next: () => ({ method: "GET", path: p, headers }) });
    const m = s.gc.filter((g) => g.kind === "M"), sc = s.gc.filter((g) => g.kind === "S");
    console.log(what.padEnd(14), s.name.padEnd(8), `p50 ${r.p50Ms.toFixed(1)} p95 ${r.p95Ms.toFixed(1)} p99 ${r.p99Ms.toFixed(1)}  major ${m.length} [${m.map((g) => g.ms)}] scav ${sc.length} max ${Math.max(0, ...sc.map((g) => g.ms))}`);
  }
}
for (const s of servers) { s.child.kill("SIGTERM"); await new Promise((r) => s.child.once("exit", r)); }
await app.close(); await cluster.stop();
