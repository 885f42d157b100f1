import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-app.ts";
import { readCursor } from "./cursor.ts";
import { jsonList, readJsonPage } from "./json-pages.ts";

const { pool } = await testDatabase();

/** `count` objects in descending order, of which at most `limit` are on the page. */
const pageOf = async (count: number, limit: number) => {
  const text = jsonList(`
    select '00000000-0000-4000-8000-' || lpad(n::text, 12, '0') as id, 'a' || chr(30) || n as text,
      '2026-11-26T12:00:00.00' || n || 'Z' as "createdAt"
    from generate_series(1, $1::int) n order by n desc`);
  return JSON.parse(await readJsonPage(pool, { name: `objects_of_${limit}`, text }, [count], limit));
};

test("a page has its objects in order, whatever their texts contain", async () => {
  const { items, nextCursor } = await pageOf(3, 3);
  expect(items.map(({ text }: { text: string }) => text)).toEqual(["a\u001E3", "a\u001E2", "a\u001E1"]);
  expect(nextCursor).toBeNull();
});

test("one with more after it has the position of its last object", async () => {
  const { items, nextCursor } = await pageOf(4, 2);
  expect(items).toHaveLength(2);
  expect(readCursor(nextCursor)).toEqual({
    createdAt: "2026-11-26T12:00:00.003Z",
    id: "00000000-0000-4000-8000-000000000003",
  });
});

test("one without any is empty", async () => {
  expect(await pageOf(0, 2)).toEqual({ items: [], nextCursor: null });
});
