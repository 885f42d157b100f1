import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { type Line, toTable } from "./faults/report.ts";
import { Site, stopSites } from "./faults/site.ts";
import type { Attack, Tally } from "./floods/attack.ts";
import { readPages, type Reading } from "./floods/reader.ts";
import { memorySettings } from "./run.mjs";

// npm run floods: floods the built server for ten seconds each, as a visitor and as two new members, while another member
// reads. It fails when a reader waits more than three times as long as without a flood, or when memory does not come back.
// Some fifteen minutes; needs `npm run build` first and an idle machine. `npm run floods -- search` runs these floods only.
interface Flood {
  kind: Attack["kind"];
  isMember: boolean;
}
const floods: Record<string, Flood> = {
  "a visitor's slow bodies": { kind: "slowBodies", isMember: false },
  "a visitor's previews": { kind: "previews", isMember: false },
  "a visitor's searches": { kind: "search", isMember: false },
  "a visitor's sign-ins": { kind: "signIn", isMember: false },
  "a visitor's big images": { kind: "bigImages", isMember: false },
  "new members' slow bodies": { kind: "slowBodies", isMember: true },
  "new members' slow uploads": { kind: "slowUploads", isMember: true },
  "new members' big images": { kind: "bigImages", isMember: true },
  "new members' searches": { kind: "search", isMember: true },
};
const floodSeconds = 10;
/** Of each flood. A p99 of 500 replies is that of the five slowest, and differs by a factor of three between runs. */
const rounds = 3;
const warmUpSeconds = 4;
const perSecond = 50;
/** A reader's p99 under a flood, as a multiple of the quiet one. */
const slowerMax = 3;
/** What the server may hold beyond its level once garbage is collected, in MB: a leak grows with every flood. */
const heldMbMax = 16;
/**
 * What its process may keep beyond its level, in MB: the allocator's buffers, and garbage that a heap of this size collects late,
 * because readers alone make little of it.
 */
const residentMbMax = 96;
/** The reader reads on for so long at most, and memory comes back in the meantime. */
const restSecondsMax = 30;

const named = process.argv.slice(2);
const chosen = Object.entries(floods).filter(
  ([name]) => named.length === 0 || named.some((part) => name.includes(part)),
);
if (!existsSync(path.join(import.meta.dirname, "../dist/server/main.js"))) {
  console.error("The server is not built: npm run build");
  process.exit(1);
}
if (chosen.length === 0) {
  console.error(`There are:\n${Object.keys(floods).join("\n")}`);
  process.exit(1);
}

const folder = await mkdtemp(path.join(tmpdir(), "fash-floods-"));
const lines: Line[] = [];
try {
  lines.push(...(await measure()));
} finally {
  await stopSites();
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${toTable(lines)}`);
process.exit(lines.every(({ isMet }) => isMet) ? 0 : 1);

async function measure(): Promise<Line[]> {
  const photo = path.join(folder, "large.jpg");
  const large = { width: 6_300, height: 6_300, channels: 3, background: "#b3123f" } as const;
  await writeFile(photo, await sharp({ create: large }).jpeg({ progressive: true, quality: 60 }).toBuffer());
  const site = await Site.open(path.join(folder, "data"), {
    DEMO: "1",
    RATE_LIMITS: "on",
    TRUST_PROXY: "loopback",
    NODE_ENV: "development",
    EVENT_LOOP_DELAY_MAX_MS: "",
    // As `npm start` does.
    ...memorySettings,
    NODE_OPTIONS: `--import=${new URL("floods/memory-probe.mjs", import.meta.url).href}`,
  });
  const { id: readerId, token: reader } = await site.join("reader");
  await site.query("update profiles set created_at = now() - interval '1 year' where id = $1", [readerId]);
  await completeDemo(site);
  const addresses = await listAddresses(site);
  let joined = 0;
  // Each time somebody who has used up no limit yet.
  const join = async () => (await site.join(`newcomer${(joined += 1)}`)).token;
  const prepare = async ({ kind, isMember }: Flood, seconds: number): Promise<Attack> => {
    const tokens = isMember ? [await join(), await join()] : [];
    return { kind, port: site.port, seconds, tokens, photo, previews: addresses.previews };
  };
  const read = (seconds = floodSeconds) =>
    readPages(site.port, addresses.pages, { seconds, perSecond, headers: { authorization: `Bearer ${reader}` } });

  // The level is that of a server that has done all of this before and is read from now, as it is after a flood.
  for (const [name, one] of chosen) {
    console.log(`once before: ${name} …`);
    const attack = await prepare(one, warmUpSeconds);
    await Promise.all([read(warmUpSeconds), flood(attack)]);
  }
  await read(restSecondsMax);
  const usual = watchPeak(site.pid);
  // One before each flood, and one at the start: the machine is not the same in every minute.
  const quietReadings = [await read()];
  const level = { residentMb: usual.stop(), heldMb: await heldMb(site) };
  const flooded = new Map<string, Flooded[]>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, one] of chosen) {
      console.log(`${name}, round ${round} …`);
      quietReadings.push(await read());
      const attack = await prepare(one, floodSeconds);
      const peak = watchPeak(site.pid);
      const [reading, tally] = await Promise.all([read(), flood(attack)]);
      const peakMb = peak.stop();
      console.log(`p99 ${ms(reading.p99Ms)}, before it ${ms(quietReadings.at(-1)?.p99Ms ?? 0)}`);
      const after = await rest(site, level, () => read(2));
      flooded.set(name, [...(flooded.get(name) ?? []), { reading, tally, peakMb, after }]);
    }
  }
  await site.end();
  const quiet = medianOf(quietReadings);
  return [
    {
      fault: "no flood",
      what: `a reader's p50, p99, medians of ${quietReadings.length} readings; memory held, resident`,
      figure: `${ms(quiet.p50Ms)}, ${ms(quiet.p99Ms)}; ${level.heldMb} MB, ${level.residentMb} MB`,
      isMet: quiet.failures === 0,
    },
    ...[...flooded].flatMap(([name, seen]) => judge(name, { seen, quiet, level })),
  ];
}

/** The medians of their p50 and p99, and the sums of the rest. */
function medianOf(readings: Reading[]): Reading {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return {
    p50Ms: middle(readings.map(({ p50Ms }) => p50Ms)),
    p99Ms: middle(readings.map(({ p99Ms }) => p99Ms)),
    count: readings.reduce((sum, { count }) => sum + count, 0),
    failures: readings.reduce((sum, { failures }) => sum + failures, 0),
  };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

interface Memory {
  residentMb: number;
  heldMb: number;
}

/** What was seen of a flood in one round. */
interface Flooded {
  reading: Reading;
  tally: Tally;
  peakMb: number;
  after: Memory;
}

function judge(fault: string, { seen, quiet, level }: { seen: Flooded[]; quiet: Reading; level: Memory }): Line[] {
  const reading = medianOf(seen.map((round) => round.reading));
  const ratio = reading.p99Ms / quiet.p99Ms;
  const highest = (figures: number[]) => Math.max(...figures);
  const peakMb = highest(seen.map((round) => round.peakMb));
  const after: Memory = {
    residentMb: highest(seen.map((round) => round.after.residentMb)),
    heldMb: highest(seen.map((round) => round.after.heldMb)),
  };
  const tally: Tally = {};
  for (const [status, count] of seen.flatMap((round) => Object.entries(round.tally))) {
    tally[Number(status)] = (tally[Number(status)] ?? 0) + count;
  }
  const statuses = Object.entries(tally).map(([status, count]) => `${count} × ${status === "0" ? "cut" : status}`);
  return [
    {
      fault,
      what: `a reader's p99, median of ${rounds} rounds, at most ${slowerMax} times the quiet one`,
      figure: `${ms(reading.p99Ms)}, ${ratio.toFixed(1)} times; ${reading.failures} failed; flood: ${statuses.join(", ") || "no reply"}`,
      isMet: ratio <= slowerMax && reading.failures === 0,
    },
    {
      fault,
      what: `memory held after it, at most ${heldMbMax} MB above ${level.heldMb} MB`,
      figure: `${after.heldMb} MB`,
      isMet: after.heldMb <= level.heldMb + heldMbMax,
    },
    {
      fault,
      what: `memory resident after it, at most ${residentMbMax} MB above ${level.residentMb} MB`,
      figure: `${after.residentMb} MB, at most ${peakMb} MB meanwhile`,
      isMet: after.residentMb <= level.residentMb + residentMbMax,
    },
  ];
}

/** Runs one flood in a process of its own. */
async function flood(attack: Attack): Promise<Tally> {
  const child = fork(path.join(import.meta.dirname, "floods/attack.ts"), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // A session of its own, as its priority needs.
    detached: true,
  });
  const reply = once(child, "message") as Promise<[Tally]>;
  child.send(attack);
  const [tally] = await reply;
  return tally;
}

/**
 * Restarts the server once the demo is complete, whose pictures cost much memory and a core, and lets the embedded models look at
 * none of them: they take minutes, and 200 MB until five minutes later.
 */
async function completeDemo(site: Site): Promise<void> {
  console.log("waiting until the demo is complete …");
  while ((await site.query("select from demo_steps where step = 'all'")).length === 0) await sleep(1_000);
  await site.end();
  await site.start();
  await site.query("update outfits set analysed_image_id = image_id");
  await site.query("update image_screenings set percent = 0 where percent is null");
}

/** The pages that the reader opens, and the addresses of all link previews. */
async function listAddresses(site: Site): Promise<{ pages: string[]; previews: string[] }> {
  type Card = { id: string; tags: string[]; author: { username: string } };
  const items: Card[] = [];
  let cursor: string | null = "";
  while (cursor !== null && items.length < 200) {
    const page: { items: Card[]; nextCursor: string | null } = await site.must(
      "GET",
      `/api/outfits?limit=50${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  const tags = [...new Set(items.flatMap((card) => card.tags))];
  const authors = [...new Set(items.map((card) => card.author.username))];
  return {
    pages: ["/api/outfits", "/api/me", ...items.slice(0, 10).map(({ id }) => `/api/outfits/${id}`)],
    previews: [
      ...items.map(({ id }) => `/previews/outfit/${id}.jpg`),
      ...authors.map((name) => `/previews/profile/${encodeURIComponent(name)}.jpg`),
      ...tags.map((tag) => `/previews/tag/${encodeURIComponent(tag)}.jpg`),
    ],
  };
}

/** Reads on until the memory is back at its level, for half a minute at most: until then refused senders have their lines. */
async function rest(site: Site, level: Memory, read: () => Promise<unknown>): Promise<Memory> {
  const since = performance.now();
  for (;;) {
    await read();
    const now: Memory = { residentMb: residentMb(site.pid), heldMb: 0 };
    const isLast = performance.now() - since > restSecondsMax * 1_000;
    if (!isLast && now.residentMb > level.residentMb + residentMbMax) continue;
    now.heldMb = await heldMb(site);
    if (isLast || now.heldMb <= level.heldMb + heldMbMax) return now;
  }
}

/** What the server's main thread holds after a collection of garbage, in MB: its heap, and buffers outside of it. */
async function heldMb(site: Site): Promise<number> {
  const { heapUsed, external } = await site.memory();
  return Math.round((heapUsed + external) / 1_048_576);
}

/** The resident memory of a process, in MB. */
function residentMb(pid: number): number {
  const [, kb = "0"] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kb) / 1_024);
}

function watchPeak(pid: number): { stop(): number } {
  let peakMb = 0;
  const timer = setInterval(() => (peakMb = Math.max(peakMb, residentMb(pid))), 100);
  return {
    stop() {
      clearInterval(timer);
      return peakMb;
    },
  };
}
