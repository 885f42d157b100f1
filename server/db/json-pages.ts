import { type KeysetCursor, toPage } from "./cursor.ts";

/**
 * Lists whose objects leave the server as the database has written them: a row is one JSON text, which this process neither
 * parses nor writes again.
 *
 * @see docs/performance.md#json-pages
 */

/** An object of a list as JSON text, and its position. */
export interface JsonRow extends KeysetCursor {
  json: string;
}

/** SQL for a time as the contract writes it: UTC, ISO 8601, milliseconds. */
export const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL for the JsonRows of `select`, in its order.
 *
 * @param select Its columns are the properties of the contract's object, `id` among them.
 * @param time The property of the position.
 */
export const jsonRows = (select: string, time = "createdAt"): string =>
  `select o.id, o."${time}" as "createdAt", row_to_json(o)::text as json from (${select}) o`;

/** The JSON of a contract page, with the properties of `more`. */
export function composePage(items: readonly string[], nextCursor: string | null, more: object = {}): string {
  return `{"items":[${items.join(",")}],${JSON.stringify({ nextCursor, ...more }).slice(1)}`;
}

/** The JSON of a contract page of at most `limit` objects, from `limit + 1` rows if there are more. */
export function toJsonPage(rows: JsonRow[], limit: number, more?: object): string {
  const { items, nextCursor } = toPage(rows, limit);
  return composePage(
    items.map(({ json }) => json),
    nextCursor,
    more,
  );
}
