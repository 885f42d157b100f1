import { escapeLike } from "#server/lib/like-patterns.ts";
import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Author } from "#contract/page.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { hiddenMemberIds } from "#server/members/member-sql.ts";
import { author, isVisibleMember } from "#server/members/members.service.ts";

const anywhereCharsMin = 3;
/** Candidate terms, before those without a visible outfit are dropped. */
const candidatesMax = 24;

/**
 * LIKE patterns for names that begin with the words, and for names that contain them; short searches match only the
 * beginning.
 */
function toPatterns(words: string): { start: string; inside: string } {
  const start = `${escapeLike(words.toLowerCase())}%`;
  return { start, inside: Array.from(words).length < anywhereCharsMin ? start : `%${start}` };
}

/**
 * Members one of whose names contains these words or is similar, the nearest first, ties by followers. Visitors find no
 * private members; banned members and those across a block are never found.
 */
export async function searchPeople(db: Db, words: string, viewerId: string | null): Promise<Author[]> {
  const { start, inside } = toPatterns(words);
  const isOpen = viewerId === null ? sql`not p.is_private` : sql`true`;
  const { rows } = await sql<{ member: Author }>`
    select ${author} as member from profiles p
    where (p.username like ${inside} or lower(p.display_name) like ${inside} or p.username % ${words}
        or lower(p.display_name) % ${words})
      and ${isOpen} and ${isVisibleMember(viewerId)}
    order by (p.username like ${start} or coalesce(lower(p.display_name) like ${start}, false)) desc,
      (p.username like ${inside} or coalesce(lower(p.display_name) like ${inside}, false)) desc, greatest(similarity(p.username, ${words}), similarity(lower(p.display_name), ${words})) desc,
      p.followers_count desc, p.username
    limit ${sql.lit(limits.searchPeople)}`.execute(db);
  return rows.map(({ member }) => member);
}

/** Styles whose name contains these words or is similar, the nearest first. */
export async function searchStyles(db: Db, words: string): Promise<{ id: string; name: string }[]> {
  const { inside } = toPatterns(words);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from styles where lower(name) like ${inside} or name % ${words}
    order by similarity(name, ${words}) desc, name limit 3`.execute(db);
  return rows;
}

/**
 * Ordered as the index: otherwise the planner scans the whole table, expecting an early row. Each outfit is probed by
 * its key: as a join the planner would merge them with all outfits until it meets a rare brand.
 */
const isBorne = (table: string, column: string) => `(
  select true from ${table} x
  where lower(x.${column}) = t.key
    and (select o.is_listed and o.user_id <> all (${hiddenMemberIds("$1")}) from outfits o where o.id = x.outfit_id)
  order by x.outfit_id desc limit 1)`;
const nearest = (kind: "tag" | "brand") => `(
  select kind, name, key, row_number() over (
    order by key = $2 desc, key like $3 desc, key like $4 desc, similarity(key, $2) desc, key) as place
  from search_terms where kind = '${kind}' and (key like $4 or key % $2)
  order by place limit ${candidatesMax})`;
const nearestTerms = `
  select kind, name from (${nearest("tag")} union all ${nearest("brand")}) t
  where case kind when 'tag' then ${isBorne("outfit_tags", "tag")} else ${isBorne("outfit_items", "brand")} end
  order by kind, place`;

/**
 * Tags and brands that contain these words or are similar, the nearest first; only those of an outfit that lists show
 * to the viewer.
 */
export async function searchTerms(
  db: Db,
  words: string,
  viewerId: string | null,
): Promise<{ tags: string[]; brands: string[] }> {
  const { start, inside } = toPatterns(words);
  const values = [viewerId, words.toLowerCase(), start, inside];
  const rows = await runSql<{ kind: "tag" | "brand"; name: string }>(db, nearestTerms, values);
  const namesOf = (kind: "tag" | "brand") =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, limits.searchTerms)
      .map((row) => row.name);
  return { tags: namesOf("tag"), brands: namesOf("brand") };
}
