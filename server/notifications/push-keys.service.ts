import type { World } from "#server/http/call.ts";
import { onePerWorld } from "#server/http/per-world.ts";
import { makePushKeys, type PushKeys } from "#server/outside/push.ts";
import { keepPushKeys } from "./push.store.ts";

const keysOf = onePerWorld<{ loading: Promise<PushKeys> | undefined }>(() => ({ loading: undefined }));

/**
 * The keys by which push services know this site: the configured ones, else those of the database, which the first server
 * makes. They stay: browsers tie their subscriptions to them.
 */
export function getPushKeys(world: World): Promise<PushKeys> {
  if (world.config.push.keys) return Promise.resolve(world.config.push.keys);
  const kept = keysOf(world);
  kept.loading ??= loadKeys(world).catch((error: unknown) => {
    kept.loading = undefined;
    throw error;
  });
  return kept.loading;
}

async function loadKeys(world: World): Promise<PushKeys> {
  const kept = (await keepPushKeys(world.db, undefined)) ?? (await keepPushKeys(world.db, makeKeys(world)));
  if (!kept) throw new Error("The push keys were there a moment ago");
  const privateKey = world.secrets.open(kept.sealedPrivateKey, kept.publicKey);
  if (!privateKey) throw new Error("AUTH_SECRET: is not the one that the push keys in this database were sealed with");
  return { publicKey: kept.publicKey, privateKey: privateKey.toString() };
}

function makeKeys(world: World) {
  const { publicKey, privateKey } = makePushKeys();
  return { publicKey, sealedPrivateKey: world.secrets.seal(Buffer.from(privateKey), publicKey) };
}
