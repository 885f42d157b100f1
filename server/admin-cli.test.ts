import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "./db/embedded-endpoint.ts";
import { getPushKeys } from "./notifications/push-keys.service.ts";
import { buildUser, givePoints } from "./testing/factories.ts";
import { programArgs } from "./testing/program-args.ts";
import { startRealServer } from "./testing/real-server.ts";
import { testApp, testDatabase } from "./testing/test-app.ts";
import { sessionFor } from "./testing/tokens.ts";

const root = path.join(import.meta.dirname, "..");
const { db, url } = await testDatabase();
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "fash-cli-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The command, on this test's database. */
const admin = (...args: string[]) => adminWith({}, ...args);
async function adminWith(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [...programArgs("admin-cli"), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: url, DATA_DIR: dataDir, ...settings },
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

test("a database without its secret names what to restore, and `reset-keys` lets it start again", async () => {
  const other = await testApp();
  const mia = await buildUser(other.db);
  await sessionFor(other.app, mia.id);
  await getPushKeys(other.app);
  const id = randomUUID();
  const secret = other.app.secrets.seal(Buffer.from("a secret of an app"), id);
  await other.db
    .insertInto("auth.factors")
    .values({ id, user_id: mia.id, factor_type: "totp", status: "verified", friendly_name: "", secret })
    .execute();
  const settings = {
    NODE_ENV: "production",
    DATABASE_URL: other.databaseUrl,
    DATA_DIR: path.join(dataDir, "restored"),
    AUTH_MAIL_AUTOCONFIRM: "on",
    AUTH_SECRET: "",
    PORT: String(await findFreePort()),
    PUBLIC_URL: "http://localhost:3000",
    GIFT_CARD_KEYS: "",
  };
  const failure = await startRealServer(settings).catch((error: Error) => error.message);
  expect(failure).toContain("AUTH_SECRET: does not open the keys in this database");
  expect(failure).toContain("DATA_DIR/auth-secret");
  expect(failure).toContain("npm run admin -- reset-keys");
  expect(failure).not.toContain("    at ");

  const reset = await adminWith(settings, "reset-keys");
  expect(reset).toMatchObject({ code: 0, out: expect.stringContaining("1 sessions ended, 1 second factors by app") });
  expect(await adminWith(settings, "reset-keys")).toMatchObject({
    code: 0,
    out: expect.stringContaining("nothing was reset"),
  });
  const server = await startRealServer(settings);
  expect((await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)).status).toBe(200);
  await server.stop();
  expect(server.printed()).toContain("AUTH_SECRET is not set: back up ");
  const trail = await other.db.selectFrom("auth.audit").select("actor").where("event", "=", "factor_removed").execute();
  expect(trail).toEqual([{ actor: "admin-cli" }]);
}, 180_000);
