import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { isUuid } from "#contract/uuid.ts";
import type { Db } from "#server/db/db.ts";
import type { AppContext } from "#server/http/context.ts";
import { perApp } from "#server/http/per-app.ts";
import { spendLimit } from "#server/http/rate-limit.ts";
import { AppError, fail } from "#server/lib/app-error.ts";
import type { ClientKey } from "#server/lib/client-key.ts";
import { createLru } from "#server/lib/lru.ts";
import { createQueue, QueueFullError } from "#server/lib/queue.ts";
import { renderCard } from "./card-image.ts";
import * as store from "./previews.store.ts";

/** About 100 kB each. */
const cachedCardsMax = 100;
const cardsOf = perApp(() => ({
  enqueue: createQueue({ atOnce: 1, waitingMax: 50, waitMsMax: 10_000 }),
  cache: createLru<Buffer>(cachedCardsMax),
  rendering: new Map<string, Promise<Buffer>>(),
}));

/** A link preview picture. */
export interface PreviewCard {
  /** Changes with the photos. */
  version: string;
  /**
   * Returns the picture as JPEG.
   *
   * @throws rate.limited if the client has had too many rendered, server.unavailable if too many are waiting
   */
  render: (client: ClientKey) => Promise<Buffer>;
}

/**
 * Finds the link preview picture of something listed; null if nothing of it is listed. Cards with the same photos are
 * rendered once and cached.
 *
 * @param key An outfit's, an article's, an event's or a style's id, a username, a tag or a brand.
 */
export async function findCard(app: AppContext, kind: string, key: string): Promise<PreviewCard | null> {
  const keys = await listCardPhotos(app.db, kind, key);
  if (keys.length === 0) return null;
  const version = createHash("sha1").update(keys.join()).digest("base64url");
  return { version, render: (client) => getCard(app, client, { version, keys }) };
}

async function getCard(
  app: AppContext,
  client: ClientKey,
  { version, keys }: { version: string; keys: string[] },
): Promise<Buffer> {
  const { cache, rendering } = cardsOf(app);
  const existing = cache.get(version) ?? rendering.get(version);
  if (existing) return existing;
  await spendLimit({ rateLimiter: app.rateLimiter, viewer: null, clientKey: client }, "previews");
  const pending = (rendering.get(version) ?? renderFromPhotos(app, keys)).finally(() => rendering.delete(version));
  rendering.set(version, pending);
  const card = await pending;
  cache.set(version, card);
  return card;
}

/** Each is read at once, so that none stays open where another one fails. */
async function readPhoto({ storage }: AppContext, key: string): Promise<Buffer | null> {
  const stored = await storage.read(key);
  return stored && buffer(stored.bytes);
}

async function renderFromPhotos(app: AppContext, keys: string[]): Promise<Buffer> {
  try {
    return await cardsOf(app).enqueue(async () => {
      const photos = await Promise.all(keys.map((photo) => readPhoto(app, photo)));
      const there = photos.filter((photo) => photo !== null);
      if (there.length === 0) fail("route.not_found");
      return renderCard(there);
    });
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new AppError("server.unavailable", { cause: error, retryAfterSeconds: 10 });
  }
}

async function listCardPhotos(db: Db, kind: string, key: string): Promise<string[]> {
  if (kind === "tag" || kind === "brand") return store.listPreviewPhotos(db, kind, key);
  if (kind === "outfit" || kind === "style" || kind === "article" || kind === "event")
    return isUuid(key) ? store.listPreviewPhotos(db, kind, key) : [];
  const profile = kind === "profile" ? await store.findProfilePreview(db, key) : undefined;
  return profile ? store.listPreviewPhotos(db, "profile", profile.id) : [];
}
