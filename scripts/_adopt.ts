import path from "node:path";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { benchFolder } from "./bench/data-set.ts";
const migrations = new URL("../server/db/migrations/", import.meta.url);
const hash = createHash("sha256");
for (const name of (await readdir(migrations)).toSorted()) hash.update(await readFile(new URL(name, migrations)));
for (const name of ["data-set-sql.ts", "data-set-looks.ts"]) hash.update(await readFile(path.join(import.meta.dirname, "bench", name)));
const wanted = `bench_${hash.digest("hex").slice(0, 12)}`;
const cluster = await startEmbeddedPostgres({ dataDir: path.join(benchFolder, "postgres") });
const at = (name: string) => { const u = new URL(cluster.url); u.pathname = `/${name}`; return u.href; };
const m = new pg.Client({ connectionString: at("postgres") }); await m.connect();
const { rows } = await m.query("select datname from pg_database where datname like 'bench\\_%'");
console.log(rows, wanted);
const [{ datname }] = rows;
console.log(await migrate(at(datname), migrations));
const c = new pg.Client({ connectionString: at(datname) }); await c.connect();
const { rows: [{ n }] } = await c.query("select count(*)::int as n from article_versions");
if (n === 0) {
  await c.query(`set session_replication_role = replica; insert into article_versions (article_id, number, revision, kind, editor_id, content, word_count, started_at, saved_at)
       select id, 1, 1, 'published', author_id, jsonb_build_object('title', title, 'summary', summary, 'tags', to_jsonb(tags),
           'cover', jsonb_build_object('imageId', cover_image_id, 'alt', cover_alt, 'caption', ''), 'body', body),
         1200, created_at, published_at from articles`);
}
await c.query("vacuum (analyze)"); await c.query("checkpoint"); await c.end();
if (datname !== wanted) await m.query(`alter database ${datname} rename to ${wanted}`);
await m.end(); await cluster.stop();
