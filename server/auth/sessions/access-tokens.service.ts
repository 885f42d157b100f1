import { randomUUID } from "node:crypto";
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Assurance } from "#server/db/schema.ts";
import type { AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { createLru } from "#server/lib/lru.ts";
import { getKeyRing, getServiceKeys, type VerifyingKey } from "./signing-keys.service.ts";

/** How and when a session was authenticated; `timestamp` in unix seconds. */
interface AuthenticationMethod {
  method: string;
  timestamp: number;
}

export interface AccessTokenContents {
  userId: string;
  sessionId: string;
  email: string;
  phone: string;
  appMetadata: Record<string, unknown>;
  userMetadata: Record<string, unknown>;
  assurance: Assurance;
  /** Newest first. */
  methods: AuthenticationMethod[];
  isAnonymous: boolean;
}

/** The claims of a token; whether its session is still live is checked in the database. */
export interface VerifiedToken {
  userId: string;
  sessionId: string;
  expiresAtSeconds: number;
}

const audience = "authenticated";
/** Servers' clocks may differ by this much. */
const clockToleranceSeconds = 10;
const verifiedTokensMax = 10_000;

const Claims = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  role: z.literal(audience),
  exp: z.number(),
});

/** A signed access token, with its end in unix seconds. */
export async function signAccessToken(
  app: AppContext,
  contents: AccessTokenContents,
): Promise<{ token: string; expiresAtSeconds: number }> {
  const { signing } = await getKeyRing(app);
  const nowSeconds = Math.floor(app.clock.now().getTime() / 1_000);
  const expiresAtSeconds = nowSeconds + app.config.auth.session.accessToken;
  const token = await new SignJWT({
    email: contents.email,
    phone: contents.phone,
    app_metadata: contents.appMetadata,
    user_metadata: contents.userMetadata,
    role: audience,
    aal: contents.assurance,
    amr: contents.methods,
    session_id: contents.sessionId,
    is_anonymous: contents.isAnonymous,
  })
    .setProtectedHeader({ alg: signing.algorithm, kid: signing.kid, typ: "JWT" })
    .setIssuer(app.config.auth.issuer)
    .setSubject(contents.userId)
    .setAudience(audience)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(expiresAtSeconds)
    .setJti(randomUUID())
    .sign(signing.privateKey);
  return { token, expiresAtSeconds };
}

const verifiedTokens = perApp(() => createLru<{ token: string; verified: VerifiedToken }>(verifiedTokensMax));
/** The second half of an ES256 signature, 258 bits. */
const keyChars = 43;
/** To hash a whole token takes as long as all else that a remembered one needs. */
const toKey = (token: string) => token.slice(-keyChars);

function findRemembered(app: AppContext, token: string): VerifiedToken | undefined {
  const remembered = verifiedTokens(app).get(toKey(token));
  return remembered?.token === token ? remembered.verified : undefined;
}

const isOver = ({ clock }: AppContext, { expiresAtSeconds }: VerifiedToken): boolean =>
  expiresAtSeconds + clockToleranceSeconds <= clock.now().getTime() / 1_000;

/** The claims of a token that was verified before and has not expired, the same object each time. */
export function recallVerifiedToken(app: AppContext, token: string): VerifiedToken | undefined {
  const remembered = findRemembered(app, token);
  return remembered && !isOver(app, remembered) ? remembered : undefined;
}

/**
 * The token's claims, or null if it is not ours, has expired, or has another purpose.
 *
 * @see docs/performance.md#token-verification: checking a signature costs more than a feed page.
 */
export async function verifyAccessToken(app: AppContext, token: string): Promise<VerifiedToken | null> {
  const remembered = findRemembered(app, token);
  if (remembered) return isOver(app, remembered) ? null : remembered;
  const claims = Claims.safeParse(await verifyWith(app, token, await findKey(app, token), app.config.auth.issuer));
  if (!claims.success) return null;
  const verified = {
    userId: claims.data.sub,
    sessionId: claims.data.session_id,
    expiresAtSeconds: claims.data.exp,
  };
  verifiedTokens(app).set(toKey(token), { token, verified });
  return verified;
}

/** The role of a token that a configured service key signed, or null. */
export async function verifyServiceToken(app: AppContext, token: string): Promise<string | null> {
  const header = readHeader(token);
  for (const key of await getServiceKeys(app)) {
    if (header?.kid !== undefined && key.kid !== "" && header.kid !== key.kid) continue;
    const claims = z.object({ role: z.string() }).safeParse(await verifyWith(app, token, key));
    if (claims.success) return claims.data.role;
  }
  return null;
}

async function findKey(app: AppContext, token: string): Promise<VerifyingKey | undefined> {
  const kid = readHeader(token)?.kid;
  if (!kid) return undefined;
  const known = (await getKeyRing(app)).verifying.get(kid);
  return known ?? (await getKeyRing(app, { unknownKid: true })).verifying.get(kid);
}

function readHeader(token: string): { kid?: string | undefined } | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return { kid };
  } catch {
    return null;
  }
}

/**
 * The one spelling of a token (RFC 7515 section 7.1). The decoder also skips white space, so that one token could be remembered
 * in any number of spellings, each as long as a header may be.
 */
const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The claims under a good signature; `alg` must be the key's own, and keys named inside the token are never fetched. */
async function verifyWith(
  app: AppContext,
  token: string,
  key: VerifyingKey | undefined,
  issuer?: string,
): Promise<unknown> {
  if (!key || !compact.test(token)) return null;
  try {
    const { payload } = await jwtVerify(token, key.key, {
      algorithms: [key.algorithm],
      currentDate: app.clock.now(),
      clockTolerance: clockToleranceSeconds,
      ...(issuer === undefined ? {} : { issuer, audience, requiredClaims: ["exp", "sub"], typ: "JWT" }),
    });
    return payload;
  } catch {
    return null;
  }
}
