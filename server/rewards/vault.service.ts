import type { GiftCard } from "#contract/rewards.ts";
import { transact } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { getKeyFileVersion, makeCodeKey, parseCodeKeys, readKeyFile, writeKeyFile } from "./code-keys.ts";
import { type CodeVault, createCodeVault } from "./code-vault.ts";
import { countCodesByKey, lockCodesUnderOtherKeys, lockImports, updateSealed } from "./codes.store.ts";

function readKeys({ config, clock }: Pick<AppContext, "config" | "clock">) {
  return config.giftCardKeys === undefined
    ? readKeyFile(config.dataDir, clock.now())
    : parseCodeKeys(config.giftCardKeys);
}

interface Kept {
  vault: CodeVault;
  /** The version of the key file that the vault was made from; null while there was none. */
  version: string | null;
}

function makeKept(app: AppContext): Kept {
  // Before the keys, so that a change in between is noticed at the next look.
  const version = getKeyFileVersion(app.config.dataDir);
  return { vault: createCodeVault(readKeys(app)), version };
}

const keptVaults = perApp((app: AppContext) => makeKept(app));

/** The vault under the configured keys, or under those that the data folder has now: another process may rotate them. */
export function getVault(app: AppContext): CodeVault {
  const kept = keptVaults(app);
  if (app.config.giftCardKeys !== undefined) return kept.vault;
  const version = getKeyFileVersion(app.config.dataDir);
  // A file that is gone must not make a server forget the keys that it still has.
  if (version !== null && version !== kept.version) Object.assign(kept, makeKept(app));
  return kept.vault;
}

/**
 * Decrypts a stored code.
 *
 * @throws Error that names the missing key, never the code
 */
export function openCode(app: AppContext, code: { id: string; keyId: string; sealed: Buffer }): GiftCard {
  const card = getVault(app).open(code.id, code);
  if (!card) throw new Error(`Gift card code ${code.id} does not open with key ${code.keyId}`);
  return card;
}

/**
 * Makes sure that every stored code can be decrypted; at the start of the server.
 *
 * @throws Error with one line that names the missing keys
 */
export async function checkCodeKeys(app: AppContext): Promise<void> {
  const used = await countCodesByKey(app.db);
  if (used.size === 0) return;
  const { keyIds } = getVault(app);
  const missing = [...used.keys()].filter((id) => !keyIds.includes(id));
  if (missing.length > 0)
    throw new Error(`GIFT_CARD_KEYS: stored gift card codes need the keys ${missing.join(", ")}, which are not there`);
}

const codesAtOnce = 500;

/**
 * Encrypts every stored code under the newest key. Keys of the data folder: creates a new one first, and deletes those that
 * are no longer needed, except the previous one, which running servers may still use. Configured keys: the first one is the
 * newest. Safe to repeat, and while servers run.
 *
 * @returns One sentence that describes the result.
 */
export async function rotateCodeKeys(app: AppContext): Promise<string> {
  const isFile = app.config.giftCardKeys === undefined;
  const before = readKeys(app);
  const keys = isFile ? [makeCodeKey(app.clock.now()), ...before] : before;
  if (isFile) writeKeyFile(app.config.dataDir, keys);
  const vault = createCodeVault(keys);
  const total = await reseal(app, vault);
  const used = await countCodesByKey(app.db);
  const unneeded = keys.slice(1).filter(({ id }) => !used.has(id));
  const done = `${total} codes are now encrypted with key ${vault.currentKeyId}`;
  if (!isFile) {
    const names = unneeded.map(({ id }) => id).join(", ");
    return unneeded.length === 0 ? done : `${done}; no code needs ${names} any more, remove it from GIFT_CARD_KEYS`;
  }
  writeKeyFile(
    app.config.dataDir,
    keys.filter((key, index) => index <= 1 || !unneeded.includes(key)),
  );
  return done;
}

async function reseal(app: AppContext, vault: CodeVault): Promise<number> {
  for (let total = 0; ;) {
    const count = await transact(app.db, async (tx) => {
      // An import that looks for duplicates under the old digests is over before they change.
      await lockImports(tx);
      const codes = await lockCodesUnderOtherKeys(tx, vault.currentKeyId, codesAtOnce);
      const resealed = codes.map((code) => {
        const card = vault.open(code.id, code);
        if (!card) throw new Error(`Gift card code ${code.id} does not open with key ${code.keyId}`);
        return { id: code.id, ...vault.seal(code.id, card) };
      });
      if (resealed.length > 0) await updateSealed(tx, resealed);
      return resealed.length;
    });
    if (count === 0) return total;
    total += count;
  }
}
