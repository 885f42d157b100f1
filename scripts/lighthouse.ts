// Lighthouse scores of the pages that visitors see first, on a running server with the demo:
// `npx tsx --conditions=source scripts/lighthouse.ts --lighthouse /path/of/node_modules/lighthouse`.
// Lighthouse is not a dependency: install it with `npm install --prefix /some/folder lighthouse@13`. See docs/benchmarks.md.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { writeFigures } from "./bench/figures.ts";

interface Audit {
  title: string;
  score: number | null;
  numericValue?: number;
}
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
}

const visited = ["/", "/explore", "/outfit/{id}", "/swipes", "/auth"];
const pages = [...visited, "/events", "/events/{event}", "/articles", "/articles/{article}"];
const { values } = parseArgs({
  options: {
    lighthouse: { type: "string" },
    /** Several are measured alternately, for before and after. */
    address: { type: "string", multiple: true, default: ["http://localhost:3000"] },
    page: { type: "string", multiple: true, default: pages },
    rounds: { type: "string", default: "3" },
    /** Into docs/benchmarks.md. */
    write: { type: "boolean", default: false },
    /** Where to save the reports; without it they are deleted. */
    keep: { type: "string" },
  },
});
if (!values.lighthouse)
  throw new Error("--lighthouse: where its package is, for example /some/folder/node_modules/lighthouse");

const run = promisify(execFile);
const cli = path.join(values.lighthouse, "cli/index.js");
const debianChromium = "/usr/bin/chromium";
const browser = process.env["CHROMIUM_PATH"] ?? (existsSync(debianChromium) ? debianChromium : undefined);
const chromeFlags =
  "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const marks = ["performance", "accessibility", "best-practices", "seo"];
const figures = [
  ["first-contentful-paint", "FCP", "ms"],
  ["largest-contentful-paint", "LCP", "ms"],
  ["total-blocking-time", "TBT", "ms"],
  ["speed-index", "SI", "ms"],
  ["cumulative-layout-shift", "CLS", ""],
] as const;

const tableHead = [
  `| page | ${[...marks, ...figures.map(([, short]) => short)].join(" | ")} |`,
  `|${"---|".repeat(10)}`,
];

const folder = values.keep ?? (await mkdtemp(path.join(tmpdir(), "fash-lighthouse-")));
await mkdir(folder, { recursive: true });
const reports = new Map<string, Report[]>();
try {
  const ids = await Promise.all(values.address.map(findIds));
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const page of values.page) {
      for (const [index, address] of values.address.entries()) {
        const name = `${values.address.length > 1 ? address : ""}${page}`;
        const pathname = page.replace(/\{(\w+)\}/, (_whole, name: string) => ids[index]?.[name] ?? "");
        const report = await measure(`${address}${pathname}`, `${index}-${round}`);
        reports.set(name, [...(reports.get(name) ?? []), report]);
      }
    }
    console.error(`round ${round} of ${values.rounds} is done`);
  }
} finally {
  if (!values.keep) await rm(folder, { recursive: true });
}
const rows = [...reports].map(([name, all]) => tell(name, all));
if (values.write) await writeFigures("lighthouse", [...tableHead, ...rows].join("\n"));

/** What the placeholders of addresses stand for. */
async function findIds(address: string): Promise<Record<string, string>> {
  const first = async (list: string) => {
    const { items } = (await (await fetch(`${address}/api/${list}?limit=1`)).json()) as { items: { id: string }[] };
    const [item] = items;
    if (!item) throw new Error(`${address} has nothing in ${list}: start it with the demo`);
    return item.id;
  };
  return { id: await first("outfits"), event: await first("events"), article: await first("articles") };
}

async function measure(url: string, suffix: string): Promise<Report> {
  const file = path.join(folder, `${new URL(url).pathname.replaceAll("/", "_")}-${suffix}.json`);
  const args = [cli, url, "--quiet", "--output=json", `--output-path=${file}`, "--throttling-method=simulate"];
  await runAgain(() =>
    run(process.execPath, [...args, `--chrome-flags=${chromeFlags}`], {
      env: { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) },
      timeout: 180_000,
    }),
  );
  return JSON.parse(await readFile(file, "utf8")) as Report;
}

/** Occasionally Lighthouse records a trace without its page and asks to be run again. */
async function runAgain(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === 3 || !String(error).includes("Please run Lighthouse again")) throw error;
    }
  }
}

/** Prints medians and the names of the audits that cost points; returns the page's row for the document. */
function tell(name: string, all: readonly Report[]): string {
  const scores = marks.map((mark) => Math.round(100 * median(all.map((one) => one.categories[mark]?.score ?? 0))));
  const numbers = figures.map(([id, , unit]) => {
    const value = median(all.map((one) => one.audits[id]?.numericValue ?? Number.NaN));
    return unit === "" ? value.toFixed(3) : `${Math.round(value)} ${unit}`;
  });
  const named = figures.map(([, short], index) => `${short} ${numbers[index]}`);
  const speed = median(all.map((one) => one.environment.benchmarkIndex));
  console.log(`${name.padEnd(16)} ${scores.join(" / ")}   ${named.join(", ")}   (machine ${Math.round(speed)})`);
  for (const mark of marks.slice(1)) for (const lost of listLost(mark, all)) console.log(`    ${mark}: ${lost}`);
  return `| ${[name, ...scores, ...numbers].join(" | ")} |`;
}

function listLost(mark: string, all: readonly Report[]): string[] {
  const lost = all.flatMap(({ categories, audits }) =>
    (categories[mark]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => audits[id]?.title ?? id),
  );
  return [...new Set(lost)];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
