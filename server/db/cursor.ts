import { z } from "zod";
import type { Page } from "#contract/page.ts";
import { failField } from "#server/lib/app-error.ts";

/** A place in a list that is ordered by (created_at, id), both descending. */
export interface Position {
  createdAt: string;
  id: string;
}

/** A place in a list that is ordered by a number and then by id. */
export interface Rank {
  rank: number;
  id: string;
}

const StoredRank = z.tuple([z.number().int(), z.uuid()]);

/**
 * The place that a cursor of `cutRanks` names, or null for the first page.
 *
 * @throws request.invalid when it is no such cursor.
 */
export function readRank(cursor: string | undefined): Rank | null {
  if (cursor === undefined) return null;
  try {
    const [rank, id] = StoredRank.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { rank, id };
  } catch {
    return failField("cursor", "This place in the list is not known");
  }
}

/** A page of at most `limit` items out of `limit + 1` ranked rows, with the cursor of the next page when there is one. */
export function cutRanks<T extends Rank>(items: T[], limit: number): Page<T> {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  const next = last && Buffer.from(JSON.stringify([last.rank, last.id])).toString("base64url");
  return { items: kept, nextCursor: items.length > limit && next ? next : null };
}

const StoredPosition = z.tuple([z.iso.datetime(), z.uuid()]);

/** The opaque spelling of a place: base64url of its time and id. */
export function writeCursor({ createdAt, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString("base64url");
}

/**
 * The place that a cursor names, or null for the first page.
 *
 * @throws request.invalid when it was not made by `writeCursor`.
 */
export function readCursor(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  try {
    const [createdAt, id] = StoredPosition.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { createdAt, id };
  } catch {
    return failField("cursor", "This place in the list is not known");
  }
}

/**
 * A page of at most `limit` items out of `limit + 1` rows, with the cursor of the next page when there is one.
 *
 * @param items Newest first; one more than `limit` when there are more.
 */
export function cutPage<T extends Position>(items: T[], limit: number): Page<T> {
  const kept = items.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept, nextCursor: items.length > limit && last ? writeCursor(last) : null };
}
