import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** The person whom the provider reports as signed in. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** Faults that a test can introduce into an ID token. */
export interface Defects {
  claims?: (claims: JWTPayload) => JWTPayload;
  /** `alien`: signed with another key; `none`: not signed at all; `hmac`: signed with the client's secret. */
  signature?: "alien" | "none" | "hmac";
}

export interface LocalProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Settings that make the server use this provider as Google and as Facebook. */
  settings: Record<string, string>;
  person: ProviderPerson;
  defects: Defects;
  /** Acts as a browser at the provider: opens the URL, consents, and returns the callback URL. */
  agree(authorizeUrl: string): Promise<URL>;
  close(): Promise<void>;
}

const clientId = "fash-local";
const clientSecret = "local-provider-secret-of-enough-length";

interface Grant {
  person: ProviderPerson;
  nonce: string | null;
  challenge: string | null;
  redirectUri: string;
}

/**
 * An OpenID provider and a Facebook look-alike on a free port of this machine. It consents to every request
 * immediately.
 */
export async function startProvider(person: ProviderPerson, port = 0): Promise<LocalProvider> {
  const [keys, alienKeys] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "local", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  const people = new Map<string, ProviderPerson>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: LocalProvider = {
    issuer,
    clientId,
    clientSecret,
    settings: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: issuer,
      FACEBOOK_CLIENT_ID: clientId,
      FACEBOOK_CLIENT_SECRET: clientSecret,
      FACEBOOK_AUTHORIZE_URL: `${issuer}/authorize`,
      FACEBOOK_TOKEN_URL: `${issuer}/facebook/token`,
      FACEBOOK_PROFILE_URL: `${issuer}/facebook/me?fields=id,name,email`,
    },
    person,
    defects: {},
    async agree(authorizeUrl) {
      const response = await fetch(authorizeUrl, { redirect: "manual" });
      return new URL(response.headers.get("location") ?? "about:blank");
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  const routes: Record<string, (request: IncomingMessage, url: URL) => Promise<[number, object]>> = {
    "/.well-known/openid-configuration": () =>
      Promise.resolve([
        200,
        {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        },
      ]),
    "/jwks": () => Promise.resolve([200, { keys: [jwk] }]),
    "/token": async (request) => {
      const grant = redeem(await readForm(request));
      if (!grant) return [400, { error: "invalid_grant" }];
      return [200, { ...tokens(grant), id_token: await writeIdToken(grant) }];
    },
    "/facebook/token": async (request) => {
      const grant = redeem(await readForm(request));
      return grant ? [200, tokens(grant)] : [400, { error: "invalid_grant" }];
    },
    "/facebook/me": (request) => {
      const found = people.get((request.headers.authorization ?? "").replace("Bearer ", ""));
      return Promise.resolve(found ? [200, { id: found.sub, name: found.name, email: found.email }] : [401, {}]);
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname === "/authorize") return authorize(url, response);
    const [status, body] = (await routes[url.pathname]?.(request, url)) ?? [404, {}];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  function authorize(url: URL, response: ServerResponse): void {
    const code = randomUUID();
    const redirectUri = url.searchParams.get("redirect_uri") ?? "";
    grants.set(code, {
      person: provider.person,
      nonce: url.searchParams.get("nonce"),
      challenge: url.searchParams.get("code_challenge"),
      redirectUri,
    });
    const target = new URL(redirectUri);
    target.searchParams.set("code", code);
    target.searchParams.set("state", url.searchParams.get("state") ?? "");
    response.writeHead(302, { location: target.href }).end();
  }

  /** Exchanges a code once, given the client secret, the verifier and the same redirect URI. */
  function redeem(form: URLSearchParams): Grant | null {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      grant?.challenge === verifier &&
      form.get("redirect_uri") === grant.redirectUri &&
      form.get("client_secret") === clientSecret;
    return isRight ? grant : null;
  }

  function tokens(grant: Grant): { access_token: string; token_type: string; expires_in: number } {
    const token = randomUUID();
    people.set(token, grant.person);
    return { access_token: token, token_type: "bearer", expires_in: 3_600 };
  }

  async function writeIdToken(grant: Grant): Promise<string> {
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const right: JWTPayload = {
      iss: issuer,
      aud: clientId,
      iat: nowSeconds,
      exp: nowSeconds + 600,
      ...grant.person,
      ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
    };
    const claims = provider.defects.claims?.(right) ?? right;
    const { signature } = provider.defects;
    if (signature === "none") {
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
      return `${encode({ alg: "none" })}.${encode(claims)}.`;
    }
    const token = new SignJWT(claims);
    if (signature === "hmac") {
      return token.setProtectedHeader({ alg: "HS256", kid: "local" }).sign(Buffer.from(clientSecret));
    }
    const { privateKey } = signature === "alien" ? alienKeys : keys;
    return token.setProtectedHeader({ alg: "RS256", kid: "local" }).sign(privateKey);
  }

  return provider;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
