// The database becomes unreachable during requests: clear errors, no partial writes, and recovery afterwards.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { openDatabase } from "#server/db/db.ts";
import { createAppContext } from "#server/app-context.ts";
import { startJobs } from "#server/jobs.ts";
import { forgetSettings } from "#server/settings/settings.service.ts";
import { breakableProxy } from "./breakable-proxy.ts";
import { buildImage, buildStyle, buildUser } from "./factories.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { quietSettings, testDatabase } from "./test-app.ts";
import { tokenFor } from "./tokens.ts";

const { db, url } = await testDatabase();
const proxy = await breakableProxy(url);
const statementTimeoutMs = 400;
const database = openDatabase(proxy.url, { poolSize: 4, statementTimeoutMs, onError: () => undefined });
const app = createAppContext(readConfig(quietSettings), database, { storage: createMemoryStorage() });
const pagesFolder = await mkdtemp(join(tmpdir(), "fash-pages-"));
await writeFile(
  join(pagesFolder, "index.html"),
  "<html><head><!-- head --><!-- /head --></head><body><!-- page --><div id=app></div><!-- /page --></body></html>",
);
const fastify = await createApp(app, { pagesFolder });
const mia = await buildUser(db);
const style = await buildStyle(db);
const authorization = `Bearer ${await tokenFor(app, mia.id)}`;
const get = (url: string) => fastify.inject({ url, headers: { authorization } });
const post = (url: string, payload: object) =>
  fastify.inject({ method: "POST", url, headers: { authorization }, payload });
const password = "violet teapots everywhere";

// The signing keys are read before the database becomes unreachable, as on any running server.
await fastify.ready();

afterEach(() => proxy.mend());
afterAll(async () => {
  await fastify.close();
  await database.close();
  await proxy.close();
  await rm(pagesFolder, { recursive: true });
});

const away = { "cut off": () => proxy.cut(), silent: () => proxy.freeze() };
const isReady = async () => (await get("/readyz")).statusCode === 200;

test.each(["cut off", "silent"] as const)(
  "while the database is %s every endpoint answers 503, and the same requests succeed afterwards",
  async (how) => {
    const { id: imageId } = await buildImage(db, mia.id);
    const outfit = { title: `While it was ${how}`, styleId: style.id, imageId, tags: ["storm"] };
    const account = { email: `${how.replace(" ", "-")}@example.com`, password };
    expect((await get("/api/me")).statusCode).toBe(200);
    await away[how]();

    const [posting, reading, signUp, ready, alive] = await Promise.all([
      post("/api/outfits", outfit),
      get("/api/outfits"),
      post("/auth/v1/signup", account),
      get("/readyz"),
      get("/healthz"),
    ]);
    for (const answer of [posting, reading]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: "server.unavailable" });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect([signUp.statusCode, ready.statusCode, alive.statusCode]).toEqual([503, 503, 200]);

    await proxy.mend();
    await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 10_000, interval: 50 });
    expect((await post("/api/outfits", outfit)).statusCode).toBe(200);
    expect((await post("/auth/v1/signup", account)).statusCode).toBe(200);
    const posted = await db.selectFrom("outfits").select("id").where("title", "=", outfit.title).execute();
    expect(posted).toHaveLength(1);
  },
  30_000,
);

test("while the database is away every page is the app without content, for its own error screen, and 503 [S-77]", async () => {
  // Nothing is rendered here, so the settings are all that some pages read.
  forgetSettings(app);
  await proxy.cut();
  const pages = ["/", "/explore", `/outfit/${style.id}`, `/profile/${mia.username}`, "/styles"];
  for (const url of pages) {
    const answer = await fastify.inject({ url, headers: { accept: "text/html" } });
    expect([url, answer.statusCode]).toEqual([url, 503]);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    // The service worker would take it for a proxy's.
    expect(answer.headers["fash-app"]).toBe("1");
    expect(answer.body).toContain('<div id="app"></div>');
    expect(answer.body).toContain("<title>The service isn't available right now</title>");
  }
  await proxy.mend();
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 10_000, interval: 50 });
  expect((await fastify.inject("/explore")).statusCode).toBe(200);
}, 30_000);

test.each([
  ["disk", "53100"],
  ["memory", "53200"],
])("while the database lacks %s a write is refused as 503, and reading goes on [S-77]", async (_what, code) => {
  await sql`create function refuse_outfits() returns trigger language plpgsql as ${sql.raw(
    `$$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`,
  )}`.execute(db);
  await sql`create trigger refuse before insert on outfits for each row execute function refuse_outfits()`.execute(db);
  const { id: imageId } = await buildImage(db, mia.id);
  const outfit = { title: `Without room ${code}`, styleId: style.id, imageId, tags: [] };
  const refused = await post("/api/outfits", outfit);
  expect([refused.statusCode, refused.json().code]).toEqual([503, "server.unavailable"]);
  expect((await get("/api/outfits")).statusCode).toBe(200);
  await sql`drop function refuse_outfits() cascade`.execute(db);
  expect((await post("/api/outfits", outfit)).statusCode).toBe(200);
});

test.each(["cut off", "silent"] as const)(
  "a job that fails while the database is %s ends neither the process nor the jobs [S-77]",
  async (how) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", note);
    const storage = createMemoryStorage();
    let isHeld = true;
    // Of both jobs, and of more when a minute begins meanwhile, with the jobs of each minute.
    const held: (() => void)[] = [];
    storage.remove = () =>
      isHeld
        ? new Promise((_, reject) => held.push(() => reject(new Error("The store is away, too"))))
        : Promise.resolve();
    const picture = { key: `${mia.id}/1.webp`, widths: [] };
    await db.insertInto("removed_images").values(picture).execute();
    const archive = { key: `${mia.id}/${how}.zip` };
    await db.insertInto("removed_files").values(archive).execute();
    const addJob = (task: string) => db.executeQuery(sql`select graphile_worker.add_job(${task})`.compile(db));
    const runner = await startJobs({ ...app, storage }, fastify.log);
    await Promise.all([addJob("deleteOrphanedImages"), addJob("removeEndedExports")]);
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(1), { timeout: 15_000 });
    await away[how]();
    isHeld = false;
    for (const fail of held) fail();
    // Longer than the database is waited for.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await proxy.mend();
    const isDone = async () => (await db.selectFrom("removed_images").select("key").execute()).length === 0;
    await addJob("deleteOrphanedImages");
    await vi.waitFor(async () => expect(await isDone()).toBe(true), { timeout: 25_000, interval: 100 });
    await runner.stop();
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker._private_jobs where locked_by is not null`.execute(db);
    expect(rows).toEqual([{ count: 0 }]);
  },
  60_000,
);
