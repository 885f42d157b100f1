import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { randomUUID } from "node:crypto";
import { json } from "node:stream/consumers";

/** The failure of the next request with this path and method. */
export type Fault =
  /** The work is done, then the line is cut before the answer. */
  | "cut after"
  /** The line is cut before anything is done. */
  | "cut before"
  /** The work is done, then a 500 is answered. */
  | "500 after"
  | "503"
  | "400"
  | "401"
  | "409"
  | "429"
  /** An answer that is no JSON, after the work. */
  | "garbage after"
  /** JSON of another shape, after the work. */
  | "shape after"
  /** More bytes than any answer has, after the work. */
  | "flood after"
  | "redirect";

/** What is answered although the work is done. */
const brokenAnswers: Partial<Record<Fault, { status: number; body: string }>> = {
  "500 after": { status: 500, body: "{}" },
  "garbage after": { status: 200, body: "<html>" },
  "shape after": { status: 200, body: '{"orders":7}' },
  "flood after": { status: 200, body: `{"order":"${"x".repeat(2_000_000)}"}` },
};

interface ServiceOrder {
  id: string;
  external_id: string;
  status: string;
  rewards: { id: string; delivery: { method: string; status: string; link?: string } }[];
}

export interface GiftCardService {
  /** For the adapter's configuration. */
  url: string;
  /** Orders that were really made, each of which costs money. */
  orders: ServiceOrder[];
  requests: { method: string; path: string; authorization: string | undefined; body: unknown }[];
  /** The status of orders from now on. */
  nextStatus: string;
  /** Faults by `METHOD /path/start`, the next request takes the first one. */
  fail(what: string, ...faults: Fault[]): void;
  close(): Promise<void>;
}

/** A local server with Tremendous' API that can simulate every failure. */
export async function startGiftCardService(): Promise<GiftCardService> {
  const faults = new Map<string, Fault[]>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const service: GiftCardService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
    orders: [],
    requests: [],
    nextStatus: "EXECUTED",
    fail: (what, ...given) => void faults.set(what, [...(faults.get(what) ?? []), ...given]),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  function takeFault(method: string, path: string): Fault | undefined {
    const entry = [...faults].find(([what]) => `${method} ${path}`.startsWith(what));
    return entry?.[1].shift();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const method = String(request.method);
    const path = String(request.url).replace(/^\/api\/v2/, "");
    const body = headers["content-type"] === "application/json" ? await json(request) : undefined;
    service.requests.push({ method, path, authorization: headers.authorization, body });
    const fault = takeFault(method, path);
    if (fault === "cut before") return void request.socket.destroy();
    if (fault === "redirect") return void response.writeHead(302, { location: "http://127.0.0.1:9/" }).end();
    if (fault && /^\d+$/.test(fault)) return void response.writeHead(Number(fault)).end("{}");
    const done = work(method, path, body);
    const broken = fault && brokenAnswers[fault];
    if (fault === "cut after") request.socket.destroy();
    else if (broken) response.writeHead(broken.status).end(broken.body);
    else response.writeHead(done ? 200 : 404).end(JSON.stringify(done ?? {}));
  }

  function work(method: string, path: string, body: unknown): unknown {
    const [, kind = "", id = "", verb = ""] = /^\/([a-z_]+)(?:\/([^/?]+))?(?:\/([a-z_]+))?/.exec(path) ?? [];
    if (kind !== "orders") return workOnReward(id, verb);
    if (method === "POST") return { order: order(body as { external_id: string }) };
    if (id === "") {
      const key = new URLSearchParams(path.split("?")[1]).get("external_id");
      return { orders: service.orders.filter((found) => found.external_id === key) };
    }
    const found = service.orders.find((one) => one.id === id);
    return found && { order: { ...found, rewards: found.rewards.map(withoutLink) } };
  }

  /** Also an order that awaits approval, by its own id. */
  function workOnReward(id: string, verb: string): unknown {
    const owner = service.orders.find((one) => one.id === id || one.rewards.some((reward) => reward.id === id));
    if (!owner) return undefined;
    if (verb === "generate_link") return { reward: { id, link: owner.rewards[0]?.delivery.link } };
    owner.status = "CANCELED";
    return {};
  }

  function order({ external_id }: { external_id: string }): ServiceOrder {
    const known = service.orders.find((found) => found.external_id === external_id);
    if (known) return known;
    const made: ServiceOrder = {
      id: randomUUID(),
      external_id,
      status: service.nextStatus,
      rewards: [
        {
          id: randomUUID(),
          delivery: { method: "LINK", status: "SUCCEEDED", link: `https://gift.example/${randomUUID()}` },
        },
      ],
    };
    service.orders.push(made);
    return made;
  }

  return service;
}

const withoutLink = (reward: ServiceOrder["rewards"][number]) => ({
  ...reward,
  delivery: { method: reward.delivery.method, status: reward.delivery.status },
});
