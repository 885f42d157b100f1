import type { KeysetCursor } from "#server/db/cursor.ts";
import { type PreparedStatement, type Pool, runPrepared } from "#server/db/db.ts";
import { jsonList, readJsonPage } from "#server/db/json-pages.ts";
import { cardColumns, cardJoins, type CardRow, cardRowColumns, flagColumns } from "#server/outfits/outfits.service.ts";
import { hiddenMemberIds } from "#server/members/member-sql.ts";

/** Rows that a page statement reads: one more than a page, for the two page sizes that clients use. */
const rowsOfPage = 21;
const rowsOfLongPage = 51;

const newestFirst = "order by o.created_at desc, o.id desc";
const beforeAll: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

const coreOfAll: PreparedStatement = {
  name: "feed_first_page",
  text: `select ${cardRowColumns}
    from (select * from outfits o where o.is_listed ${newestFirst} limit ${rowsOfPage}) o ${cardJoins} ${newestFirst}`,
};
const coreOfStyle: PreparedStatement = {
  name: "feed_core_style",
  text: `select ${cardRowColumns}
    from (select * from outfits o where o.is_listed and o.style_id = $1 ${newestFirst} limit ${rowsOfPage}) o
    ${cardJoins} ${newestFirst}`,
};

/** The first page of the feed or of a style's feed, for any viewer: 20 cards, and one more if there are more. */
export function listFirstPageRows(pool: Pool, styleId: string | undefined): Promise<CardRow[]> {
  return styleId === undefined
    ? runPrepared<CardRow>(pool, coreOfAll, [])
    : runPrepared<CardRow>(pool, coreOfStyle, [styleId]);
}

// The LIMIT is part of the text: as a parameter it would prevent plan reuse (docs/performance.md#prepared-statements).
const pageStatement = (scope: keyof typeof scopes, rows: number): PreparedStatement => ({
  name: `feed_page_${scope}_${rows}`,
  text: jsonList(`
    select ${cardColumns()}, ${flagColumns("$1")}
    from (
      select * from outfits o
      where ${scopes[scope]} and (o.created_at, o.id) < ($2::timestamptz, $3::uuid)
        and o.user_id <> all (${hiddenMemberIds("$1")})
      ${newestFirst} limit ${rows}
    ) o ${cardJoins} ${newestFirst}`),
});
const scopes = {
  all: "o.is_listed",
  style: "o.is_listed and o.style_id = $4::uuid",
};
const pageStatements = new Map(
  (["all", "style"] as const).flatMap((scope) =>
    [rowsOfPage, rowsOfLongPage].map((rows) => [`${scope} ${rows}`, pageStatement(scope, rows)] as const),
  ),
);

/** The JSON of one page of the feed after a cursor, newest first, without members hidden from the viewer. */
export function listFeedPage(
  pool: Pool,
  page: { viewerId: string | null; styleId: string | undefined; after: KeysetCursor | null; limit: number },
): Promise<string> {
  const { createdAt, id } = page.after ?? beforeAll;
  const rows = page.limit < rowsOfPage ? rowsOfPage : rowsOfLongPage;
  const statement = pageStatements.get(`${page.styleId === undefined ? "all" : "style"} ${rows}`);
  if (!statement) throw new Error(`There is no page of ${rows} rows`);
  const values = [page.viewerId, createdAt, id];
  return readJsonPage(pool, statement, page.styleId === undefined ? values : [...values, page.styleId], page.limit);
}

/**
 * A viewer's relation to a page, separated by spaces: the positions, from 1, of the outfits liked and of those saved,
 * and the ids of hidden authors.
 */
export interface ViewerFlags {
  liked: string;
  saved: string;
  hiddenAuthors: string;
}

// Strings instead of arrays: they are empty for most viewers and need no parsing.
const joined = (select: string) => `array_to_string(array(${select}), ' ')`;
const placesIn = (table: string) =>
  joined(`select array_position($2::uuid[], r.outfit_id) from ${table} r
    where r.user_id = asked.id and r.outfit_id = any ($2::uuid[])`);

// The subselect hides the number of members, for which the planner would otherwise plan each use again.
const viewerFlags = {
  name: "viewer_flags",
  text: `
    select asked.id as "userId",
      ${placesIn("likes")} as liked,
      ${placesIn("closet_saves")} as saved,
      ${joined(`select b.blocked_id from blocks b where b.blocker_id = asked.id and b.blocked_id = any ($3::uuid[])
        union all select b.blocker_id from blocks b where b.blocked_id = asked.id and b.blocker_id = any ($3::uuid[])
        union all select m.muted_id from mutes m where m.muter_id = asked.id and m.muted_id = any ($3::uuid[])`)}
        as "hiddenAuthors"
    from unnest((select $1::uuid[])) as asked (id)`,
};

/** The flags of several members for one page, by member id. */
export async function findViewerFlags(
  pool: Pool,
  userIds: string[],
  page: { ids: string[]; authorIds: string[] },
): Promise<Map<string, ViewerFlags>> {
  const rows = await runPrepared<ViewerFlags & { userId: string }>(pool, viewerFlags, [
    userIds,
    page.ids,
    page.authorIds,
  ]);
  return new Map(rows.map((row) => [row.userId, row]));
}
