import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildUser, givePoints } from "./testing/factories.ts";
import { testDatabase } from "./testing/test-app.ts";

const root = path.join(import.meta.dirname, "..");
const { db, url } = await testDatabase();
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "fash-cli-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The command from its sources, on this test's database. */
async function admin(...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", "server/admin-cli.ts", ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: url, DATA_DIR: dataDir },
  });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (out += String(chunk)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out };
}

test("`audit` names what it has checked, and fails with every violation once points are wrong", async () => {
  const mia = await buildUser(db);
  await givePoints(db, mia.id, 120);
  const good = await admin("audit");
  expect(good).toMatchObject({ code: 0, out: expect.stringContaining("The points audit found no violations") });
  await db.updateTable("profiles").set({ points: 121 }).where("id", "=", mia.id).execute();
  const bad = await admin("audit");
  expect(bad.code).toBe(1);
  expect(bad.out).toContain(`${mia.id}: balance 121, ledger 120, held and approved 0`);
}, 120_000);

test("an unknown command says how it is used, and fails", async () => {
  expect(await admin("audits")).toMatchObject({ code: 1, out: expect.stringContaining("npm run admin -- audit") });
}, 60_000);
