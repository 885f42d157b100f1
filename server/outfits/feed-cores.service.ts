import { createHash } from "node:crypto";
import { limits } from "#contract/limits.ts";
import { writeCursor } from "#server/db/cursor.ts";
import { onePerPool, type Pool } from "#server/db/db.ts";
import { SharedBytes } from "#server/lib/shared-bytes.ts";
import { readFeedCore } from "./feed.store.ts";
import { type CardRow, composeCard } from "./outfit-cards.store.ts";

/** The first page of a feed as it is for everybody; only flags and hidden authors differ from viewer to viewer. */
export interface FeedCore {
  ids: string[];
  authorIds: string[];
  /** Of the content: the same page has the same version in every process. */
  version: string;
  /**
   * The bytes of the page; a letter for each card: 1 liked, 2 saved, 3 both, 0 neither, x not shown. The first few that are
   * written are kept, as bytes to share.
   */
  write(states: string): SharedBytes | Buffer;
  /** The page as a visitor sees it, and who has neither liked nor saved any of it: its letters and its bytes. */
  plainStates: string;
  plain: SharedBytes;
}

const coreLifeMs = 1_000;
/** From this age on a core that is asked for is read anew beside its use, so that nobody waits at the end of its life. */
const coreRenewalMs = 700;
const coresMax = 200;

interface KeptCore {
  core: Promise<FeedCore>;
  /** Undefined while the core is being read. */
  ids?: string[];
  /** By the monotonic clock, in ms. */
  staleFromMs: number;
  freshUntilMs: number;
  isRenewing: boolean;
}

/**
 * A core lives for a second, unless a write drops it before; at most one read of it is under way. One that was dropped is
 * not followed by what was being read then.
 */
const coresOf = onePerPool((pool) => {
  const kept = new Map<string, KeptCore>();

  function read(styleId: string | undefined): KeptCore {
    const core = readFeedCore(pool, styleId).then(toCore);
    const never = Number.POSITIVE_INFINITY;
    const entry: KeptCore = { core, staleFromMs: never, freshUntilMs: never, isRenewing: false };
    core.then(
      ({ ids }) => {
        const now = performance.now();
        Object.assign(entry, { ids, staleFromMs: now + coreRenewalMs, freshUntilMs: now + coreLifeMs });
      },
      // Whoever waits for it is told.
      () => undefined,
    );
    return entry;
  }

  function renew(key: string, styleId: string | undefined, old: KeptCore): void {
    old.isRenewing = true;
    const next = read(styleId);
    next.core.then(
      () => {
        if (kept.get(key) === old) kept.set(key, next);
      },
      () => {
        old.isRenewing = false;
      },
    );
  }

  return {
    get(styleId: string | undefined): Promise<FeedCore> {
      const key = styleId ?? "";
      const known = kept.get(key);
      const now = performance.now();
      if (known && now < known.freshUntilMs) {
        if (now >= known.staleFromMs && !known.isRenewing) renew(key, styleId, known);
        return known.core;
      }
      // Styles that do not exist must not stay here for good.
      if (kept.size >= coresMax) kept.clear();
      const entry = read(styleId);
      kept.set(key, entry);
      entry.core.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.core;
    },
    drop: () => kept.clear(),
    dropShowing(outfitIds: readonly string[]) {
      for (const [key, { ids, isRenewing }] of kept) {
        if (!ids || isRenewing || outfitIds.some((id) => ids.includes(id))) kept.delete(key);
      }
    },
  };
});

/** The first page of the feed, or of a style's, at most a second old. */
export function getFeedCore(pool: Pool, styleId: string | undefined): Promise<FeedCore> {
  return coresOf(pool).get(styleId);
}

/**
 * Forgets all first pages of this process: to be called after the commit of whatever adds, hides or renames something in
 * them. Other processes follow within a second.
 */
export function dropFeedPages(pool: Pool): void {
  coresOf(pool).drop();
}

/** Forgets the first pages that show one of these outfits, whose counts have changed. */
export function dropFeedPagesShowing(pool: Pool, outfitIds: readonly string[]): void {
  coresOf(pool).dropShowing(outfitIds);
}

const states = [0, 1, 2, 3];
/** Written pages that a core keeps: most viewers share a few, above all the one without any like or save. */
const writtenPagesMax = 32;

function toCore(rows: CardRow[]): FeedCore {
  const shown = rows.slice(0, limits.pageItems);
  const last = shown.at(-1);
  const nextCursor = rows.length > limits.pageItems && last ? writeCursor(last) : null;
  const open = Buffer.from('{"items":[');
  const close = Buffer.from(`],"nextCursor":${JSON.stringify(nextCursor)}}`);
  // Every card in its four states, as bytes with a comma before, so that a page is put together without writing text.
  const cards = shown.map(({ card }) =>
    states.map((state) => Buffer.from(`,${composeCard(card, (state & 1) !== 0, (state & 2) !== 0)}`)),
  );
  const put = (wanted: string) => {
    const parts = cards.flatMap((ofCard, index) => ofCard[Number(wanted[index])] ?? []);
    const [first, ...others] = parts;
    return Buffer.concat(first ? [open, first.subarray(1), ...others, close] : [open, close]);
  };
  const plainStates = "0".repeat(shown.length);
  const plain = new SharedBytes(put(plainStates));
  const written = new Map([[plainStates, plain]]);
  const write: FeedCore["write"] = (wanted) => {
    const known = written.get(wanted);
    if (known) return known;
    const page = put(wanted);
    // What nobody else will ask for is not worth the brotli.
    if (written.size >= writtenPagesMax) return page;
    const shared = new SharedBytes(page);
    written.set(wanted, shared);
    return shared;
  };
  return {
    ids: shown.map((row) => row.id),
    authorIds: shown.map((row) => row.authorId),
    version: createHash("sha1").update(plain.bytes).digest("base64url").slice(0, 16),
    write,
    plainStates,
    plain,
  };
}
