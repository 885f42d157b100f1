import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CodeKey } from "./code-vault.ts";

const keyBytes = 32;
const fileName = "gift-card-keys";

/** Keys as text: `ID:BASE64` with commas or line breaks between, the first one encrypts. */
export function parseCodeKeys(text: string): CodeKey[] {
  const parts = text.split(/[,\n]/).flatMap((part) => part.trim() || []);
  return parts.map((part) => {
    const [, id = "", base64 = ""] = /^([A-Za-z0-9_-]{1,40}):([A-Za-z0-9+/]{43}=)$/.exec(part) ?? [];
    if (id === "") throw new Error("needs ID:KEY, where the key is 32 bytes in base64 (openssl rand -base64 32)");
    return { id, secret: Buffer.from(base64, "base64") };
  });
}

const toText = (keys: readonly CodeKey[]) =>
  keys.map(({ id, secret }) => `${id}:${secret.toString("base64")}\n`).join("");

/** A new key, named after its time of creation. */
export function makeCodeKey(now: Date): CodeKey {
  return { id: `${now.toISOString().slice(0, 10)}-${randomBytes(3).toString("hex")}`, secret: randomBytes(keyBytes) };
}

/** The keys in `gift-card-keys` in the data folder; the first one is created on first use (mode 600). */
export function readKeyFile(dataDir: string, now: Date): CodeKey[] {
  const file = join(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true });
  try {
    // Two servers that start at the same time agree on the file of the first.
    writeFileSync(file, toText([makeCodeKey(now)]), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return parseCodeKeys(readFileSync(file, "utf8"));
}

/** Text that changes whenever the key file does; null if there is none. */
export function getKeyFileVersion(dataDir: string): string | null {
  const stats = statSync(join(dataDir, fileName), { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : null;
}

/** Replaces the key file as a whole, so that a crash leaves either the old keys or the new ones. */
export function writeKeyFile(dataDir: string, keys: readonly CodeKey[]): void {
  const file = join(dataDir, fileName);
  writeFileSync(`${file}.new`, toText(keys), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
