// Acknowledged writes survive even if the processes are killed during a burst of writes.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Db, openDatabase } from "#server/db/db.ts";
import { auditPoints } from "#server/points/points-audit.service.ts";
import { findFreePort } from "#server/db/embedded-endpoint.ts";
import { isPostmaster, readPostmasterFile } from "#server/db/embedded-process.ts";
import { findRunning } from "#server/db/open-installation-database.ts";
import { givePoints } from "./factories.ts";
import { programArgs } from "./program-args.ts";

// Each test waits for a server that starts from source, beside others that do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = path.join(import.meta.dirname, "../..");
const password = "a long enough one";
const usernames = ["ana", "ben", "cleo", "dan"];
const postsEach = 5;
const acknowledgedMin = 40;

interface Member {
  id: string;
  token: string;
}

/** Acknowledged writes, as the rows that must exist. */
interface Acknowledged {
  outfits: string[];
  comments: string[];
  likes: [userId: string, outfitId: string][];
  closet_saves: [userId: string, outfitId: string][];
  reward_redemptions: string[];
}

let dataDir: string;
let site: string;
let server: ChildProcess;
let members: Member[];
let styleId: string;
let reward: { id: string; pointsRequired: number };

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "fash-kill-"));
  const port = await findFreePort();
  site = `http://127.0.0.1:${port}`;
  await startServer();
  const { items } = await request<{ items: { id: string }[] }>("GET", "/api/styles");
  styleId = items[0]?.id ?? "";
  members = await Promise.all(usernames.map(join));
  const rewards = await request<{ items: (typeof reward)[] }>("GET", "/api/rewards");
  reward = rewards.items[0] ?? reward;
  await rows(`insert into redemption_rules (account_age_days_min, is_contact_needed, open_max, points_per_month_max)
    values (0, false, 5, null)`);
  await withDatabase(async (db) => {
    for (const { id } of members) await givePoints(db, id, 2 * reward.pointsRequired);
  });
});

afterAll(async () => {
  if (server.exitCode === null && server.signalCode === null && server.kill("SIGTERM")) await once(server, "exit");
  // After a failed run the database may be running without its server.
  const { pid = 0 } = readPostmasterFile(path.join(clusterFolder(), "data")) ?? {};
  if (isPostmaster(pid, path.join(clusterFolder(), "data"))) process.kill(pid, "SIGQUIT");
  await rm(dataDir, { recursive: true, force: true });
});

/** The real program, on its own database; resolves once it responds. */
async function startServer(): Promise<void> {
  server = spawn(process.execPath, programArgs("main"), {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: new URL(site).port,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      DEMO: "0",
      RATE_LIMITS: "off",
      LOG_LEVEL: "silent",
    },
  });
  const outcome = await Promise.race([once(server, "message"), once(server, "exit").then(() => undefined)]);
  if (outcome === undefined) throw new Error("The server exited before it was ready");
}

/** The reply of a successful request; throws if it failed or was interrupted. */
async function request<T>(
  method: string,
  address: string,
  token?: string,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (body !== undefined) headers["content-type"] = typeof body === "string" ? "application/json" : "image/jpeg";
  const response = await fetch(site + address, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function join(username: string): Promise<Member> {
  const signUp = JSON.stringify({ email: `${username}@example.com`, password, data: { username } });
  type Session = { access_token: string; user: { id: string } };
  const { access_token: token, user } = await request<Session>("POST", "/auth/v1/signup", undefined, signUp);
  return { id: user.id, token };
}

async function uploadPicture({ token }: Member): Promise<string> {
  const create = { width: 240, height: 320, channels: 3, background: "#b3123f" } as const;
  const photo = new Uint8Array(await sharp({ create }).jpeg().toBuffer());
  return (await request<{ id: string }>("POST", "/api/uploads/outfit", token, photo)).id;
}

async function postOutfit({ token }: Member, imageId: string): Promise<string> {
  const outfit = JSON.stringify({ title: "Before the burst", styleId, imageId, tags: ["linen", "rain"] });
  return (await request<{ outfit: { id: string } }>("POST", "/api/outfits", token, outfit)).outfit.id;
}

/** Concurrent writes of every kind by every member, as long as the server responds. */
async function startBurst(): Promise<{ acknowledged: Acknowledged; ended: Promise<string[]> }> {
  const acknowledged: Acknowledged = { outfits: [], comments: [], likes: [], closet_saves: [], reward_redemptions: [] };
  const prepared = await Promise.all(
    members.map(async (member) => {
      const pictures: string[] = [];
      while (pictures.length < postsEach) pictures.push(await uploadPicture(member));
      return { member, pictures, outfit: await postOutfit(member, await uploadPicture(member)) };
    }),
  );
  const lanes = prepared.flatMap(({ member, pictures, outfit }) => [
    async () => {
      for (const imageId of pictures) acknowledged.outfits.push(await postOutfit(member, imageId));
    },
    async () => {
      for (let count = 0; ; count++) {
        const text = JSON.stringify({ content: `Number ${count}` });
        const address = `/api/outfits/${outfit}/comments`;
        const { comment } = await request<{ comment: { id: string } }>("POST", address, member.token, text);
        acknowledged.comments.push(comment.id);
      }
    },
    async () => {
      for (const other of prepared.filter((candidate) => candidate.member !== member)) {
        await request("PUT", `/api/outfits/${other.outfit}/like`, member.token);
        acknowledged.likes.push([member.id, other.outfit]);
        await request("PUT", `/api/outfits/${other.outfit}/save`, member.token);
        acknowledged.closet_saves.push([member.id, other.outfit]);
      }
    },
    async () => {
      for (;;) {
        const id = randomUUID();
        const body = JSON.stringify({ rewardId: reward.id, cost: reward.pointsRequired });
        await request("PUT", `/api/me/redemptions/${id}`, member.token, body);
        acknowledged.reward_redemptions.push(id);
        await request("POST", `/api/me/redemptions/${id}/withdraw`, member.token);
      }
    },
  ]);
  const outcomes = Promise.allSettled(lanes.map((lane) => lane()));
  const ended = outcomes.then((all) => all.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : [])));
  return { acknowledged, ended };
}

async function untilInFullSwing({ acknowledged, ended }: Awaited<ReturnType<typeof startBurst>>): Promise<void> {
  let failures: string[] | undefined;
  void ended.then((all) => (failures = all));
  const isInFullSwing = (): boolean => {
    const counts = Object.values(acknowledged).map((list: unknown[]) => list.length);
    return counts.every((count) => count >= 3) && counts.reduce((sum, count) => sum + count) >= acknowledgedMin;
  };
  while (!isInFullSwing()) {
    if (failures) throw new Error(`The burst ended early: ${failures.join("; ")}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const clusterFolder = () => path.join(dataDir, "postgres/cluster");
const killDatabase = () => process.kill(readPostmasterFile(path.join(clusterFolder(), "data"))?.pid ?? 0, "SIGKILL");

async function untilReady(): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (
    !(await fetch(`${site}/readyz`).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (performance.now() > deadline) throw new Error("The server did not become ready again");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function databaseUrl(): Promise<string> {
  const url = await findRunning(path.join(dataDir, "postgres"));
  if (url === undefined) throw new Error("The database does not run");
  return url;
}

const pointsViolations = () => withDatabase(auditPoints);

async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(await databaseUrl(), {
    poolSize: 1,
    statementTimeoutMs: 10_000,
    onError: () => undefined,
  });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(await databaseUrl());
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function expectAllThere({
  outfits,
  comments,
  likes,
  closet_saves,
  reward_redemptions,
}: Acknowledged): Promise<void> {
  const ids = async (table: string, wanted: string[]) =>
    (await rows<{ id: string }>(`select id from ${table} where id = any($1)`, [wanted])).map(({ id }) => id).sort();
  const pairs = async (table: string) =>
    (await rows<{ pair: string }>(`select user_id || ' ' || outfit_id as pair from ${table}`)).map(({ pair }) => pair);
  expect(await ids("outfits", outfits)).toEqual(outfits.toSorted());
  expect(await ids("comments", comments)).toEqual(comments.toSorted());
  expect(await ids("reward_redemptions", reward_redemptions)).toEqual(reward_redemptions.toSorted());
  expect(await pairs("likes")).toEqual(expect.arrayContaining(likes.map((pair) => pair.join(" "))));
  expect(await pairs("closet_saves")).toEqual(expect.arrayContaining(closet_saves.map((pair) => pair.join(" "))));
}

/** Kept counts that differ from their rows, and copies that differ from their originals. */
const disagreements = `
  with outfit as (
    select o.id, o.user_id, o.style_id, o.likes_count, o.saves_count, o.comments_count, o.tags,
      (select count(*) from likes where outfit_id = o.id) as likes,
      (select count(*) from closet_saves where outfit_id = o.id) as saves,
      (select count(*) from comments where outfit_id = o.id and not is_hidden) as comments,
      array(select tag from outfit_tags where outfit_id = o.id order by position) as tag_rows
    from outfits o)
  select 'outfit' as what, id, likes_count, likes, saves_count, saves, comments_count, comments from outfit
    where (likes_count, saves_count, comments_count, tags) is distinct from (likes, saves, comments, tag_rows)
  union all
  select 'member', p.id, p.outfit_count, posted, p.total_likes, liked, p.points, earned from profiles p, lateral (
      select (select count(*) from outfits where user_id = p.id) as posted,
        (select count(*) from likes l join outfits o on o.id = l.outfit_id where o.user_id = p.id and o.is_active) as liked,
        (select coalesce(sum(points), 0) from points_ledger where user_id = p.id)
          - (select coalesce(sum(points), 0) from reward_redemptions
             where user_id = p.id and status in ('awaiting approval', 'approved')) as earned) counted
    where (p.outfit_count, p.total_likes, p.points) is distinct from (posted, liked, earned)
  union all
  select 'style', s.id, s.active_outfit_count, used, 0, 0, 0, 0 from styles s, lateral (
      select count(*) as used from outfits where style_id = s.id and is_listed) counted
    where s.active_outfit_count <> used
  union all
  select 'picture', i.id, 0, 0, 0, 0, 0, 0 from images i
    where (i.attached_at is not null) <> exists (select from outfits where image_id = i.id)`;

test("no acknowledged write is lost when server and database are killed in a burst", async () => {
  const burst = await startBurst();
  await untilInFullSwing(burst);
  server.kill("SIGKILL");
  killDatabase();
  await burst.ended;

  await startServer();
  await untilReady();
  await expectAllThere(burst.acknowledged);
  expect(await rows(disagreements)).toEqual([]);
  expect(await pointsViolations()).toEqual([]);
});

test("no acknowledged write is lost when only the database is killed, and the server reconnects [S-77]", async () => {
  const burst = await startBurst();
  await untilInFullSwing(burst);
  killDatabase();
  await burst.ended;

  await untilReady();
  await expectAllThere(burst.acknowledged);
  expect(await rows(disagreements)).toEqual([]);
  expect(await pointsViolations()).toEqual([]);
  expect(server.exitCode).toBeNull();
});
