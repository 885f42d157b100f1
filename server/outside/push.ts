import { lookup as resolve, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import webPush from "web-push";

/** A browser's push subscription: endpoint and encryption keys, RFC 8030 and 8291. */
interface Address {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A VAPID key pair, base64url, which identifies the site to push services, RFC 8292. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Sends messages through the browsers' push services. */
export interface Push {
  /** Whether this is an allowed push service URL. */
  accepts(endpoint: string): boolean;
  /**
   * Encrypts `text` for the browser and sends it to its push service.
   *
   * @returns `gone` if the subscription no longer exists, `refused` if it does not belong to these keys, `late` if the push
   * service did not answer in time
   */
  send(address: Address, text: string, keys: PushKeys): Promise<"taken" | "gone" | "refused" | "late">;
}

/** Generates a key pair. */
export function makePushKeys(): PushKeys {
  return webPush.generateVAPIDKeys();
}

/** Short, because anyone who subscribes chooses the push service, and a job waits for it. */
const usualTimeoutMs = 3_000;
const keptSeconds = 24 * 60 * 60;

/**
 * Push over HTTPS to public addresses only, because the URL comes from the member's browser (SSRF).
 *
 * @param config.contact `mailto:` or `https:` URL for operators of push services.
 * @param config.mayBeLocal Also allows a push service on this machine, for development and tests.
 * @see docs/security.md#s-53
 */
export function createPush(config: { contact: string; mayBeLocal: boolean; timeoutMs?: number }): Push {
  const { timeoutMs = usualTimeoutMs } = config;
  const accepts = (endpoint: string) => isPublicUrl(endpoint) || (config.mayBeLocal && isLoopbackUrl(endpoint));
  return {
    accepts,
    async send(address, text, keys) {
      if (!accepts(address.endpoint)) return "gone";
      const details = encrypt(address, text, { subject: config.contact, ...keys });
      if (!details) return "gone";
      const status = await post(address.endpoint, details, timeoutMs);
      if (status === "late") return "late";
      if (status >= 200 && status < 300) return "taken";
      if (status === 404 || status === 410) return "gone";
      if (status === 401 || status === 403) return "refused";
      throw new Error(`The push service answered ${status}`);
    },
  };
}

interface Details {
  headers: Record<string, string | number>;
  body: Buffer;
}

/** The encrypted body and its headers, or undefined if the browser's keys are invalid. */
function encrypt(address: Address, text: string, vapidDetails: PushKeys & { subject: string }): Details | undefined {
  try {
    // Without a topic: for a device that is away, Google's service may keep the messages of four topics only.
    const { headers, body } = webPush.generateRequestDetails(address, text, { vapidDetails, TTL: keptSeconds });
    return { headers: headers as Details["headers"], body };
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY") return undefined;
    throw error;
  }
}

/** The status of the answer. */
function post(endpoint: string, { headers, body }: Details, timeoutMs: number): Promise<number | "late"> {
  const isLocal = isLoopbackUrl(endpoint);
  const { request } = endpoint.startsWith("http:") ? http : https;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((settle, reject) => {
    const sent = request(endpoint, {
      method: "POST",
      headers,
      signal,
      ...(isLocal ? {} : { lookup: lookupPublic }),
    });
    sent.on("response", (response) => {
      response.resume();
      settle(response.statusCode ?? 0);
    });
    sent.on("error", (error) => (signal.aborted ? settle("late") : reject(error)));
    sent.end(body);
  });
}

/** Networks that are not the public internet, and that only this server might reach. */
const inner = new BlockList();
const innerNetworks = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;
for (const [network, bits] of innerNetworks) inner.addSubnet(network, bits, "ipv4");
/** Of IPv6 only the range allocated for public use. */
const outer6 = new BlockList();
outer6.addSubnet("2000::", 3, "ipv6");
inner.addSubnet("2001::", 23, "ipv6");
inner.addSubnet("2001:db8::", 32, "ipv6");
inner.addSubnet("2002::", 16, "ipv6");

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress({ address, family }: LookupAddress): boolean {
  if (family === 4) return !inner.check(address, "ipv4");
  return outer6.check(address, "ipv6") && !inner.check(address, "ipv6");
}

/** Resolves a name once, for the connection itself, and returns public addresses only. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const allowed = addresses.filter(isPublicAddress);
    const [first] = allowed;
    if (!first) return callback(new Error(`${hostname} has no public address`), []);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

/** HTTPS to a host name on the default port: an IP address would bypass the lookup above. */
function isPublicUrl(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 && url.hostname.includes(".");
}

function isLoopbackUrl(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  return url?.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname);
}
