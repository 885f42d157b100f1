import { transact } from "#server/db/db.ts";
import { randomUUID } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type { AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { explainWrongSecret } from "#server/lib/secrets.ts";
import {
  deleteKeysFollowedBefore,
  insertStoredKey,
  type StoredKey,
  listStoredKeys,
  lockSigningKeys,
} from "./signing-keys.store.ts";

export { deleteStoredKeys, listStoredKeys } from "./signing-keys.store.ts";

/** A key that verifies tokens of its own algorithm only. */
export interface VerifyingKey {
  kid: string;
  algorithm: string;
  publicJwk: JWK;
  key: CryptoKey;
}

interface SigningKey extends VerifyingKey {
  privateKey: CryptoKey;
}

/** The keys of one moment. */
export interface KeyRing {
  signing: SigningKey;
  verifying: Map<string, VerifyingKey>;
}

const algorithm = "ES256";
const reloadAfterMs = 5 * 60_000;
const longestKeptMs = 2 * reloadAfterMs;
const reloadForUnknownAfterMs = 10_000;
/** Clients cache the key list for ten minutes, so a new key is published for twenty before it signs. */
const announcementMs = 20 * 60_000;
const afterlifeMs = 60 * 60_000;

interface Loaded {
  ring: Promise<KeyRing>;
  loadedAtMs: number;
}
const loadedOf = perApp<Loaded>((app) => ({ ring: loadKeys(app), loadedAtMs: app.clock.now().getTime() }));

/**
 * The keys that sign and verify access tokens: the configured ones, else those of the database, created on first start.
 *
 * @param options.unknownKid Set if a token names an unknown key: another server may just have created it.
 */
export async function getKeyRing(app: AppContext, options: { unknownKid?: boolean } = {}): Promise<KeyRing> {
  const loaded = loadedOf(app);
  const ageMs = app.clock.now().getTime() - loaded.loadedAtMs;
  if (ageMs > (options.unknownKid ? reloadForUnknownAfterMs : reloadAfterMs) || ageMs < 0) {
    const before = loaded.ring;
    loaded.loadedAtMs = app.clock.now().getTime();
    // A database that is away for a moment must not forget the keys.
    loaded.ring = loadKeys(app).catch(() => before);
    // Callers may hold every connection, so they do not wait for another while the old key ring suffices.
    if (!options.unknownKid && ageMs >= 0 && ageMs < longestKeptMs) return before;
  }
  try {
    return await loaded.ring;
  } catch (error) {
    loaded.ring = loadKeys(app);
    // The next caller sees how that went; nobody may be waiting now.
    loaded.ring.catch(() => undefined);
    throw error;
  }
}

/** The public keys, for clients that verify tokens themselves. */
export async function getPublicKeys(app: AppContext): Promise<JWK[]> {
  const { verifying } = await getKeyRing(app);
  return [...verifying.values()].map((key) => key.publicJwk);
}

/** Creates the next signing key; it is published at once and signs in twenty minutes. Deletes keys unused for an hour. */
export async function rotateSigningKey(app: AppContext): Promise<{ kid: string; signsFrom: Date }> {
  const now = app.clock.now().getTime();
  const key = await makeKey(app, new Date(now + announcementMs));
  await transact(app.db, async (tx) => {
    await lockSigningKeys(tx);
    await deleteKeysFollowedBefore(tx, new Date(now - afterlifeMs));
    await insertStoredKey(tx, key);
  });
  return { kid: key.kid, signsFrom: key.signsFrom };
}

async function loadKeys(app: AppContext): Promise<KeyRing> {
  const configured = app.config.auth.signingKeys;
  if (configured) return toRing(await Promise.all(configured.map(importConfigured)));
  const kept = await listStoredKeys(app.db);
  const opened = await openKeys(app, kept.length > 0 ? kept : await makeFirstKey(app));
  return toRing(opened, app.clock.now());
}

function toRing(keys: (VerifyingKey & { privateKey?: CryptoKey; signsFrom?: Date })[], now?: Date): KeyRing {
  const able = keys.filter((key): key is SigningKey & { signsFrom?: Date } => key.privateKey !== undefined);
  const signing = able.find((key) => !now || !key.signsFrom || key.signsFrom <= now) ?? able.at(-1);
  if (!signing) throw new Error('AUTH_SIGNING_KEYS: one key must have "sign" in its key_ops');
  return { signing, verifying: new Map(keys.map((key) => [key.kid, key])) };
}

async function makeFirstKey(app: AppContext): Promise<StoredKey[]> {
  return transact(app.db, async (tx) => {
    await lockSigningKeys(tx);
    const meanwhile = await listStoredKeys(tx);
    if (meanwhile.length > 0) return meanwhile;
    const key = await makeKey(app, app.clock.now());
    await insertStoredKey(tx, key);
    return [key];
  });
}

async function makeKey(app: AppContext, signsFrom: Date): Promise<StoredKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const kid = randomUUID();
  const privateJwk = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)));
  const publicJwk = toPublicJwk({ ...(await exportJWK(pair.publicKey)), kid, alg: algorithm });
  return { kid, publicJwk: { ...publicJwk }, sealedPrivateJwk: app.secrets.seal(privateJwk, kid), signsFrom };
}

async function openKeys(app: AppContext, kept: StoredKey[]): Promise<(SigningKey & { signsFrom: Date })[]> {
  return Promise.all(
    kept.map(async ({ kid, publicJwk, sealedPrivateJwk, signsFrom }) => {
      const opened = app.secrets.open(sealedPrivateJwk, kid);
      if (!opened) throw new Error(explainWrongSecret("auth.signing_keys"));
      const privateKey = await importKey(JSON.parse(opened.toString()) as JWK, algorithm);
      return { kid, algorithm, publicJwk, key: await importKey(publicJwk, algorithm), privateKey, signsFrom };
    }),
  );
}

async function importConfigured(jwk: JWK): Promise<VerifyingKey & { privateKey?: CryptoKey }> {
  const { kid, alg } = jwk;
  if (!kid || !alg) throw new Error("AUTH_SIGNING_KEYS: each key needs kid and alg");
  const publicJwk = toPublicJwk(jwk);
  const verifying = { kid, algorithm: alg, publicJwk, key: await importKey(publicJwk, alg) };
  if (!jwk.key_ops?.includes("sign")) return verifying;
  return { ...verifying, privateKey: await importKey({ ...jwk, key_ops: ["sign"] }, alg) };
}

/** An allow-list of public members: with a deny-list, a forgotten private one would be published. */
function toPublicJwk({ kty, crv, x, y, n, e, kid, alg }: JWK): JWK {
  const members = { kty, crv, x, y, n, e, kid, alg, use: "sig", key_ops: ["verify"] };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JWK;
}

async function importKey(jwk: JWK, alg: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg);
  if (key instanceof Uint8Array) throw new Error("Shared secrets never sign or verify here");
  return key;
}

const importTrusted = perApp((app) =>
  Promise.all(
    app.config.auth.verificationKeys.map(async (jwk): Promise<VerifyingKey> => {
      const publicJwk = toPublicJwk(jwk);
      const alg = jwk.alg ?? (jwk.kty === "RSA" ? "RS256" : "ES256");
      return { kid: jwk.kid ?? "", algorithm: alg, publicJwk, key: await importKey({ ...publicJwk, alg }, alg) };
    }),
  ),
);

/** The keys of trusted services; none unless configured. */
export async function getServiceKeys(app: AppContext): Promise<VerifyingKey[]> {
  return importTrusted(app);
}
