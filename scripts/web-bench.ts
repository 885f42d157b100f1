// How fast the pages are on a slow phone: 4x CPU slowdown, 1.6 Mbit/s, 150 ms, cold cache, medians. On running servers with
// the demo: `npm run bench:web` measures http://localhost:3000; `-- --address http://localhost:3000 --address http://localhost:3001`
// measures several builds alternately, for before and after; `-- --write` puts the figures into docs/benchmarks.md.
import { parseArgs } from "node:util";
import type { Browser } from "@playwright/test";
import { demoAccounts } from "#server/demo/seed-people.ts";
import { type Figures, firstPages, tapFirst, visitAgain, visitFirst } from "./web-bench/first-visit.ts";
import { interact } from "./web-bench/interactions.ts";
import { launch, type Session } from "./web-bench/phone.ts";
import { writeFigures } from "./bench/figures.ts";

const { values } = parseArgs({
  options: {
    address: { type: "string", multiple: true, default: ["http://localhost:3000"] },
    rounds: { type: "string", default: "5" },
    /** Only these pages. */
    page: { type: "string", multiple: true },
    /** Into docs/benchmarks.md. */
    write: { type: "boolean", default: false },
  },
});

/** At most, in milliseconds, by the name of the figure. */
const targets: Record<string, number> = {
  "visitor paint": 1_200,
  "visitor live": 1_200,
  "visitor blocking": 150,
  "visitor shift": 0,
  "member paint": 1_200,
  "member pictures": 2_500,
  "member blocking": 150,
  "member shift": 0,
  "member again": 1_200,
  like: 100,
  filter: 100,
  type: 100,
  open: 100,
  tab: 100,
  "navigation shift": 0,
};

/** By page and figure, one list for each address. */
const all = new Map<string, number[][]>();
const pages = firstPages.filter(({ path }) => values.page?.includes(path) ?? true);
const builds = await Promise.all(
  values.address.map(async (address) => ({
    address,
    outfitId: await findOutfit(address),
    session: await signIn(address),
  })),
);
const browser = await launch();
try {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const [index, build] of builds.entries()) await measure(browser, build, index);
    console.error(`round ${round} of ${values.rounds} is done`);
  }
} finally {
  await browser.close();
}
const table = toTable();
console.log(table);
if (values.write) await writeFigures("web", table);

async function measure(
  on: Browser,
  { address, outfitId, session }: (typeof builds)[number],
  index: number,
): Promise<void> {
  for (const page of pages) {
    const filled = { ...page, path: page.path.replace("{id}", outfitId) };
    add(page.path, "visitor", index, await visitFirst(on, address, filled));
    add(page.path, "visitor", index, await tapFirst(on, address, filled));
    if (page.isForVisitors) continue;
    add(page.path, "member", index, await visitFirst(on, address, filled, session));
    add(page.path, "member", index, await visitAgain(on, address, filled, session));
  }
  add("all", "", index, await interact(on, address, session));
}

function add(page: string, who: string, index: number, figures: Figures): void {
  for (const [name, value] of Object.entries(figures)) {
    const key = `${page}|${`${who} ${name}`.trim()}`;
    const lists = all.get(key) ?? builds.map(() => []);
    lists[index]?.push(value);
    all.set(key, lists);
  }
}

/** Fails the process when a target is missed. */
function toTable(): string {
  const heads = builds.length === 1 ? ["measured"] : values.address;
  const rows = [`| page | measure | ${heads.join(" | ")} | target | |`, `|${"---|".repeat(4 + builds.length)}`];
  for (const [key, lists] of all) {
    const [page = "", name = ""] = key.split("|");
    const medians = lists.map(median);
    const target = targets[name] ?? Number.POSITIVE_INFINITY;
    const cells = medians.map((value) => (name.endsWith("shift") ? value.toFixed(4) : `${Math.round(value)} ms`));
    const isMissed = (medians[0] ?? 0) > target;
    if (isMissed) process.exitCode = 1;
    rows.push(`| ${page} | ${name} | ${cells.join(" | ")} | ${target} | ${isMissed ? "missed" : ""} |`);
  }
  return rows.join("\n");
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function findOutfit(address: string): Promise<string> {
  const feed = (await (await fetch(`${address}/api/outfits?limit=1`)).json()) as { items: { id: string }[] };
  const [outfit] = feed.items;
  if (!outfit) throw new Error(`${address} has no outfit: start it with the demo`);
  return outfit.id;
}

async function signIn(address: string): Promise<Session> {
  const { member, password } = demoAccounts;
  const reply = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: member.email, password }),
  });
  if (!reply.ok) throw new Error(`${address} does not let the demo's member in: ${reply.status}`);
  return (await reply.json()) as Session;
}
