import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import type { BenchRun } from "./bench-run.ts";
import { summarize } from "./load.ts";
import { type Member, signIn } from "./members.ts";
import { type Program, startBareRelay, startRedis, startServer } from "./processes.ts";
import { figure, type Line } from "./report.ts";

/** Members whose sockets are open: the first of them talk to each other, the rest only listen. */
const firstMember = 4_000;
const messagesPerSecond = 20;
const openedAtOnce = 100;

/** A message in flight: who sends it to which thread, and who receives it. */
interface Talk {
  threadId: string;
  sender: Member;
  receiver: Member;
}

/** The path to send a conversation's message to. */
type Send = (talk: Talk, clientId: string) => Promise<Response>;

/** Goal 13: time from the sender's request to the recipient's socket, by open sockets and server processes. */
export async function measureLive(run: BenchRun): Promise<Line[]> {
  const counts = run.rounds > 1 ? [1_000, 5_000] : [1_000];
  const members = await signIn(run.app, firstMember, Math.max(...counts));
  const redis = await startRedis();
  if (!redis)
    console.log("Not measured: live delivery over two processes, which needs redis-server (apt install redis)");
  try {
    const lines: Line[] = [];
    for (const count of counts) lines.push(...(await measureSockets(run, members.slice(0, count), redis)));
    return lines;
  } finally {
    await redis?.stop();
  }
}

async function measureSockets(run: BenchRun, members: Member[], redis: Program | undefined): Promise<Line[]> {
  const talks = await findTalks(run, members);
  const relay = await startBareRelay(run.databaseUrl);
  const withRedis = redis ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {};
  const pair = redis
    ? [await startServer(run.databaseUrl, withRedis), await startServer(run.databaseUrl, withRedis)]
    : [];
  try {
    const bare = await deliver(run, { servers: [relay], members, talks, send: sendBarely(relay) });
    const alone = await deliver(run, { servers: [run.server], members, talks, send: sendTo([run.server]) });
    const both = redis && (await deliver(run, { servers: pair, members, talks, send: sendTo(pair) }));
    const what = (processes: string) => `live delivery, ${figure(members.length)} sockets, ${processes}`;
    return [
      ...toLines(what("one process"), alone, bare),
      ...(both ? toLines(what("two processes over Redis"), both, bare) : []),
    ];
  } finally {
    for (const program of [relay, ...pair]) await program.stop();
  }
}

interface Delivery {
  p50Ms: number;
  p99Ms: number;
}

function toLines(what: string, ours: Delivery, bare: Delivery): Line[] {
  const line = (name: string, of: keyof Delivery, ratio: number): Line => ({
    what: `${what}: ${name} / bare relay that stores and forwards`,
    ours: figure(ours[of], " ms"),
    reference: figure(bare[of], " ms"),
    ratio: ours[of] / bare[of],
    target: { sign: "<=", ratio },
  });
  return [line("p50", "p50Ms", 5), line("p99", "p99Ms", 5)];
}

/** Threads whose two members both have a socket. */
async function findTalks(run: BenchRun, members: Member[]): Promise<Talk[]> {
  const byId = new Map(members.map((member) => [member.id, member]));
  const { rows } = await run.app.pool.query<{ id: string; a: string; b: string }>(
    `select id, participant_a as a, participant_b as b from message_threads
     where participant_a = any ($1) and participant_b = any ($1) order by id limit 200`,
    [[...byId.keys()]],
  );
  return rows.flatMap(({ id, a, b }) => {
    const [sender, receiver] = [byId.get(a), byId.get(b)];
    return sender && receiver ? [{ threadId: id, sender, receiver }] : [];
  });
}

/** The sender's request always goes to the first server. */
const sendTo =
  ([server]: Program[]): Send =>
  ({ threadId, sender }, clientId) =>
    fetch(`http://127.0.0.1:${server?.port}/api/threads/${threadId}/messages`, {
      method: "POST",
      headers: { ...sender.headers, "content-type": "application/json" },
      body: JSON.stringify({ content: `Is the jacket ${clientId} still available?`, clientId }),
    });

const sendBarely =
  (relay: Program): Send =>
  ({ threadId, sender, receiver }, clientId) => {
    const message = { id: clientId, threadId, senderId: sender.id, clientId, content: "Still available?" };
    return fetch(`http://127.0.0.1:${relay.port}/messages`, {
      method: "POST",
      body: JSON.stringify({ to: receiver.id, message }),
    });
  };

async function deliver(
  run: BenchRun,
  scene: { servers: Program[]; members: Member[]; talks: Talk[]; send: Send },
): Promise<Delivery> {
  const { servers, members, talks, send } = scene;
  const arrivals = new Map<string, (atMs: number) => void>();
  const receivers = new Set(talks.map(({ receiver }) => receiver.id));
  // Recipients are connected to the last server, so with two servers every message crosses from one to the other.
  const portOf = (member: Member, n: number) =>
    receivers.has(member.id) ? servers.at(-1) : servers[n % servers.length];
  const sockets: Socket[] = [];
  try {
    for (let first = 0; first < members.length; first += openedAtOnce) {
      const group = members.slice(first, first + openedAtOnce);
      sockets.push(...(await Promise.all(group.map((member, n) => openSocket(member, portOf(member, n)?.port)))));
    }
    for (const [n, member] of members.entries()) {
      if (!receivers.has(member.id)) continue;
      sockets[n]?.on("message", ({ clientId }: { clientId: string }) => arrivals.get(clientId)?.(performance.now()));
    }
    const warmUp = messagesPerSecond;
    const latencies = await talkFor({ talks, send, arrivals, count: warmUp + messagesPerSecond * secondsOfTalk(run) });
    return summarize(latencies.slice(warmUp), 1);
  } finally {
    for (const socket of sockets) socket.disconnect();
    await sleep(1_000);
  }
}

/** Enough for a p99: three hundred messages, or sixty in a short round. */
const secondsOfTalk = (run: BenchRun) => (run.rounds > 1 ? 15 : 3);

function openSocket(member: Member, port: number | undefined): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}`, {
    path: "/live",
    transports: ["websocket"],
    auth: { token: member.token, memberId: member.id },
    forceNew: true,
    reconnection: false,
  });
  return new Promise((resolve, reject) => {
    socket.once("connect", () => resolve(socket));
    socket.once("connect_error", reject);
  });
}

const patienceMs = 10_000;

/** Milliseconds from sending each message to its arrival; messages are sent at a fixed rate. */
async function talkFor(options: {
  talks: Talk[];
  send: Send;
  arrivals: Map<string, (atMs: number) => void>;
  count: number;
}): Promise<number[]> {
  const { talks, send, arrivals, count } = options;
  const start = performance.now();
  const sendOne = async (n: number): Promise<number> => {
    const dueAt = start + (n * 1_000) / messagesPerSecond;
    await sleep(Math.max(0, dueAt - performance.now()));
    const talk = talks[n % talks.length];
    if (!talk) throw new Error("Nobody talks to anybody");
    const clientId = randomUUID();
    const arrived = new Promise<number>((resolve) => arrivals.set(clientId, resolve));
    const from = performance.now();
    const { ok, status } = await send(talk, clientId);
    if (!ok) throw new Error(`A message was answered ${status}`);
    const at = await Promise.race([arrived, sleep(patienceMs, undefined, { ref: false })]);
    if (at === undefined) throw new Error(`A message did not arrive within ${patienceMs} ms`);
    return at - from;
  };
  return Promise.all(Array.from({ length: count }, (_, n) => sendOne(n)));
}
