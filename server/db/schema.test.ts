import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-app.ts";

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}
type Columns = Record<string, Column>;

const timeTypes = new Set(["Time", "MaybeTime"]);

/** The columns declared by each interface of schema.ts, by table name. */
async function readDeclared(): Promise<Record<string, Columns>> {
  const source = await readFile(new URL("./schema.ts", import.meta.url), "utf8");
  const interfaces = new Map<string, Columns>();
  for (const [, name = "", body = ""] of source.matchAll(/export interface (\w+Table) \{\n([\s\S]*?)\n\}/g)) {
    const fields = [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, column = "", type = ""]): [string, Column] => [
      column,
      {
        type,
        isNullable: type === "MaybeTime" || /\| null\b/.test(type),
        hasDefault: timeTypes.has(type) || type.startsWith("Generated"),
      },
    ]);
    interfaces.set(name, Object.fromEntries(fields));
  }
  const [, tables = ""] = /export interface Tables \{\n([\s\S]*?)\n\}/.exec(source) ?? [];
  const entries = [...tables.matchAll(/^ {2}"?([\w.]+)"?: (\w+);$/gm)];
  return Object.fromEntries(entries.map(([, table = "", name = ""]) => [table, interfaces.get(name) ?? {}]));
}

interface LiveColumn {
  table_name: string;
  column_name: string;
  is_nullable: boolean;
  has_default: boolean;
}

test("every declared table has exactly the columns of the database, with their nullability and defaults", async () => {
  const { pool } = await testDatabase();
  const { rows } = await pool.query<LiveColumn>(
    `select case table_schema when 'public' then table_name else table_schema || '.' || table_name end as table_name,
            column_name, is_nullable = 'YES' as is_nullable,
            column_default is not null or is_generated = 'ALWAYS' or is_identity = 'YES' as has_default
     from information_schema.columns
     where table_schema in ('public', 'auth')
       and table_name not in ('schema_migrations', 'public_profiles', 'rate_limits')`,
  );
  const live: Record<string, Record<string, string>> = {};
  for (const row of rows) {
    const columns = (live[row.table_name] ??= {});
    columns[row.column_name] = `${row.is_nullable ? "nullable" : "required"}`;
  }
  const declared: Record<string, Record<string, string>> = {};
  for (const [table, columns] of Object.entries(await readDeclared())) {
    declared[table] = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, column.isNullable ? "nullable" : "required"]),
    );
  }
  expect(declared).toEqual(live);
  const withDefault = new Set(
    rows.filter((row) => row.has_default).map((row) => `${row.table_name}.${row.column_name}`),
  );
  const wronglyOptional = Object.entries(await readDeclared()).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([name, column]) => column.hasDefault && !column.isNullable && !withDefault.has(`${table}.${name}`))
      .map(([name]) => `${table}.${name}`),
  );
  expect(wronglyOptional).toEqual([]);
});
