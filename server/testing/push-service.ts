import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";
import type { PushAddress } from "#contract/notifications.ts";

/** A message as decrypted by the browser. */
interface Delivered {
  text: { title: string; body: string; path: string; tag: string };
  /** The sender, from the VAPID token. */
  subject: string;
  audience: string;
  ttlSeconds: number;
  /** What a later message replaces it by while the browser is away. */
  topic: string | undefined;
}

/** A browser subscribed at the local push service. */
export interface PushBrowser {
  address: PushAddress;
  delivered: Delivered[];
  /** Sets the push service's response: 201 accepts, 410 means gone, "none" leaves the message without an answer. */
  answer: number | "none";
}

/**
 * A local push service that enforces the protocol: VAPID (RFC 8292), a TTL (RFC 8030) and encryption (RFC 8291), which
 * it decrypts as the browser would.
 *
 * @param siteKey The only accepted VAPID key, base64url; read for each message.
 */
export async function startPushService(siteKey: () => Promise<string>) {
  const browsers = new Map<string, PushBrowser & { keys: ReturnType<typeof makeBrowserKeys> }>();
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => status !== "none" && response.writeHead(status).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function receive(request: IncomingMessage): Promise<number | "none"> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const browser = browsers.get(request.url ?? "");
    if (!browser || request.method !== "POST") return 404;
    const { headers } = request;
    if (headers["content-encoding"] !== "aes128gcm") throw new Error("Not encrypted as RFC 8291 requires");
    const claims = await readVapid(headers.authorization ?? "", await siteKey());
    if (browser.answer === "none" || browser.answer >= 300) return browser.answer;
    browser.delivered.push({
      text: JSON.parse(decrypt(body, browser.keys)) as Delivered["text"],
      ...claims,
      ttlSeconds: Number(headers["ttl"]),
      topic: headers["topic"]?.toString(),
    });
    return browser.answer;
  }

  return {
    origin,
    /** Subscribes a new browser. */
    addBrowser(): PushBrowser {
      const path = `/push/${randomBytes(8).toString("hex")}`;
      const keys = makeBrowserKeys();
      const address = {
        endpoint: origin + path,
        keys: { p256dh: keys.publicKey, auth: keys.auth.toString("base64url") },
      };
      const browser = { address, delivered: [], answer: 201, keys };
      browsers.set(path, browser);
      return browser;
    },
    stop: () => new Promise<void>((stopped) => void server.close(() => stopped())),
  };
}

function makeBrowserKeys() {
  const pair = createECDH("prime256v1");
  return { pair, publicKey: pair.generateKeys("base64url"), auth: randomBytes(16) };
}

/** RFC 8292: `vapid t=<token>, k=<key>`, signed for this origin and for at most a day. */
async function readVapid(header: string, siteKey: string): Promise<{ subject: string; audience: string }> {
  const { token = "", key = "" } = /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(header)?.groups ?? {};
  if (key !== siteKey) throw new Error("Signed with another key than the browser subscribed with");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256");
  const { payload } = await jwtVerify(token, publicKey, {
    algorithms: ["ES256"],
    requiredClaims: ["aud", "exp", "sub"],
  });
  return { subject: String(payload.sub), audience: String(payload.aud) };
}

/** RFC 8291 §3.4 and RFC 8188: one record of aes128gcm under keys that both sides derive. */
function decrypt(body: Buffer, { pair, publicKey, auth }: ReturnType<typeof makeBrowserKeys>): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const own = Buffer.from(publicKey, "base64url");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, senderKey]);
  const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(senderKey), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The text ends at the delimiter of the last record, which may be followed by padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
