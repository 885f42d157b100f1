import { type KeysetCursor, writeCursor } from "./cursor.ts";
import { type Pool, type PreparedStatement, runPrepared } from "./db.ts";

/**
 * Lists whose objects leave the server as the database has written them: they come as one text, of which this process parses
 * the last object at most.
 *
 * @see docs/performance.md#json-pages
 */

/** SQL for a time as the contract writes it: UTC, ISO 8601, milliseconds. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Between the objects of a list, because no JSON text contains it (RFC 7464); in SQL and here. */
const separator = { sql: "chr(30)", text: "\u001E" };

/**
 * SQL for one row with the column `json`: the objects of `select` in its order, for `toObjects`. Many rows would cost
 * PostgreSQL, and this process even more, for each of them.
 *
 * @param select Its columns are the properties of the contract's object, `id` among them.
 */
export const jsonList = (select: string): string =>
  `select string_agg(row_to_json(o)::text, ${separator.sql}) as json from (${select}) o`;

/** The row of a `jsonList`; null without any object. */
export interface JsonList {
  json: string | null;
}

/** The JSON texts of a list's objects. */
export const toObjects = (list: JsonList | undefined): string[] => list?.json?.split(separator.text) ?? [];

/** The position of an object in its list, from its JSON. @param time The property that the list is ordered by. */
export function positionOf(json: string, time = "createdAt"): KeysetCursor {
  const { id = "", [time]: createdAt = "" } = JSON.parse(json) as Record<string, string>;
  return { createdAt, id };
}

/** The JSON of a contract page, with the properties of `more`. */
export function composePage(items: readonly string[], nextCursor: string | null, more: object = {}): string {
  return `{"items":[${items.join(",")}],${JSON.stringify({ nextCursor, ...more }).slice(1)}`;
}

/**
 * The JSON of a contract page of at most `limit` objects, from `limit + 1` if there are more.
 *
 * @param options.time The property that the list is ordered by.
 * @param options.more Properties of the page besides items and cursor.
 */
export function toJsonPage(
  objects: string[],
  limit: number,
  { time, more }: { time?: string; more?: object } = {},
): string {
  const items = objects.slice(0, limit);
  const last = items.at(-1);
  const isWhole = objects.length <= limit || last === undefined;
  return composePage(items, isWhole ? null : writeCursor(positionOf(last, time)), more);
}

/** The JSON of a contract page by a statement of `jsonList`, which reads `limit + 1` objects. */
export async function readJsonPage(
  pool: Pool,
  statement: PreparedStatement,
  values: unknown[],
  limit: number,
): Promise<string> {
  const [list] = await runPrepared<JsonList>(pool, statement, values);
  return toJsonPage(toObjects(list), limit);
}
