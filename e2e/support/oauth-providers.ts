// Fakes of Google and Facebook on this machine, which ask for an identity and redirect back signed in.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { addresses, ports } from "./server-settings.ts";

interface Visit {
  email: string;
  nonce: string;
  clientId: string;
}

const issuer = `${addresses.providers}/google`;
const { publicKey, privateKey } = await generateKeyPair("ES256");
const jwk = { ...(await exportJWK(publicKey)), kid: "e2e", alg: "ES256", use: "sig" };
/** By code, then by access token. */
const visits = new Map<string, Visit>();

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[&<"]/g, (letter) => escapes[letter] ?? letter);

/** The provider's page: an email field and two buttons. */
function consentPage(url: URL): string {
  const hidden = [...url.searchParams].map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return `<!doctype html><title>Provider</title><form action="${url.pathname}/answer">${hidden.join("")}
    <label>Provider email <input name="email" type="email"></label>
    <button name="answer" value="yes">Allow</button><button name="answer" value="no">Deny</button></form>`;
}

/** Redirects back with a code, or with an error. */
function answerLocation(query: URLSearchParams): string {
  const back = new URL(query.get("redirect_uri") ?? "");
  back.searchParams.set("state", query.get("state") ?? "");
  if (query.get("answer") === "no") {
    back.searchParams.set("error", "access_denied");
    return back.href;
  }
  const code = randomUUID();
  visits.set(code, {
    email: query.get("email") ?? "",
    nonce: query.get("nonce") ?? "",
    clientId: query.get("client_id") ?? "",
  });
  back.searchParams.set("code", code);
  return back.href;
}

/** A person has the same id at a provider on each visit. */
const idOf = (email: string) => `id-of-${email}`;

async function tokensFor(code: string): Promise<Record<string, unknown> | undefined> {
  const visit = visits.get(code);
  if (!visit) return undefined;
  visits.delete(code);
  const accessToken = randomUUID();
  visits.set(accessToken, visit);
  const idToken = await new SignJWT({ email: visit.email, email_verified: true, nonce: visit.nonce, name: "Ada" })
    .setProtectedHeader({ alg: "ES256", kid: jwk.kid })
    .setIssuer(issuer)
    .setAudience(visit.clientId)
    .setSubject(idOf(visit.email))
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(privateKey);
  return { access_token: accessToken, token_type: "Bearer", expires_in: 300, id_token: idToken };
}

const description = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
};

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function sendJson(response: ServerResponse, body: unknown): void {
  if (body === undefined)
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

const askWho: Answer = (_request, response, url) => {
  response.writeHead(200, { "content-type": "text/html" }).end(consentPage(url));
};
const sendBack: Answer = (_request, response, url) => {
  response.writeHead(303, { location: answerLocation(url.searchParams) }).end();
};
const giveTokens: Answer = async (request, response, url) => {
  const tokens = await tokensFor((await readForm(request)).get("code") ?? "");
  // Only Google returns an ID token.
  if (tokens && url.pathname.startsWith("/facebook")) delete tokens["id_token"];
  sendJson(response, tokens);
};
const setPerson: Answer = (request, response) => {
  const visit = visits.get((request.headers.authorization ?? "").replace(/^Bearer /, ""));
  sendJson(response, visit && { id: idOf(visit.email), email: visit.email, name: "Ada" });
};

const answers: Record<string, Answer> = {
  "/health": (_request, response) => sendJson(response, {}),
  "/google/.well-known/openid-configuration": (_request, response) => sendJson(response, description),
  "/google/jwks": (_request, response) => sendJson(response, { keys: [jwk] }),
  "/google/authorize": askWho,
  "/google/authorize/answer": sendBack,
  "/google/token": giveTokens,
  "/facebook/authorize": askWho,
  "/facebook/authorize/answer": sendBack,
  "/facebook/token": giveTokens,
  "/facebook/me": setPerson,
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", addresses.providers);
  const known = answers[url.pathname];
  if (known) await known(request, response, url);
  else response.writeHead(404).end();
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(ports.providers, "127.0.0.1");
