import { randomBytes, randomInt } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { AuthAdminApi, AuthClient, type AuthError } from "@supabase/auth-js";
import { afterAll, expect } from "vitest";
import { findFreePort } from "#server/db/embedded-endpoint.ts";
import { type LocalProvider, startProvider } from "./provider.ts";
import { type RealServer, startRealServer } from "./real-server.ts";
import { newEmail, serviceKey } from "./auth-api.ts";
import { testDatabase } from "./test-app.ts";

const docs = () => readFile(new URL("../../docs/auth.md", import.meta.url), "utf8");

/** The settings that docs/auth.md gives for a client library's tests. */
export async function readProfile(): Promise<Record<string, string>> {
  const block = /```env profile\n([\s\S]*?)```/.exec(await docs())?.[1] ?? "";
  return Object.fromEntries([...block.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));
}

/** The endpoints in the table of docs/auth.md, as `METHOD /path/:id`. */
export async function readDocumentedCalls(): Promise<string[]> {
  const verbs = "GET|POST|PUT|DELETE";
  const pattern = new RegExp(`((?:${verbs})(?:, (?:${verbs}))*) (/[^\\s,|]+)`, "g");
  const cells = (await docs()).split("\n").map((line) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? "");
  const calls = cells.flatMap((cell) =>
    [...cell.matchAll(pattern)].flatMap(([, methods = "", address = ""]) =>
      methods.split(", ").map((method) => toCallName(method, address)),
    ),
  );
  return [...new Set(calls)].toSorted();
}

const idPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|:\w+/g;
export const toCallName = (method: string, address: string) => `${method} ${address.replaceAll(idPattern, ":id")}`;

interface Message {
  to: string;
  text: string;
}

/** A webhook for text messages on a free port. */
async function startWebhook(): Promise<{ url: string; messages: Message[] }> {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => void (body += text));
    request.on("end", () => {
      messages.push(JSON.parse(body) as Message);
      response.writeHead(200, { "content-type": "application/json" }).end('{"id":"message-1"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`, messages };
}

/** The profile of docs/auth.md as two servers on one database, and the base of the client library's tests. */
export async function startConformance() {
  const [database, webhook, service, profile] = [
    await testDatabase(),
    await startWebhook(),
    await serviceKey(),
    await readProfile(),
  ];
  const provider = await startProvider({ sub: "1" });
  const dataDir = await mkdtemp(path.join(tmpdir(), "fash-conformance-"));
  const settings: Record<string, string> = {
    ...profile,
    ...provider.settings,
    HOST: "127.0.0.1",
    LOG_LEVEL: "debug",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: "5",
    AUTH_SECRET: randomBytes(32).toString("base64"),
    AUTH_ISSUER: "http://localhost/auth",
    AUTH_VERIFICATION_KEYS: service.setting,
    SMS_WEBHOOK_URL: webhook.url,
  };
  const started: RealServer[] = [];
  afterAll(async () => {
    await Promise.all([provider.close(), ...started.map((server) => server.stop())]);
    await rm(dataDir, { recursive: true, force: true });
  });
  const start = async (changed: Record<string, string>): Promise<RealServer> => {
    const port = String(await findFreePort());
    const address = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
    const server = await startRealServer({ ...settings, ...changed, ...address });
    started.push(server);
    return server;
  };
  const open = await start({});
  const confirming = await start({ AUTH_MAIL_AUTOCONFIRM: "off", AUTH_BASE_PATH: "/auth/v1" });
  return {
    database,
    service,
    provider,
    messages: webhook.messages,
    open: createSite(open, ""),
    confirming: createSite(confirming, "/auth/v1"),
  };
}

type Site = ReturnType<typeof createSite>;

/** A server for a client library, which records the endpoints called and the secrets exchanged. */
function createSite(server: RealServer, basePath: string) {
  const url = `${server.url}${basePath}`;
  const called = new Set<string>();
  const secrets = new Set<string>();
  const read = new Map<string, number>();

  const fetchThere = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const address = new URL(input instanceof Request ? input.url : input);
    called.add(toCallName(init.method ?? "GET", address.pathname.slice(basePath.length)));
    const answer = await fetch(address, { ...init, redirect: "manual" });
    const text = `${typeof init.body === "string" ? init.body : ""}${await answer.clone().text()}`;
    const names =
      /"(?:password|access_token|refresh_token|token|auth_code|code|secret|email_otp|hashed_token)":"([^"]{6,})"/g;
    for (const [, secret = ""] of text.matchAll(names)) if (/[1-9A-Z]/.test(secret)) secrets.add(secret);
    return answer;
  };

  /** The code and link of the next mail with a code to this address. */
  async function nextMail(to: string): Promise<{ code: string; link: URL }> {
    const seen = read.get(to) ?? 0;
    for (let round = 0; round < 200; round += 1) {
      const { items } = (await (await fetch(`${server.url}/dev/outbox.json`)).json()) as { items: Message[] };
      const mails = items.filter((item) => item.to === to && /\b\d{6}\b/.test(item.text));
      const newest = mails[0];
      if (newest && mails.length > seen) {
        read.set(to, mails.length);
        const code = /\b(\d{6})\b/.exec(newest.text)?.[1] ?? "";
        secrets.add(code);
        return { code, link: new URL(/http\S+\/verify\S+/.exec(newest.text)?.[0] ?? "about:blank") };
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`No mail came for ${to}`);
  }

  function client(flowType: "pkce" | "implicit" = "implicit"): InstanceType<typeof AuthClient> {
    const kept = new Map<string, string>();
    return new AuthClient({
      url,
      flowType,
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      fetch: fetchThere,
      storage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
    });
  }

  return {
    url,
    called,
    secrets,
    printed: () => server.printed(),
    fetch: fetchThere,
    nextMail,
    client,
    admin: (token: string) =>
      new AuthAdminApi({ url, headers: { Authorization: `Bearer ${token}` }, fetch: fetchThere }),
  };
}

/** The minimum that the profile allows. */
export const shortPassword = "pass12";
export const newPhone = () => `1555${randomInt(1e6, 1e7)}`;

/** The code of the newest message to this number. */
export const textTo = (messages: Message[], phone: string) =>
  /^(\d{6}) /.exec(messages.findLast(({ to }) => to === `+${phone}`)?.text ?? "")?.[1] ?? "";

interface Answer {
  data: unknown;
  error: AuthError | null;
}

/** The result of a library call; an error fails the test with its message. */
export async function got<A extends Answer>(answer: Promise<A>): Promise<Extract<A, { error: null }>["data"]> {
  const { data, error } = await answer;
  expect(error).toBeNull();
  return data;
}
/** The status and code of a failed library call. */
export const refusal = async (answer: Promise<{ error: AuthError | null }>) => {
  const { error } = await answer;
  return { status: error?.status, code: error?.code };
};

/** A new member in a separate browser. */
export async function signedUp(site: Site, flowType?: "pkce" | "implicit") {
  const client = site.client(flowType);
  const email = newEmail();
  const { session, user } = await got(
    client.signUp({ email, password: shortPassword, options: { data: { username: "Ada" } } }),
  );
  if (!session || !user) throw new Error("a session was expected");
  return { client, email, session, user };
}

/** Signs in through the provider, as one browser. */
export async function travel(site: Site, provider: LocalProvider, url: string, cookie?: string): Promise<URL> {
  const left = cookie === undefined ? await site.fetch(url) : null;
  const kept = cookie ?? left?.headers.get("set-cookie")?.split(";")[0] ?? "";
  const back = await provider.agree(left?.headers.get("location") ?? url);
  const arrived = await site.fetch(back, { headers: { cookie: kept } });
  return new URL(arrived.headers.get("location") ?? "about:blank");
}

/** A refresh without the library, which would not expose the newest token. */
export async function refreshAt(site: Site, refreshToken: string) {
  const answer = await site.fetch(`${site.url}/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
  return { status: answer.status, body: (await answer.json()) as { refresh_token: string; code?: string } };
}
