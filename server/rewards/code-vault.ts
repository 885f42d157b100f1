import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { GiftCard } from "#contract/rewards.ts";

/** A key for gift card codes: 32 bytes with a short name, which is stored with each ciphertext. */
export interface CodeKey {
  id: string;
  secret: Buffer;
}

export interface SealedCode {
  keyId: string;
  sealed: Buffer;
  /** Equal for equal codes under the same key; reveals nothing about the code to anyone without the key. */
  digest: Buffer;
}

/** Encrypts gift card codes for the database, and decrypts them for the one who may see them. */
export interface CodeVault {
  /** The key that encrypts. */
  currentKeyId: string;
  keyIds: string[];
  /** @param id The row's id: the bytes open under this id only. */
  seal(id: string, card: GiftCard): SealedCode;
  /** The card, or null when the key is unknown or the bytes are not the ones sealed under this id. */
  open(id: string, code: Pick<SealedCode, "keyId" | "sealed">): GiftCard | null;
  /** What the digest of this code would be under each known key. */
  digests(code: string): Buffer[];
}

const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** AES-256-GCM and HMAC-SHA-256 under keys derived from each of `keys`; the first one encrypts. */
export function createCodeVault(keys: readonly CodeKey[]): CodeVault {
  const [current] = keys;
  if (!current) throw new Error("Gift card codes need at least one key");
  const derived = new Map(keys.map((key) => [key.id, deriveKeys(key)]));
  const currentKeys = derived.get(current.id) ?? deriveKeys(current);
  return {
    currentKeyId: current.id,
    keyIds: [...derived.keys()],
    seal(id, { code, pin }) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", currentKeys.seal, nonce).setAAD(Buffer.from(id));
      const bytes = Buffer.concat([cipher.update(JSON.stringify({ code, pin })), cipher.final()]);
      return {
        keyId: current.id,
        sealed: Buffer.concat([nonce, cipher.getAuthTag(), bytes]),
        digest: digest(currentKeys.digest, code),
      };
    },
    open(id, { keyId, sealed }) {
      const key = derived.get(keyId);
      if (!key) return null;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key.seal, sealed.subarray(0, nonceBytes));
        decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
        const bytes = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
        return JSON.parse(bytes.toString()) as GiftCard;
      } catch {
        return null;
      }
    },
    digests: (code) => [...derived.values()].map((key) => digest(key.digest, code)),
  };
}

function deriveKeys({ secret }: CodeKey): { seal: Buffer; digest: Buffer } {
  const derive = (use: string) => Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), use, keyBytes));
  return { seal: derive("fash gift card seal v1"), digest: derive("fash gift card digest v1") };
}

const digest = (key: Buffer, code: string): Buffer => createHmac("sha256", key).update(normalizeCode(code)).digest();

/** Whether a code is the address of a card. */
export const isLink = (code: string): boolean => /^https?:/i.test(code);

/** The spelling under which codes are compared: without blanks and hyphens, in capitals; addresses as they are. */
export function normalizeCode(code: string): string {
  return isLink(code) ? code.trim() : code.replace(/[\s\u2010-\u2015-]/g, "").toUpperCase();
}
