import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { killRounds } from "./faults/kills.ts";
import { jumpClock } from "./faults/clock.ts";
import { type Line, toTable } from "./faults/report.ts";
import { breakStore } from "./faults/store.ts";

// npm run faults: breaks what the built server depends on, one after the other, and looks what became of every acknowledged
// write. About a quarter of an hour on two idle cores. `npm run faults -- kills clock` runs these parts only, `--rounds=10`
// kills less often. It fails when a promise was broken.
const args = process.argv.slice(2);
const rounds = Number(args.find((arg) => arg.startsWith("--rounds="))?.slice("--rounds=".length) ?? 100);

const parts: Record<string, (folder: string) => Promise<Line[]>> = {
  kills: (folder) => killRounds(folder, rounds),
  store: breakStore,
  clock: jumpClock,
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

const folder = await mkdtemp(path.join(tmpdir(), "fash-faults-"));
const lines: Line[] = [];
for (const [name, run] of Object.entries(parts)) {
  if (named.length > 0 && !named.includes(name)) continue;
  console.log(`${name} …`);
  const own = path.join(folder, name);
  await mkdir(own);
  lines.push(...(await run(own)));
}
await rm(folder, { recursive: true, force: true });
console.log(`\n${toTable(lines)}`);
process.exitCode = lines.every(({ isMet }) => isMet) ? 0 : 1;
