import { setBadge } from "#web/lib/app-badge.ts";
import { memberKey, memberStore, savedPrefix, sharedNameHeader, sharedStore } from "#web/service-worker/stores.ts";

let work = Promise.resolve();

/**
 * Tells the service worker whose screens it may save and show, null for nobody, and deletes what it has saved of all
 * others. Resolves when both is done; one after the other, so that the last call counts.
 */
export function noteMember(userId: string | null): Promise<void> {
  if (!("caches" in globalThis)) return work;
  // Storage is disabled: then nothing is saved either.
  work = work.then(() => update(userId)).catch(() => undefined);
  return work;
}

async function update(userId: string | null): Promise<void> {
  if (userId === null) {
    setBadge(0);
    await caches.delete(memberStore);
  } else await (await caches.open(memberStore)).put(memberKey, new Response(userId));
  const own = savedPrefix + String(userId);
  const others = (await caches.keys()).filter((name) => name.startsWith(savedPrefix) && name !== own);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The photos that another app has shared with this one, once. */
export async function takeSharedPhotos(): Promise<File[]> {
  if (!("caches" in globalThis)) return [];
  const cache = await caches.open(sharedStore);
  const kept = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
  await caches.delete(sharedStore);
  return Promise.all(kept.filter((photo) => photo !== undefined).map(toFile));
}

async function toFile(kept: Response): Promise<File> {
  const name = decodeURIComponent(kept.headers.get(sharedNameHeader) ?? "photo");
  return new File([await kept.arrayBuffer()], name, { type: kept.headers.get("content-type") ?? "" });
}
