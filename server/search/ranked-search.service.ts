import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { IsoTime } from "#contract/page.ts";
import { type KeysetCursor, readPosition, writePosition } from "#server/db/cursor.ts";
import type { Pool } from "#server/db/db.ts";
import {
  findOutfitIds,
  type FoundRow,
  listFoundCards,
  listSearchCandidates,
  type OutfitFilter,
  type SearchCandidate,
} from "./outfit-search.store.ts";

/** Among the newest matches: those with whole words, then those with parts of words; then all older ones. */
const Part = z.literal(["whole", "part", "older"]);
type Part = z.infer<typeof Part>;
const order: readonly Part[] = ["whole", "part", "older"];

/** The last outfit of a page, and when its newest matches ended: later posts do not move those between the pages. */
const Position = z.tuple([Part, IsoTime, z.uuid(), IsoTime]);
type Position = z.infer<typeof Position>;

interface SearchPage {
  rows: FoundRow[];
  nextCursor: string | null;
}

/**
 * A page of the outfits that a search finds. Of the newest ones (`limits.rankedSearchMax`), those that have all of its words
 * as whole words come first; otherwise newest first.
 *
 * @throws request.invalid for a cursor that is none of its own
 * @see docs/product.md#search
 */
export async function searchOutfits(
  pool: Pool,
  filter: OutfitFilter,
  { viewerId, cursor, limit }: { viewerId: string | null; cursor: string | undefined; limit: number },
): Promise<SearchPage> {
  const after = readPosition(Position, cursor);
  const { newest, cards } = await readNewest(pool, filter, { viewerId, after, limit });
  const ranked = rankBehind(newest, after);
  const missing = limit + 1 - ranked.length;
  const last = newest.length === limits.rankedSearchMax && missing > 0 ? newest.at(-1) : undefined;
  const older = last
    ? await findOutfitIds(pool, filter, { viewerId, after: toOlder(after, last), limit: missing - 1 })
    : [];
  const ids = [...toIds(ranked), ...older];
  const rows = await addMissingCards(pool, viewerId, { ids: ids.slice(0, limit), known: cards });
  const [end, until] = [rows.at(-1), after?.[3] ?? newest[0]?.createdAt];
  if (ids.length <= limit || !end || until === undefined) return { rows, nextCursor: null };
  const found = ranked.find(({ id }) => id === end.id);
  const position: Position = [found ? partOf(found) : "older", end.createdAt, end.id, until];
  return { rows, nextCursor: writePosition(position) };
}

/** How many are read first: of common words, most of these are whole words, and fill the page. */
const firstReadMax = 50;

/**
 * The newest matches, as many as `limits.rankedSearchMax`, or fewer where their whole words fill a page behind a position; and the
 * cards of most of that page.
 */
async function readNewest(
  pool: Pool,
  filter: OutfitFilter,
  { viewerId, after, limit }: { viewerId: string | null; after: Position | null; limit: number },
): Promise<{ newest: SearchCandidate[]; cards: FoundRow[] }> {
  const range = { viewerId, until: after?.[3] };
  const firstRange = { ...range, after: undefined, limit: firstReadMax, isOnlyWhole: false };
  const first = await listSearchCandidates(pool, filter, firstRange);
  const ranked = rankBehind(first, after);
  const isPageFull = ranked.filter(({ isWhole }) => isWhole).length > limit;
  // Where these fill the page, whole words of the rest come before them, and nothing else of it is shown.
  const isOnlyWhole = ranked.length > limit;
  const restRange = { ...range, after: first.at(-1), limit: limits.rankedSearchMax - firstReadMax, isOnlyWhole };
  // At the same time: the rest of a common part of a word seldom has the whole word, which would come before these.
  const [cards, rest] = await Promise.all([
    listFoundCards(pool, viewerId, toIds(ranked.slice(0, limit))),
    first.length < firstReadMax || isPageFull ? [] : listSearchCandidates(pool, filter, restRange),
  ]);
  return { newest: [...first, ...rest], cards };
}

const toIds = (found: SearchCandidate[]): string[] => found.map(({ id }) => id);

/** The cards of these outfits in their order, some of which are known. */
async function addMissingCards(
  pool: Pool,
  viewerId: string | null,
  { ids, known }: { ids: string[]; known: FoundRow[] },
): Promise<FoundRow[]> {
  const knownIds = new Set(known.map(({ id }) => id));
  const missing = await listFoundCards(
    pool,
    viewerId,
    ids.filter((id) => !knownIds.has(id)),
  );
  const cards = new Map([...known, ...missing].map((card) => [card.id, card]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

const partOf = ({ isWhole }: SearchCandidate): Part => (isWhole ? "whole" : "part");

/** Those with whole words first; only those behind a position. */
function rankBehind(newest: SearchCandidate[], after: Position | null): SearchCandidate[] {
  return newest
    .toSorted((one, other) => Number(other.isWhole) - Number(one.isWhole))
    .filter((found) => !after || isBehind([partOf(found), found.createdAt, found.id], after));
}

/** Where the older ones go on: behind the last one shown, or else behind the newest matches. */
const toOlder = (after: Position | null, last: KeysetCursor): KeysetCursor =>
  after?.[0] === "older" ? { createdAt: after[1], id: after[2] } : { createdAt: last.createdAt, id: last.id };

function isBehind([part, createdAt, id]: [Part, string, string], [afterPart, afterTime, afterId]: Position): boolean {
  if (part !== afterPart) return order.indexOf(part) > order.indexOf(afterPart);
  return createdAt === afterTime ? id < afterId : createdAt < afterTime;
}
