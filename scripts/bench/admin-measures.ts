import type { BenchRun } from "./bench-run.ts";
import { signInNumber } from "./members.ts";
import { measureAlone } from "./page-measures.ts";
import { findFullReads, recordStatements } from "./plans.ts";
import type { Line } from "./report.ts";

const casesCount = 10_000;
/** Reports of each case: 50,000 in all. */
const reportsOfCase = 5;
/** The data set makes every 2,000th member an admin. */
const adminNumber = 2_000;

/** How late the slowest answers of the admin lists are with 50,000 reports, at half of their maximum rate, and their plans. */
export async function measureAdmin(whole: BenchRun): Promise<Line[]> {
  const run = { ...whole, seconds: 1 };
  const { headers } = await signInNumber(run.app, adminNumber);
  await fileReports(run);
  try {
    const addresses = await adminAddresses(run);
    const lines = [await checkAdminPlans(run, addresses, headers)];
    for (const address of addresses) {
      lines.push(await measureAlone(run, `admin: ${nameOf(address)}`, { method: "GET", path: address, headers }));
    }
    return lines;
  } finally {
    await takeReportsAway(run);
  }
}

/** Without ids and cursors, which differ from run to run. */
const nameOf = (address: string) => address.replace(/[0-9a-f-]{36}/g, "{id}").replace(/cursor=[^&]+/, "cursor=...");

/** The admin lists, some with filters, and what opens from them. */
export async function adminAddresses({ app }: Pick<BenchRun, "app">): Promise<string[]> {
  const { rows } = await app.pool.query<{ id: string; member: string; username: string }>(
    `select c.id, c.member_id as member, p.username from moderation_cases c join profiles p on p.id = c.member_id
     where c.status = 'open' order by c.urgency desc, c.id desc limit 1`,
  );
  const [first] = rows;
  if (!first) throw new Error("There are no cases");
  return [
    "/api/admin/cases",
    "/api/admin/cases?targetType=outfit",
    "/api/admin/cases?targetType=comment",
    "/api/admin/cases?state=decided",
    `/api/admin/cases/${first.id}`,
    "/api/admin/members",
    "/api/admin/members?sort=reports&reported=yes",
    `/api/admin/members?search=${first.username}`,
    `/api/admin/members/${first.member}`,
    `/api/admin/members/${first.member}/reports?side=against`,
    "/api/admin/outfits",
    "/api/admin/outfits?search=velvet",
    "/api/admin/comments",
    "/api/admin/appeals",
    "/api/admin/audit",
    "/api/admin/redemptions",
    "/api/admin/articles",
    "/api/admin/articles?status=submitted",
    "/api/admin/events",
    "/api/admin/events?status=submitted",
    "/api/admin/dashboard",
    `/api/admin/search?search=${first.username}`,
  ];
}

async function checkAdminPlans(run: BenchRun, addresses: string[], headers: Record<string, string>): Promise<Line> {
  const statements = await recordStatements(async () => {
    for (const url of addresses) {
      const { statusCode, body } = await run.fastify.inject({ method: "GET", url, headers });
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`);
    }
  });
  const found = await findFullReads(run.databaseUrl, statements);
  for (const one of found) console.log(one);
  return {
    what: "admin: statements that scan a large table / statements checked",
    ours: String(found.length),
    reference: String(statements.length),
    ratio: found.length,
    target: { sign: "<=", ratio: 0 },
  };
}

/** 10,000 cases with five reports each, of which a fifth is decided. */
export async function fileReports(run: Pick<BenchRun, "app">): Promise<void> {
  const { pool } = run.app;
  // A run that was interrupted leaves its cases behind.
  await takeReportsAway(run);
  await pool.query(
    `insert into moderation_cases (id, target_type, target_id, member_id, status, reports_count, weight, urgency,
       decided_by, decided_at, created_at)
     select uuidv7(), 'outfit', o.id, o.user_id, case when b.n % 5 = 0 then 'dismissed' else 'open' end, $2::integer, $2::integer,
       $2::integer * 1440 - (b.n * 17 % 100000), case when b.n % 5 = 0 then (select id from bench_users where n = 2000) end,
       case when b.n % 5 = 0 then now() - b.n * interval '1 minute' end, now() - b.n * interval '3 minutes'
     from bench_outfits b join outfits o on o.id = b.id where b.n < $1`,
    [casesCount, reportsOfCase],
  );
  await pool.query(
    `insert into reports (id, reporter_id, target_type, target_id, member_id, reason, status, case_id, created_at)
     select uuidv7(), u.id, 'outfit', c.target_id, c.member_id, (array['spam', 'nudity', 'hate', 'other'])[1 + (b.n + k) % 4],
       case when b.n % 5 = 0 then 'dismissed' else 'open' end, c.id, c.created_at + k * interval '1 minute'
     from moderation_cases c join bench_outfits b on b.id = c.target_id cross join generate_series(1, $1::integer) k
     join bench_users u on u.n = (b.n * 7 + k * 1013) % 10000`,
    [reportsOfCase],
  );
  await countReports(pool);
  // What autovacuum would otherwise begin in the middle of a measurement.
  await pool.query("vacuum (analyze) moderation_cases, reports, profiles");
}

/** Removes the cases with their reports from the data set. */
export async function takeReportsAway({ app: { pool } }: Pick<BenchRun, "app">): Promise<void> {
  await pool.query("delete from moderation_cases");
  await countReports(pool);
}

async function countReports(pool: BenchRun["app"]["pool"]): Promise<void> {
  await pool.query(
    `update profiles p set reports_count = coalesce(r.reports, 0)
     from bench_users u left join (select member_id, count(*)::integer as reports from reports group by 1) r on r.member_id = u.id
     where p.id = u.id and p.reports_count <> coalesce(r.reports, 0)`,
  );
}
