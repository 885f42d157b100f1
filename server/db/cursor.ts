import { z } from "zod";
import type { Page } from "#contract/page.ts";
import { failField } from "#server/lib/app-error.ts";

/** A position in a list ordered by (created_at, id), both descending. */
export interface KeysetCursor {
  createdAt: string;
  id: string;
}

/** A position in a list ordered by a number and then by id. */
export interface RankCursor {
  rank: number;
  id: string;
}

/** What the column holds: a number beyond would be an error of the database. */
const StoredRank = z.tuple([z.int32(), z.uuid()]);

/**
 * Decodes a cursor of `toRankedPage`; null for the first page.
 *
 * @throws request.invalid if it is not such a cursor
 */
export function readRankCursor(cursor: string | undefined): RankCursor | null {
  if (cursor === undefined) return null;
  try {
    const [rank, id] = StoredRank.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { rank, id };
  } catch {
    return failField("cursor", "Not a valid cursor");
  }
}

/** A page of at most `limit` items from `limit + 1` ranked rows, with the cursor of the next page if there is one. */
export function toRankedPage<T extends RankCursor>(items: T[], limit: number): Page<T> {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  const next = last && Buffer.from(JSON.stringify([last.rank, last.id])).toString("base64url");
  return { items: kept, nextCursor: items.length > limit && next ? next : null };
}

/** A time of this era: the database has no year 0. */
const StoredKeysetCursor = z.tuple([z.iso.datetime().regex(/^[12]\d{3}-/), z.uuid()]);

/** Encodes a position as an opaque cursor: base64url of its time and id. */
export function writeCursor({ createdAt, id }: KeysetCursor): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString("base64url");
}

/**
 * Decodes a cursor; null for the first page.
 *
 * @throws request.invalid if it was not made by `writeCursor`
 */
export function readCursor(cursor: string | undefined): KeysetCursor | null {
  if (cursor === undefined) return null;
  try {
    const [createdAt, id] = StoredKeysetCursor.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { createdAt, id };
  } catch {
    return failField("cursor", "Not a valid cursor");
  }
}

/**
 * A page of at most `limit` items from `limit + 1` rows, with the cursor of the next page if there is one.
 *
 * @param items Newest first; one more than `limit` if there are more.
 */
export function toPage<T extends KeysetCursor>(items: T[], limit: number): Page<T> {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept, nextCursor: items.length > limit && last ? writeCursor(last) : null };
}
