import { type Db, type Pool, runSql } from "#server/db/db.ts";
import { editDistance } from "#server/lib/edit-distance.ts";
import { toPlainWords } from "#server/lib/search-text.ts";

const wordCharsMin = 3;
const wordCharsMax = 40;
const nearestMax = 3;

/**
 * Adds tags and brands, and the words of both and of a title, to the search terms: an outfit's (whose items' names count as
 * its title), or only the words of an event or article. Writes `search_terms` in sorted order, so that two posts of the same
 * new words cannot deadlock.
 */
export async function learnTerms(
  tx: Db,
  { title, tags, brands }: { title: string; tags: readonly string[]; brands: readonly string[] },
): Promise<void> {
  const words = toPlainWords([title, ...tags, ...brands].join(" ")).filter(
    (word) => word.length >= wordCharsMin && word.length <= wordCharsMax,
  );
  const terms = [
    ...tags.map((name) => ["tag", name] as const),
    ...brands.map((name) => ["brand", name] as const),
    ...words.map((name) => ["word", name] as const),
  ];
  await runSql(
    tx,
    `insert into search_terms (kind, key, name)
     select distinct on (kind, key) kind, key, name
     from (select kind, left(lower(name), 100) as key, name from unnest($1::text[], $2::text[]) t(kind, name)) t
     order by kind, key
     on conflict (kind, key) do update set seen_at = now() where search_terms.seen_at < now() - $3 * interval '1 hour'`,
    [terms.map(([kind]) => kind), terms.map(([, name]) => name), unseenHours / 2],
  );
}

/** A term is looked for again when nobody has seen it for so long. Posting one renews it after half of the time. */
const unseenHours = 48;

const termsPerRun = 2_000;

/** The oldest terms, each with whether an outfit still has it; a word also stays where an event or article has it. */
const staleTerms = `
  select kind, key, case kind
      when 'tag' then exists (select from outfit_tags where lower(tag) = t.key)
      when 'brand' then exists (select from outfit_items where lower(brand) = t.key)
      else exists (select from outfits where search_text like '%' || t.key || '%')
        or exists (select from events where search_text like '%' || t.key || '%')
        or exists (select from articles where is_public and search_text like '%' || t.key || '%')
    end as is_used
  from search_terms t where seen_at < $1 order by seen_at limit $2`;

/**
 * Deletes search terms that no outfit, event or article has any more: edits and deletions leave them behind. Looks at so many
 * of those that were not seen for two days. A term that is being posted at the same time stays: its post has renewed it, and
 * locks it until the post is committed. Writes `search_terms`.
 *
 * @returns How many were deleted.
 */
export async function deleteUnusedTerms(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - unseenHours * 3_600_000);
  const [counted] = await runSql<{ deleted: number }>(
    db,
    `with stale as materialized (${staleTerms}),
       renewed as (
         update search_terms t set seen_at = $3 from stale s
         where s.is_used and t.kind = s.kind and t.key = s.key returning 1),
       deleted as (
         delete from search_terms t using stale s
         where not s.is_used and t.kind = s.kind and t.key = s.key and t.seen_at < $1 returning 1)
     select count(*)::int as deleted from deleted`,
    [before, termsPerRun, now],
  );
  return counted?.deleted ?? 0;
}

/**
 * Words that share the most trigrams, and words with the same beginning, because two swapped letters change most
 * trigrams.
 */
const wordsAlike = `
  select key from search_terms
  where kind = 'word' and (key % $1 or key like left($1, 2) || '%') and abs(length(key) - length($1)) <= 3
  order by similarity(key, $1) desc, key limit 16`;

/**
 * Known words that `word` may be a misspelling of, the nearest first, at most three: one letter off in a short word, up
 * to three in a long one. Some may no longer occur anywhere.
 */
export async function findNearWords(pool: Pool, word: string): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>(wordsAlike, [word]);
  const changesMax = word.length < 5 ? 1 : word.length < 9 ? 2 : 3;
  return rows
    .map(({ key }) => ({ key, changes: editDistance(word, key) }))
    .filter(({ changes }) => changes > 0 && changes <= changesMax)
    .toSorted((one, other) => one.changes - other.changes)
    .slice(0, nearestMax)
    .map(({ key }) => key);
}
