import { createHash } from "node:crypto";
import { limits } from "#contract/limits.ts";
import { toPage } from "#server/db/cursor.ts";
import type { Pool } from "#server/db/db.ts";
import { CachedBody } from "#server/lib/cached-body.ts";
import { listFirstPageRows } from "./feed.store.ts";
import { cachedPage } from "#server/outfits/page-cache.service.ts";
import { type CardRow, composeCard } from "#server/outfits/outfits.service.ts";

/** The first page of a feed, shared by all viewers; only flags and hidden authors differ between them. */
export interface CachedFirstPage {
  ids: string[];
  authorIds: string[];
  /** Hash of the content: the same page has the same version in every process. */
  version: string;
  /**
   * The bytes of the page. `flags` has one character per card: 1 liked, 2 saved, 3 both, 0 neither, x not shown. The first
   * few renderings are kept as shared bodies.
   */
  render(flags: string): CachedBody | Buffer;
  /** Flags and bytes for visitors, and for members who have neither liked nor saved anything on the page. */
  anonymousFlags: string;
  anonymous: CachedBody;
}

/** The first page of the feed, or of a style's feed, at most a second old. */
export function getCachedFirstPage(pool: Pool, styleId: string | undefined): Promise<CachedFirstPage> {
  return cachedPage(pool, styleId ?? "", async () => toCachedPage(await listFirstPageRows(pool, styleId)));
}

const cardStates = [0, 1, 2, 3];
/** Renderings cached per page: most viewers share a few, above all the one without likes and saves. */
const renderingsMax = 32;

function toCachedPage(rows: CardRow[]): CachedFirstPage {
  const { items: shown, nextCursor } = toPage(rows, limits.pageItems);
  const open = Buffer.from('{"items":[');
  const close = Buffer.from(`],"nextCursor":${JSON.stringify(nextCursor)}}`);
  // Every card in its four states, as bytes with a leading comma, so that a page is assembled without building strings.
  const cards = shown.map(({ card }) =>
    cardStates.map((state) => Buffer.from(`,${composeCard(card, (state & 1) !== 0, (state & 2) !== 0)}`)),
  );
  const assemble = (flags: string) => {
    const parts = cards.flatMap((ofCard, index) => ofCard[Number(flags[index])] ?? []);
    const [first, ...others] = parts;
    return Buffer.concat(first ? [open, first.subarray(1), ...others, close] : [open, close]);
  };
  const anonymousFlags = "0".repeat(shown.length);
  const anonymous = new CachedBody(assemble(anonymousFlags));
  const renderings = new Map([[anonymousFlags, anonymous]]);
  const render: CachedFirstPage["render"] = (flags) => {
    const known = renderings.get(flags);
    if (known) return known;
    const page = assemble(flags);
    // A rendering that no other viewer is likely to request is not worth compressing with brotli.
    if (renderings.size >= renderingsMax) return page;
    const shared = new CachedBody(page);
    renderings.set(flags, shared);
    return shared;
  };
  return {
    ids: shown.map((row) => row.id),
    authorIds: shown.map((row) => row.authorId),
    version: createHash("sha1").update(anonymous.bytes).digest("base64url").slice(0, 16),
    render,
    anonymousFlags,
    anonymous,
  };
}
