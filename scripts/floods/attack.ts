import { readFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { yieldToRequests } from "#server/lib/low-priority-process.ts";

/** What a flood is made with; sent to this process by the one that measures. */
export interface Attack {
  kind: "idle" | "slowBodies" | "slowUploads" | "bigImages" | "previews" | "search" | "signIn";
  port: number;
  seconds: number;
  /** Of two new members; empty for a visitor. */
  tokens: string[];
  /** A JPEG file of 40 megapixels. */
  photo: string;
  /** Addresses of link previews. */
  previews: string[];
}

/** How many replies had which status; 0 for a connection that ended without one. */
export type Tally = Record<number, number>;

// The flood comes from elsewhere: what it costs to send must not be taken from the server and the reader.
yieldToRequests(os.constants.priority.PRIORITY_LOW);

const tally: Tally = {};
const note = (status: number) => (tally[status] = (tally[status] ?? 0) + 1);
let isOver = false;

process.once("message", (attack: Attack) => {
  void run(attack).then(() => process.send?.(tally, () => process.exit(0)));
});

async function run(attack: Attack): Promise<void> {
  const lanes = lanesOf(attack);
  void sleep(attack.seconds * 1_000).then(() => (isOver = true));
  await Promise.race([
    Promise.all(lanes.map((lane) => repeat(lane))),
    // Anyone who still waits for a reply by then is cut off.
    sleep((attack.seconds + 2) * 1_000),
  ]);
}

async function repeat(lane: () => Promise<void>): Promise<void> {
  while (!isOver) await lane();
}

function lanesOf(attack: Attack): (() => Promise<void>)[] {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 500 });
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer | string) =>
    exchange({ agent, method, path, port: attack.port, headers: { ...visitor(), ...headers } }, body);
  const times = (count: number, lane: (at: number) => () => Promise<void>) =>
    Array.from({ length: count }, (_, at) => lane(at));
  const tokenAt = (at: number): Record<string, string> => {
    const token = attack.tokens[at % Math.max(1, attack.tokens.length)];
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  };
  let counter = 0;
  switch (attack.kind) {
    case "idle":
      return [() => sleep(100)];
    case "slowBodies":
      return times(200, (at) => () => {
        const path = at % 2 === 0 ? "/auth/v1/token?grant_type=password" : "/api/outfits";
        const headers = { ...visitor(), ...tokenAt(at), "content-type": "application/json" };
        return trickle(attack.port, path, headers);
      });
    case "slowUploads":
      return times(52, (at) => () => {
        const headers = { ...visitor(), ...tokenAt(at), "content-type": "image/jpeg" };
        return trickle(attack.port, "/api/uploads/outfit", headers);
      });
    case "bigImages": {
      const photo = readFileSync(attack.photo);
      return times(
        16,
        (at) => () => send("POST", "/api/uploads/outfit", { ...tokenAt(at), "content-type": "image/jpeg" }, photo),
      );
    }
    case "previews":
      return times(32, () => () => {
        counter += 1;
        return send("GET", attack.previews[counter % attack.previews.length] ?? "/");
      });
    case "search":
      return times(32, (at) => () => {
        counter += 1;
        const words = `search=${encodeURIComponent(`line ${counter.toString(36)}`)}`;
        const path = counter % 2 === 0 ? `/api/outfits?${words}` : `/api/search?${words}`;
        return send("GET", path, tokenAt(at));
      });
    case "signIn":
      return times(32, () => () => {
        counter += 1;
        const credentials = { email: `nobody${counter}@example.com`, password: `wrong ${counter} teapots` };
        const headers = { "content-type": "application/json" };
        return send("POST", "/auth/v1/token?grant_type=password", headers, JSON.stringify(credentials));
      });
  }
}

/** Another address of the same customer network each time; each flood has a network of its own. */
const network = `2a00:db8:5:${(process.pid & 0xffff).toString(16)}`;
const visitor = (): Record<string, string> => ({
  "x-forwarded-for": `${network}::${Math.floor(Math.random() * 0xffff).toString(16)}`,
});

function exchange(options: http.RequestOptions, body?: Buffer | string): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request({ ...options, host: "127.0.0.1" }, (response) => {
      note(response.statusCode ?? 0);
      response.resume();
      response.once("close", resolve);
      // A refusal leaves nothing to wait for.
      if ((response.statusCode ?? 0) >= 400) setTimeout(resolve, 5);
    });
    request.once("error", () => {
      note(0);
      setTimeout(resolve, 5);
    });
    request.end(body);
  });
}

/** Announces a body of 5 MB and sends a byte of it every 200 ms, until it is cut off or the flood is over. */
async function trickle(port: number, path: string, headers: Record<string, string>): Promise<void> {
  let isDone = false;
  const options = { agent: false, method: "POST", host: "127.0.0.1", port, path } as const;
  const request = http.request({ ...options, headers: { ...headers, "content-length": "5000000" } }, (response) => {
    note(response.statusCode ?? 0);
    response.resume();
    isDone = true;
  });
  request.once("error", () => {
    if (!isDone) note(0);
    isDone = true;
  });
  while (!isDone && !isOver) {
    request.write("a");
    await sleep(200);
  }
  request.destroy();
}
