import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-app.ts";
import { type Database, runSql } from "./db.ts";
import { createStatementNames, mayBeNamed } from "./named-statements.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});

interface Prepared {
  statement: string;
  generic_plans: number;
}
/** The prepared statements of `work`'s connection that contain a word. */
async function preparedBy(work: (db: Database["db"]) => Promise<unknown>, word: string): Promise<Prepared[]> {
  return database.db.connection().execute(async (db) => {
    // What is no read takes a connection of its own, and keeps it.
    await sql`set application_name to 'test'`.execute(db);
    await work(db);
    const { rows } = await sql<Prepared>`select statement, generic_plans::int from pg_prepared_statements`.execute(db);
    return rows.filter(({ statement }) => statement.includes(word));
  });
}
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let time = 0; time < count; time += 1) await work();
};

test("a frequent statement is prepared once and returns the same rows", async () => {
  const answers: unknown[] = [];
  const ask = async (db: Database["db"], n: number) =>
    answers.push(await runSql(db, "select $1::int + 1 as sum /* frequent */", [n]));
  const prepared = await preparedBy(async (db) => {
    for (let n = 0; n < 5; n += 1) await ask(db, n);
  }, "/* frequent */");
  expect(prepared).toHaveLength(1);
  expect(answers).toEqual([1, 2, 3, 4, 5].map((n) => [{ sum: n }]));
});

test("a rare one is not", async () => {
  const prepared = await preparedBy((db) => times(2, () => runSql(db, "select 1 /* rare */", [])), "/* rare */");
  expect(prepared).toEqual([]);
});

test("a builder's limit is part of the text, so that the plan is reused", async () => {
  const list = (db: Database["db"]) => () =>
    db.selectFrom("styles").select("name").where("name", "!=", "none").orderBy("name").limit(3).execute();
  const [prepared] = await preparedBy((db) => times(12, list(db)), `limit 3`);
  expect(prepared?.generic_plans).toBeGreaterThan(0);
});

test("a failed statement leaves its connection usable, named or not", async () => {
  await database.db.connection().execute(async (db) => {
    const divide = (by: number) => runSql(db, "select 6 / $1::int as share", [by]);
    for (const by of [1, 2, 3, 0, 6]) {
      if (by === 0) await expect(divide(by)).rejects.toMatchObject({ code: "22012" });
      else expect(await divide(by)).toEqual([{ share: 6 / by }]);
    }
  });
});

test.each([
  "select id from outfits where search_text like $1",
  "select id from profiles where username ILIKE $1",
  "select key from search_terms where key % $1",
  "select key from search_terms where key ~ $1",
  'select * from "auth"."sessions" where "id" = $1',
  'select "p".* from "profiles" as "p"',
  'insert into "auth"."flows" ("id") values ($1) returning *',
  "begin",
  "set local statement_timeout = 0",
])("is never prepared: %s", (text) => {
  expect(mayBeNamed(text)).toBe(false);
});

test("a keyword within quotes is not a pattern", () => {
  expect(mayBeNamed("select id from notifications where type in ('like', 'comment') and user_id = $1")).toBe(true);
});

test("only frequent texts get a name, one each", () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 4 }, () => nameOf("select 0"));
  expect(names).toEqual([undefined, undefined, expect.any(String), names[2]]);
  expect(nameOf("select 1")).toBeUndefined();
});

test("with half of them given a name takes much more use, and there are no more than a connection should keep", () => {
  const nameOf = createStatementNames();
  const askOften = (text: string, uses: number) => Array.from({ length: uses }, () => nameOf(text)).at(-1);
  const many = Array.from({ length: 400 }, (_, n) => `select ${n}`);
  const early = many.map((text) => askOften(text, 4)).filter((name) => name !== undefined);
  expect(early).toHaveLength(128);
  expect(askOften("select 'odd'", 50)).toBeUndefined();
  expect(askOften("select 'odd'", 60)).toBeDefined();
  const late = many.map((text) => askOften(text, 120)).filter((name) => name !== undefined);
  expect(new Set([...early, ...late]).size).toBe(255);
  expect(nameOf("select 0")).toBe(early[0]);
});
