import type { Position } from "#server/db/cursor.ts";
import type { Pool } from "#server/db/db.ts";
import { toSearchPatterns } from "#server/lib/search-text.ts";
import { readCards, type ViewedCardRow } from "./outfit-cards.store.ts";
import { membersOutOfSight } from "./outfit-visibility.store.ts";

/**
 * Listed outfits whose title, description, author, tags or brands hold every word of `search`, newest first; one row more
 * than `limit` when there are more. A search without a letter finds nothing.
 *
 * @see Spec §2 "Explore feed"; performance.md 2e
 */
export async function searchOutfits(
  pool: Pool,
  page: { viewerId: string | null; search: string; styleId: string | undefined; after: Position | null; limit: number },
): Promise<ViewedCardRow[]> {
  const patterns = toSearchPatterns(page.search);
  if (patterns.length === 0) return [];
  const values: unknown[] = [page.viewerId];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    "o.is_listed",
    `o.user_id <> all (${membersOutOfSight("$1")})`,
    ...patterns.map((pattern) => `o.search_text like ${place(pattern)}`),
    ...(page.styleId === undefined ? [] : [`o.style_id = ${place(page.styleId)}::uuid`]),
    ...(page.after ? [`(o.created_at, o.id) < (${place(page.after.createdAt)}, ${place(page.after.id)}::uuid)`] : []),
  ];
  // Without a name, so that the planner sees the patterns: a reused plan reads newest-first and takes half a second for a
  // rare word, where the trigram index takes a millisecond.
  const found = await pool.query<{ id: string }>(
    `select o.id from outfits o where ${conditions.join(" and ")}
     order by o.created_at desc, o.id desc limit ${page.limit + 1}`,
    values,
  );
  return readCards(
    pool,
    { userId: page.viewerId, isAdmin: false },
    found.rows.map((row) => row.id),
  );
}
