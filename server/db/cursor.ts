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

/** Encodes a position in a list as an opaque cursor. */
export const writePosition = (position: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

/**
 * Decodes a cursor of `writePosition`; null for the first page.
 *
 * @throws request.invalid if it is not one, or its position does not fit the schema
 */
export function readPosition<T>(schema: z.ZodType<T>, cursor: string | undefined): T | null {
  if (cursor === undefined) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    return failField("cursor", "Not a valid cursor");
  }
}

/** What the column holds: a number beyond would be an error of the database. */
const StoredRank = z.tuple([z.int32(), z.uuid()]);

/**
 * Decodes a cursor of `toRankedPage`; null for the first page.
 *
 * @throws request.invalid if it is not such a cursor
 */
export function readRankCursor(cursor: string | undefined): RankCursor | null {
  const position = readPosition(StoredRank, cursor);
  return position && { rank: position[0], id: position[1] };
}

/** A page of at most `limit` items from `limit + 1` ranked rows, with the cursor of the next page if there is one. */
export function toRankedPage<T extends RankCursor>(items: T[], limit: number): Page<T> {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept, nextCursor: items.length > limit && last ? writePosition([last.rank, last.id]) : null };
}

/** A time of this era: the database has no year 0. */
const StoredKeysetCursor = z.tuple([z.iso.datetime().regex(/^[12]\d{3}-/), z.uuid()]);

/** Encodes a position as an opaque cursor. */
export const writeCursor = ({ createdAt, id }: KeysetCursor): string => writePosition([createdAt, id]);

/**
 * Decodes a cursor; null for the first page.
 *
 * @throws request.invalid if it was not made by `writeCursor`
 */
export function readCursor(cursor: string | undefined): KeysetCursor | null {
  const position = readPosition(StoredKeysetCursor, cursor);
  return position && { createdAt: position[0], id: position[1] };
}

/**
 * A page of at most `limit` items from `limit + 1` rows, with the cursor of the next page if there is one.
 *
 * @param items In the order of `createdAt` and id; one more than `limit` if there are more.
 */
export function toPage<T extends KeysetCursor>(items: T[], limit: number): Page<T> {
  return toPageBy(items, limit, ({ createdAt }) => createdAt);
}

/** The same of a list in the order of another time, in ISO 8601. */
export function toPageBy<T extends { id: string }>(items: T[], limit: number, timeOf: (item: T) => string): Page<T> {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  const hasMore = items.length > limit && last !== undefined;
  return { items: kept, nextCursor: hasMore ? writeCursor({ createdAt: timeOf(last), id: last.id }) : null };
}
