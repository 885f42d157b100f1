import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { jumpClock } from "./faults/clock.ts";
import { fillDatabaseDisk, fillPictureDisk, whyNoSmallDisk } from "./faults/disk.ts";
import { killRounds } from "./faults/kills.ts";
import { pauseDatabase } from "./faults/pause.ts";
import { loseRedis, whyNoRedis } from "./faults/redis.ts";
import { type Line, toTable } from "./faults/report.ts";
import { stopSites } from "./faults/site.ts";
import { breakStore } from "./faults/store.ts";

// npm run faults: breaks what the built server depends on, one after the other, and looks what became of every acknowledged
// write. About half an hour on two idle cores. `npm run faults -- pause clock` runs these parts only, `--rounds=10` kills less
// often. It fails when a promise was broken, and names the parts that cannot run on this machine.
const args = process.argv.slice(2);
const rounds = Number(args.find((arg) => arg.startsWith("--rounds="))?.slice("--rounds=".length) ?? 100);

interface Part {
  run: (folder: string) => Promise<Line[]>;
  /** No part may hang. */
  minutesMax: number;
  /** What is missing to run it here; null if nothing is. */
  whyNot?: () => Promise<string | null>;
}
const parts: Record<string, Part> = {
  pause: { run: (folder) => pauseDatabase(folder, 30), minutesMax: 5 },
  pictureDisk: { run: fillPictureDisk, minutesMax: 5, whyNot: whyNoSmallDisk },
  databaseDisk: { run: fillDatabaseDisk, minutesMax: 10, whyNot: whyNoSmallDisk },
  redis: { run: loseRedis, minutesMax: 5, whyNot: whyNoRedis },
  store: { run: breakStore, minutesMax: 5 },
  clock: { run: jumpClock, minutesMax: 5 },
  kills: { run: (folder) => killRounds(folder, rounds), minutesMax: 5 + rounds },
};

const named = args.filter((arg) => !arg.startsWith("--"));
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`Usage: npm run faults -- [--rounds=N] [${Object.keys(parts).join(" ")}]`);
  process.exit(1);
}
if (!existsSync(path.join(import.meta.dirname, "../dist/server/main.js"))) {
  console.error("The server is not built: npm run build");
  process.exit(1);
}

/** The lines of a part; one that fails or takes too long is a line that is not met. */
async function runPart(name: string, { run, minutesMax }: Part, folder: string): Promise<Line[]> {
  const timeout = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`no end within ${minutesMax} minutes`)), minutesMax * 60_000);
    timeout.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  try {
    return await Promise.race([run(folder), late]);
  } catch (error) {
    console.error(error);
    return [{ fault: name, what: "the part runs to its end", figure: (error as Error).message, isMet: false }];
  } finally {
    timeout.abort();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), "fash-faults-"));
const lines: Line[] = [];
const skipped: string[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const reason = (await part.whyNot?.()) ?? null;
  if (reason !== null) {
    skipped.push(`${name}: ${reason}`);
    continue;
  }
  console.log(`${name} …`);
  const own = path.join(folder, name);
  await mkdir(own);
  lines.push(...(await runPart(name, part, own)));
}
await stopSites();
await rm(folder, { recursive: true, force: true });
console.log(`\n${toTable(lines)}`);
for (const line of skipped) console.log(`Not run here: ${line}`);
process.exit(lines.every(({ isMet }) => isMet) ? 0 : 1);
