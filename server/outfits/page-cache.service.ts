import { perPool, type Pool } from "#server/db/db.ts";

/** The part of a page that the cache needs: the outfits that it shows. */
interface Page {
  ids: string[];
}

const lifetimeMs = 1_000;
/** A request for a page older than this refreshes it in the background, so that no request waits when it expires. */
const refreshAfterMs = 700;
const pagesMax = 200;

interface Entry {
  page: Promise<Page>;
  /** Undefined while the page is being read. */
  ids?: string[];
  /** On the monotonic clock, in ms. */
  refreshFromMs: number;
  validUntilMs: number;
  isRefreshing: boolean;
}

type Read = () => Promise<Page>;

/**
 * The pages of outfits that all viewers share: the feed's first pages and the covers. A page lives for a second unless a
 * write drops it first; a read that began before the drop is not cached.
 */
const cacheOf = perPool(() => {
  const entries = new Map<string, Entry>();

  function start(read: Read): Entry {
    const never = Number.POSITIVE_INFINITY;
    const entry: Entry = { page: read(), refreshFromMs: never, validUntilMs: never, isRefreshing: false };
    entry.page.then(
      ({ ids }) => {
        const now = performance.now();
        Object.assign(entry, { ids, refreshFromMs: now + refreshAfterMs, validUntilMs: now + lifetimeMs });
      },
      // Reported to every caller that awaits the page.
      () => undefined,
    );
    return entry;
  }

  function refresh(key: string, read: Read, old: Entry): void {
    old.isRefreshing = true;
    const next = start(read);
    next.page.then(
      () => {
        if (entries.get(key) === old) entries.set(key, next);
      },
      () => {
        old.isRefreshing = false;
      },
    );
  }

  return {
    get(key: string, read: Read): Promise<Page> {
      const known = entries.get(key);
      const now = performance.now();
      if (known && now < known.validUntilMs) {
        if (now >= known.refreshFromMs && !known.isRefreshing) refresh(key, read, known);
        return known.page;
      }
      // Keys of styles that do not exist must not accumulate.
      if (entries.size >= pagesMax) entries.clear();
      const entry = start(read);
      entries.set(key, entry);
      entry.page.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      return entry.page;
    },
    drop: () => entries.clear(),
    dropShowing(outfitIds: readonly string[]) {
      for (const [key, { ids, isRefreshing }] of entries) {
        if (!ids || isRefreshing || outfitIds.some((id) => ids.includes(id))) entries.delete(key);
      }
    },
  };
});

/**
 * A feed's first page from this process's cache, at most a second old; at most one read of a page is in flight.
 *
 * @param read Reads the page when the cache has none; every caller of one pool must return the same type.
 */
export function cachedPage<T extends Page>(pool: Pool, key: string, read: () => Promise<T>): Promise<T> {
  return cacheOf(pool).get(key, read) as Promise<T>;
}

/**
 * Drops all cached first pages of this process. A function that adds, hides or renames outfits registers it with
 * `afterCommit`.
 */
export function dropFeedPages(pool: Pool): void {
  cacheOf(pool).drop();
}

/** Drops the cached first pages that show one of these outfits, because their counts changed. */
export function dropFeedPagesShowing(pool: Pool, outfitIds: readonly string[]): void {
  cacheOf(pool).dropShowing(outfitIds);
}
