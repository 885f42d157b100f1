import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { findFreePort } from "#server/db/embedded-endpoint.ts";
import type { Line } from "./report.ts";
import { Site } from "./site.ts";
import { settle, type FaultScene } from "./writes.ts";

const deliveredWithinMs = 1_500;

async function startRedis(port: number): Promise<ChildProcess> {
  const redis = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
    stdio: "ignore",
  });
  await once(redis, "spawn");
  return redis;
}

/** Why Redis cannot be started here; null if it can. */
export async function whyNoRedis(): Promise<string | null> {
  const probe = spawn("redis-server", ["--version"], { stdio: "ignore" });
  const isThere = await once(probe, "exit").then(
    ([code]) => code === 0,
    () => false,
  );
  return isThere ? null : "redis-server is not installed";
}

/** Redis goes and comes back while two servers share a database: writes go on, and live events between the servers return. */
export async function loseRedis(folder: string): Promise<Line[]> {
  const redisPort = await findFreePort();
  let redis = await startRedis(redisPort);
  const settings = {
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    PUBLIC_URL: "http://localhost:3000",
    AUTH_SECRET: Buffer.alloc(32, 5).toString("base64"),
  };
  const one = await Site.open(path.join(folder, "one"), settings);
  const two = await Site.open(path.join(folder, "two"), { ...settings, DATABASE_URL: await one.databaseUrl() });
  const scene = await settle(one, 2);
  const fault = "Redis gone and back";
  const lines: Line[] = [];
  const sockets = await Promise.all([one, two].map((site) => watch(site, scene)));
  const measure = async (what: string, expected: [boolean, boolean], from: Site): Promise<void> => {
    const heard = await commentAndListen(from, scene, sockets);
    const figure = `acknowledged; own server ${heard[0] ? "hears it" : "does not"}, other ${heard[1] ? "hears it" : "does not"}`;
    lines.push({ fault, what, figure, isMet: heard[0] === expected[0] && heard[1] === expected[1] });
  };
  await untilDelivered(scene, one, sockets);
  await measure("a comment before", [true, true], one);
  redis.kill("SIGKILL");
  await once(redis, "exit");
  await measure("a comment while Redis is away", [true, false], one);
  const started = performance.now();
  await restartOf(two);
  lines.push({
    fault,
    what: "a server starts while Redis is away",
    figure: `${((performance.now() - started) / 1_000).toFixed(1)} s`,
    isMet: two.isRunning,
  });
  sockets[1]?.disconnect();
  sockets[1] = await watch(two, scene);
  redis = await startRedis(redisPort);
  const backMs = await untilDelivered(scene, one, sockets);
  lines.push({
    fault,
    what: "events reach the other server again after",
    figure: `${(backMs / 1_000).toFixed(1)} s`,
    isMet: backMs < 30_000,
  });
  const { drifts, violations } = await one.countWrong();
  lines.push({
    fault,
    what: "counts off; points off",
    figure: `${drifts}; ${violations}`,
    isMet: drifts + violations === 0,
  });
  for (const socket of sockets) socket.disconnect();
  await two.end();
  await one.end();
  redis.kill();
  return lines;
}

async function restartOf(site: Site): Promise<void> {
  await site.end();
  await site.start();
}

/** An open tab at this server that shows the first outfit. */
async function watch(site: Site, { members, outfits }: FaultScene): Promise<Socket> {
  const options = { path: "/live", transports: ["websocket"], reconnection: false, forceNew: true };
  const socket = io(site.url, { ...options, auth: { token: members[1]?.token } });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  const subscribe = () => socket.timeout(5_000).emitWithAck("subscribeOutfit", { outfitId: outfits[0] });
  await subscribe();
  // As the app does it: a server that may have missed events disconnects its tabs.
  socket.on("disconnect", (reason) => reason === "io server disconnect" && socket.connect());
  socket.on("connect", () => void subscribe().catch(() => undefined));
  return socket;
}

/** Comments at one server and says which of the tabs heard of it in time. */
async function commentAndListen(site: Site, { members, outfits }: FaultScene, sockets: Socket[]): Promise<boolean[]> {
  const heard = sockets.map(
    (socket) =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), deliveredWithinMs);
        socket.once("comment", () => {
          clearTimeout(timer);
          resolve(true);
        });
      }),
  );
  const content = { content: `Heard at ${performance.now()}?` };
  await site.must("POST", `/api/outfits/${outfits[0]}/comments`, members[0]?.token, content);
  return Promise.all(heard);
}

async function untilDelivered(scene: FaultScene, from: Site, sockets: Socket[]): Promise<number> {
  const since = performance.now();
  while (!(await commentAndListen(from, scene, sockets)).every(Boolean)) {
    if (performance.now() - since > 60_000) return Infinity;
    for (const socket of sockets) socket.removeAllListeners("comment");
    await sleep(100);
  }
  return performance.now() - since;
}
