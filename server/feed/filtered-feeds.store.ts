import type { KeysetCursor } from "#server/db/cursor.ts";
import type { Pool, PreparedStatement } from "#server/db/db.ts";
import { jsonList, readJsonPage } from "#server/db/json-pages.ts";
import { cardColumns, cardJoins, flagColumns, isLookCurrent, type PageRange } from "#server/outfits/outfits.service.ts";
import { hiddenMemberIds } from "#server/members/member-sql.ts";
import { isOutfitVisible } from "#server/visibility/outfit-sql.ts";
import { toColourPair } from "#server/lib/colour-words.ts";

/** Rows that a page statement reads: one more than a page, for the two page sizes that clients use. */
const pageRows = [21, 51] as const;
const beforeAll: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
const newestFirst = (outfit: string) => `order by ${outfit}.created_at desc, ${outfit}.id desc`;
const isBefore = (outfit: string) => `(${outfit}.created_at, ${outfit}.id) < ($2::timestamptz, $3::uuid)`;

/** One statement for each size of page, since the LIMIT must be part of its text (docs/performance.md#prepared-statements). */
function pageStatements(name: string, order: string, outfitsOf: (rows: number) => string): PreparedStatement[] {
  return pageRows.map((rows) => ({
    name: `${name}_${rows}`,
    text: jsonList(`select ${cardColumns()}, ${flagColumns("$1")} from (${outfitsOf(rows)}) o ${cardJoins} ${order}`),
  }));
}

async function readPage(
  pool: Pool,
  statements: PreparedStatement[],
  page: PageRange,
  more: (string | null)[],
): Promise<string> {
  const [short, long] = statements;
  const statement = page.limit < pageRows[0] ? short : long;
  if (!statement) throw new Error(`There is no page of ${page.limit} outfits`);
  const { createdAt, id } = page.after ?? beforeAll;
  return readJsonPage(pool, statement, [page.viewerId, createdAt, id, ...more], page.limit);
}

// Ids begin with their timestamp, so the newest of a tag or brand come last in its index.
const termPages = (name: string, idsOf: string, isMatch = "true"): PreparedStatement[] =>
  pageStatements(
    name,
    "order by o.id desc",
    (rows) => `
      select o.* from (${idsOf}) t join outfits o on o.id = t.outfit_id
      where o.is_listed and o.user_id <> all (${hiddenMemberIds("$1")})
        and $2::timestamptz is not null and ${isMatch}
      order by t.outfit_id desc limit ${rows}`,
  );
const pagesOfTag = termPages(
  "feed_tag",
  "select outfit_id from outfit_tags where lower(tag) = lower($4) and outfit_id < $3::uuid",
);
const pagesOfBrand = termPages(
  "feed_brand",
  // Two items of one brand are adjacent in the index.
  `select distinct outfit_id from outfit_items where lower(brand) = lower($4) and outfit_id < $3::uuid
   order by outfit_id desc`,
);

const pagesOfColour = termPages(
  "feed_colour",
  "select outfit_id from outfit_colours where colour = $4 and outfit_id < $3::uuid",
  isLookCurrent,
);
const idsOfPair = `select p.outfit_id from outfit_colour_pairs p
  where p.first_colour = $4 and p.second_colour = $5 and p.outfit_id < $3::uuid`;
const pagesOfTwoColours = termPages("feed_two_colours", idsOfPair, isLookCurrent);
const pagesOfThreeColours = termPages(
  "feed_three_colours",
  // A value and not `exists`, which would be joined in a way that depends on the colours.
  `${idsOfPair}
     and (select true from outfit_colours c where c.colour = $6 and c.outfit_id = p.outfit_id)`,
  isLookCurrent,
);

/** The JSON of one page of listed outfits with the tag in any case, newest first. */
export function listTagFeed(pool: Pool, tag: string, page: PageRange): Promise<string> {
  return readPage(pool, pagesOfTag, page, [tag]);
}

/** The JSON of one page of listed outfits with an item of the brand, newest first. */
export function listBrandFeed(pool: Pool, brand: string, page: PageRange): Promise<string> {
  return readPage(pool, pagesOfBrand, page, [brand]);
}

/** The JSON of one page of listed outfits whose clothes have all of one to three colours, newest first. */
export function listColourFeed(pool: Pool, colours: readonly string[], page: PageRange): Promise<string> {
  const [first = "", second, third] = colours;
  if (second === undefined) return readPage(pool, pagesOfColour, page, [first]);
  const pair = toColourPair(first, second);
  if (third === undefined) return readPage(pool, pagesOfTwoColours, page, pair);
  return readPage(pool, pagesOfThreeColours, page, [...pair, third]);
}

/**
 * The newest outfits of all followed members, private ones included. The newest `rows` outfits are by at most that many
 * members, namely those with the most recent posts, so each member costs one index probe and only these few cost more.
 */
const pagesOfFollowing = pageStatements("feed_following", newestFirst("o"), (rows) => {
  const nextOf = (member: string, limit: number) => `
    select o.* from outfits o
    where o.user_id = ${member} and ${isBefore("o")} and ($4::uuid is null or o.style_id = $4::uuid)
      and ${isOutfitVisible("$1", "false")}
    ${newestFirst("o")} limit ${limit}`;
  return `
    select o.* from (
      select f.following_id from follows f cross join lateral (${nextOf("f.following_id", 1)}) latest
      where f.follower_id = $1::uuid and f.following_id <> all (${hiddenMemberIds("$1")})
      ${newestFirst("latest")} limit ${rows}
    ) author cross join lateral (${nextOf("author.following_id", rows)}) o
    ${newestFirst("o")} limit ${rows}`;
});

/**
 * The JSON of one page of the outfits of the members whom the viewer follows, private ones included, of one style or all,
 * newest first.
 */
export function listFollowingFeed(pool: Pool, styleId: string | undefined, page: PageRange): Promise<string> {
  return readPage(pool, pagesOfFollowing, page, [styleId ?? null]);
}
