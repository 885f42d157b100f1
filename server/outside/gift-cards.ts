import { z } from "zod";
import type { GiftCardConfig } from "#server/config/config.ts";

/** What to buy. */
interface GiftCardRequest {
  /** The same key never buys twice: a repeated order is answered with the first one. */
  idempotencyKey: string;
  productId: string;
  valueCents: number;
  /** ISO 4217. */
  currency: string;
}

/** An order as the service sees it. */
export type GiftCardOrder =
  | { status: "pending"; orderId: string }
  | { status: "completed"; orderId: string; code: string }
  | { status: "failed" | "cancelled"; orderId: string; failure: string };

/** Buys gift cards. */
export interface GiftCards {
  /** Off unless a service is configured. */
  isOn: boolean;
  /**
   * Orders a card, or finds the order that was made with this key before.
   *
   * @throws GiftCardError
   */
  order(request: GiftCardRequest): Promise<GiftCardOrder>;
  /** The order with this key, or null if there is none. @throws GiftCardError */
  findByKey(idempotencyKey: string): Promise<GiftCardOrder | null>;
  /** What has become of an order. @throws GiftCardError */
  find(orderId: string): Promise<GiftCardOrder>;
  /** Cancels an order that is not completed, and says what has become of it. @throws GiftCardError */
  cancel(orderId: string): Promise<GiftCardOrder>;
}

/**
 * A call of the service failed. `isFinal`: it rejected the call, and retrying is useless. Otherwise it is unknown whether it
 * has acted: ask again with the same key. The message never holds a code or an API key.
 */
export class GiftCardError extends Error {
  readonly isFinal: boolean;
  /** Of the answer, where there was one. */
  readonly status: number | undefined;

  constructor(message: string, options: { isFinal: boolean; status?: number }) {
    super(message);
    this.name = "GiftCardError";
    this.isFinal = options.isFinal;
    this.status = options.status;
  }
}

/** Not final: whether the service has a card is known only once it is configured again. */
const off = () => Promise.reject(new GiftCardError("No gift card service is configured", { isFinal: false }));

/** Gift cards from Tremendous; without a configuration the service is off. */
export function createGiftCards(config: GiftCardConfig | undefined): GiftCards {
  if (!config) return { isOn: false, order: off, findByKey: off, find: off, cancel: off };
  return {
    isOn: true,
    async order({ idempotencyKey, productId, valueCents, currency }) {
      const body = {
        external_id: idempotencyKey,
        payment: { funding_source_id: config.fundingSource },
        reward: {
          value: { denomination: valueCents / 100, currency_code: currency },
          delivery: { method: "LINK" },
          // The service learns nothing about the member: the card reaches them through Fash.
          recipient: { name: "Fash member" },
          products: [productId],
        },
      };
      const reply = await ask(config, "POST", "/orders", OrderReply, body);
      return toOrder(config, reply.order);
    },
    async findByKey(idempotencyKey) {
      const path = `/orders?external_id=${encodeURIComponent(idempotencyKey)}`;
      const { orders } = await ask(config, "GET", path, OrdersReply);
      const order = orders.find((found) => found.external_id === idempotencyKey);
      return order ? toOrder(config, order) : null;
    },
    async find(orderId) {
      const order = await findOrder(config, orderId);
      return order ? toOrder(config, order) : unknownOrder(orderId);
    },
    async cancel(orderId) {
      const order = await findOrder(config, orderId);
      if (!order) return unknownOrder(orderId);
      await askToCancel(config, order);
      const after = await findOrder(config, orderId);
      return after ? toOrder(config, after) : unknownOrder(orderId);
    },
  };
}

const unknownOrder = (orderId: string): GiftCardOrder => ({
  status: "failed",
  orderId,
  failure: "The service does not know this order",
});

/** Asks once; a refusal is no failure, since what has become of the order says more. */
async function askToCancel(config: GiftCardConfig, { id, status, rewards: [reward] }: Order): Promise<void> {
  if (status === "CANCELED" || status === "FAILED") return;
  const waits = status === "PENDING APPROVAL";
  if (!waits && !reward) return;
  const path = waits
    ? `/order_approvals/${encodeURIComponent(id)}/reject`
    : `/rewards/${encodeURIComponent(reward?.id ?? "")}/cancel`;
  try {
    await ask(config, "POST", path, z.unknown());
  } catch (error) {
    if (!(error instanceof GiftCardError && error.isFinal)) throw error;
  }
}

async function findOrder(config: GiftCardConfig, orderId: string): Promise<Order | null> {
  try {
    return (await ask(config, "GET", `/orders/${encodeURIComponent(orderId)}`, OrderReply)).order;
  } catch (error) {
    if (error instanceof GiftCardError && error.status === 404) return null;
    throw error;
  }
}

/** Of a reply, what is read. @see https://developers.tremendous.com/reference/obj-schema-orders */
const Order = z.object({
  id: z.string().min(1).max(100),
  external_id: z.string().nullish(),
  status: z.string().max(100),
  rewards: z
    .array(
      z.object({
        id: z.string().min(1).max(100),
        delivery: z.object({ status: z.string().nullish(), link: z.url({ protocol: /^https?$/ }).nullish() }).nullish(),
      }),
    )
    .default([]),
});
type Order = z.infer<typeof Order>;
const OrderReply = z.object({ order: Order });
const OrdersReply = z.object({ orders: z.array(Order) });
const LinkReply = z.object({ reward: z.object({ link: z.url({ protocol: /^https?$/ }) }) });

async function toOrder(config: GiftCardConfig, order: Order): Promise<GiftCardOrder> {
  const { id: orderId, status } = order;
  if (status === "CANCELED") return { status: "cancelled", orderId, failure: "Cancelled at the service" };
  if (status === "FAILED") return { status: "failed", orderId, failure: "The service could not process the order" };
  const [reward] = order.rewards;
  if (status !== "EXECUTED" || !reward) return { status: "pending", orderId };
  if (reward.delivery?.status === "FAILED") {
    return { status: "failed", orderId, failure: "The service could not deliver the card" };
  }
  const code = reward.delivery?.link ?? (await makeLink(config, reward.id));
  return { status: "completed", orderId, code };
}

/** An order that is looked up does not repeat its link. */
async function makeLink(config: GiftCardConfig, rewardId: string): Promise<string> {
  const path = `/rewards/${encodeURIComponent(rewardId)}/generate_link`;
  return (await ask(config, "POST", path, LinkReply)).reward.link;
}

const timeoutMs = 20_000;
const replyBytesMax = 1_000_000;
/** Errors that are not the request's fault, or may be temporary. */
const passingStatuses = new Set([401, 403, 408, 409, 425, 429]);

async function ask<T>(
  config: GiftCardConfig,
  method: "GET" | "POST",
  path: string,
  Reply: z.ZodType<T>,
  body?: unknown,
): Promise<T> {
  const { status, text } = await send(config, method, path, body);
  if (status < 200 || status >= 300) {
    const isFinal = status >= 400 && status < 500 && !passingStatuses.has(status);
    throw new GiftCardError(`The gift card service answered ${status}`, { isFinal, status });
  }
  const parsed = Reply.safeParse(parseJson(text));
  // Its content may hold a card's link, so nothing of it is repeated.
  if (!parsed.success) throw new GiftCardError("The gift card service gave an unreadable answer", { isFinal: false });
  return parsed.data;
}

async function send(config: GiftCardConfig, method: string, path: string, body: unknown) {
  try {
    const response = await fetch(config.url + path, {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${config.apiKey}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await readText(response) };
  } catch (error) {
    if (error instanceof GiftCardError) throw error;
    const cause = (error as Error).name;
    throw new GiftCardError(`The gift card service could not be reached (${cause})`, { isFinal: false });
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > replyBytesMax) throw new GiftCardError("The gift card service answered too much", { isFinal: false });
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
