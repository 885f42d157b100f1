import path from "node:path";
import { migrate } from "#server/db/migrate.ts";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import type { Pool } from "#server/db/db.ts";
import { createVision, usualVisionSettings } from "#server/vision/create-vision.ts";
import { openAppContext } from "./bench/members.ts";
import { prepareDemo } from "./evaluate/demo.ts";
import { evaluateLikes } from "./evaluate/likes.ts";
import { evaluatePalettes } from "./evaluate/palettes.ts";
import { evaluatePhotoSearch } from "./evaluate/photo-search.ts";
import { evaluateTastes } from "./evaluate/tastes.ts";
import { evaluateWardrobe } from "./evaluate/wardrobe.ts";

// npm run evaluate: how good similar outfits, search by photo and palettes are on the sample data, whose pictures the embedded
// models analyse first (some minutes, once). `npm run evaluate -- --database=postgres://…` evaluates similar outfits on the likes
// of another installation, which it only reads.
const root = path.join(import.meta.dirname, "..");
const patienceMs = 600_000;
const address = process.argv.find((arg) => arg.startsWith("--database="))?.slice("--database=".length);

if (address === undefined) await evaluateDemo();
else {
  const app = openAppContext(address);
  try {
    print("likes", await evaluateLikes(app));
  } finally {
    await app.close();
  }
}

async function evaluateDemo(): Promise<void> {
  const cluster = await startEmbeddedPostgres({ dataDir: path.join(root, ".bench", "demo-postgres") });
  // A busy machine is slow, which these figures are not about.
  const vision = createVision({ ...usualVisionSettings, deadlineMs: patienceMs });
  const app = { ...openAppContext(cluster.url), vision };
  try {
    await migrate(cluster.url, new URL("../server/db/migrations/", import.meta.url));
    const outfits = await prepareDemo(app, (line) => console.log(line));
    print("likes", await evaluateLikes(app));
    print("invented tastes", await evaluateTastes(app, outfits));
    print("wardrobe", await evaluateWardrobe(app, outfits));
    const plain = openAppContext(await withoutWords(app, cluster.url));
    print("wardrobe, without tags and items", await evaluateWardrobe(plain, outfits));
    print("invented tastes, without tags and items", await evaluateTastes(plain, outfits));
    await plain.close();
    print("palettes", await evaluatePalettes(app, outfits));
    print("photo search", await evaluatePhotoSearch(app, outfits));
  } finally {
    await app.vision.close();
    await app.close();
    await cluster.stop();
  }
}

/** The URL of the same database as if nobody had written tags or items: their tables are covered by empty ones. */
async function withoutWords({ pool }: { pool: Pool }, url: string): Promise<string> {
  await pool.query(`create schema if not exists plain;
    create table if not exists plain.outfit_tags (like public.outfit_tags);
    create table if not exists plain.outfit_items (like public.outfit_items)`);
  const covered = new URL(url);
  covered.searchParams.set("options", "-c search_path=plain,public");
  return covered.href;
}

function print(part: string, lines: readonly string[]): void {
  console.log(`\n${part}\n${lines.map((line) => `  ${line}`).join("\n")}`);
}
