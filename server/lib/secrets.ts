import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The uses of the server's secret; each has its own derived key. */
export interface Secrets {
  /** Encrypts for storage in the database; decrypts only with the same `context` (a row's id). */
  seal(bytes: Buffer, context: string): Buffer;
  /** Decrypts the result of `seal`; null if secret, context or bytes differ. */
  open(sealed: Buffer, context: string): Buffer | null;
  /** A keyed digest of 32 bytes, so that short codes cannot be brute-forced from a database leak. */
  digest(text: string): Buffer;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM and HMAC-SHA-256 under keys derived from `master`. */
export function createSecrets(master: Buffer): Secrets {
  const sealKey = deriveKey(master, "fash seal v1");
  const digestKey = deriveKey(master, "fash digest v1");
  return {
    seal(bytes, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce);
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, context) {
      try {
        const decipher = createDecipheriv("aes-256-gcm", sealKey, sealed.subarray(0, nonceBytes));
        decipher.setAAD(Buffer.from(context));
        decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
        return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
      } catch {
        return null;
      }
    },
    digest: (text) => createHmac("sha256", digestKey).update(text).digest(),
  };
}

function deriveKey(master: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", master, Buffer.alloc(0), use, keyBytes));
}

/**
 * The configured secret, or the one kept in `auth-secret` of the data folder, created on first start (mode 600).
 * Servers that share a database must share it.
 */
export function readMasterSecret(configured: string | undefined, dataDir: string): Buffer {
  if (configured !== undefined) return Buffer.from(configured, "base64");
  const file = join(dataDir, "auth-secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    // Servers that start concurrently use the file of the first.
    writeFileSync(file, randomBytes(keyBytes).toString("base64"), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return Buffer.from(readFileSync(file, "utf8").trim(), "base64");
}

/** What to restore when the secret is not the one of this database; one line that begins with the setting. */
export function explainWrongSecret(table: string): string {
  return (
    `AUTH_SECRET: does not open the keys in this database (${table}). ` +
    "Restore AUTH_SECRET, or the file DATA_DIR/auth-secret, from the same time as the database. If it is lost: " +
    "`npm run admin -- reset-keys` makes new keys, which ends all sessions and removes second factors by app"
  );
}
