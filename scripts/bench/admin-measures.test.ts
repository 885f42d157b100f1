import { expect, test } from "vitest";
import { runSql } from "#server/db/db.ts";
import { buildOutfit } from "#server/testing/factories.ts";
import { testApp } from "#server/testing/test-app.ts";
import { adminAddresses, fileReports, takeReportsAway } from "./admin-measures.ts";

const { app, as, db } = await testApp();
const outfitsCount = 10;

/** Members and outfits under the numbers by which the data set is addressed. */
async function buildDataSet(): Promise<{ id: string }> {
  await runSql(db, "create table bench_users as select n, gen_random_uuid() as id from generate_series(0, 9999) n", []);
  await runSql(db, "insert into auth.users (id, email) select id, n || '@bench.example' from bench_users", []);
  await runSql(
    db,
    "insert into profiles (id, username, username_skeleton) select id, 'bench' || n, 'bench' || n from bench_users",
    [],
  );
  await runSql(db, "insert into user_roles (user_id, role) select id, 'admin' from bench_users where n = 2000", []);
  await runSql(db, "create table bench_outfits (n integer, id uuid)", []);
  const members = await runSql<{ id: string }>(db, "select id from bench_users where n in (1, 2000) order by n", []);
  const [owner, admin] = members;
  if (!owner || !admin) throw new Error("The members are missing");
  for (let n = 0; n < outfitsCount; n += 1)
    await runSql(db, "insert into bench_outfits values ($1, $2)", [n, (await buildOutfit(db, owner.id)).id]);
  return admin;
}

test("the measured admin lists answer, and the reports they show are taken away again", async () => {
  const admin = await buildDataSet();
  await fileReports({ app });
  const counts = async () => {
    const [row] = await runSql<{ cases: number; reports: number; against: number }>(
      db,
      `select (select count(*)::integer from moderation_cases) as cases, (select count(*)::integer from reports) as reports,
         (select coalesce(sum(reports_count), 0)::integer from profiles) as against`,
      [],
    );
    return row;
  };
  const reports = 5 * outfitsCount;
  expect(await counts()).toEqual({ cases: outfitsCount, reports, against: reports });
  for (const address of await adminAddresses({ app })) {
    const { statusCode } = await as(admin).get(address);
    expect([address, statusCode]).toEqual([address, 200]);
  }
  await takeReportsAway({ app });
  expect(await counts()).toEqual({ cases: 0, reports: 0, against: 0 });
});
