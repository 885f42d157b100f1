import { setBadge } from "#web/lib/app-badge.ts";
import {
  memberKey,
  memberStore,
  savedPrefix,
  sharedNameHeader,
  sharedPhotoKey,
  sharedStore,
} from "#web/service-worker/stores.ts";

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

/** A photo that another app has shared with this one, once. */
export async function takeSharedPhoto(): Promise<File | undefined> {
  if (!("caches" in globalThis)) return undefined;
  const kept = await caches.match(sharedPhotoKey, { cacheName: sharedStore });
  if (!kept) return undefined;
  await caches.delete(sharedStore);
  const name = decodeURIComponent(kept.headers.get(sharedNameHeader) ?? "photo");
  return new File([await kept.arrayBuffer()], name, { type: kept.headers.get("content-type") ?? "" });
}
