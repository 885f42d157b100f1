import type { AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { makePushKeys, type PushKeys } from "#server/outside/push.ts";
import { explainWrongSecret } from "#server/lib/secrets.ts";
import { insertPushKeys } from "./push.store.ts";

export { deletePushKeys } from "./push.store.ts";

const keysOf = perApp<{ loading: Promise<PushKeys> | undefined }>(() => ({ loading: undefined }));

/**
 * The VAPID keys of this site: the configured ones, else those in the database, which the first server generates. They
 * must not change: subscriptions are tied to them.
 */
export function getPushKeys(app: AppContext): Promise<PushKeys> {
  if (app.config.push.keys) return Promise.resolve(app.config.push.keys);
  const kept = keysOf(app);
  kept.loading ??= loadKeys(app).catch((error: unknown) => {
    kept.loading = undefined;
    throw error;
  });
  return kept.loading;
}

async function loadKeys(app: AppContext): Promise<PushKeys> {
  const kept = (await insertPushKeys(app.db, undefined)) ?? (await insertPushKeys(app.db, makeKeys(app)));
  if (!kept) throw new Error("The push keys exist after a conflict");
  const privateKey = app.secrets.open(kept.sealedPrivateKey, kept.publicKey);
  if (!privateKey) throw new Error(explainWrongSecret("push_keys"));
  return { publicKey: kept.publicKey, privateKey: privateKey.toString() };
}

function makeKeys(app: AppContext) {
  const { publicKey, privateKey } = makePushKeys();
  return { publicKey, sealedPrivateKey: app.secrets.seal(Buffer.from(privateKey), publicKey) };
}

/** Whether the stored keys, if there are any, open with this server's secret. */
export async function doPushKeysOpen(app: AppContext): Promise<boolean> {
  const kept = await insertPushKeys(app.db, undefined);
  return !kept || app.secrets.open(kept.sealedPrivateKey, kept.publicKey) !== null;
}
