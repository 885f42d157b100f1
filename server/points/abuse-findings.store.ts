import { type Db, runSql } from "#server/db/db.ts";
import type { KeysetCursor } from "#server/db/cursor.ts";
import { newId } from "#server/lib/ids.ts";

/** Something that an admin should look at. */
export interface AbuseFindingRow {
  id: string;
  kind: "many_new_accounts";
  /** An address, or the /64 network of an IPv6 address. */
  address: string;
  /** UTC: `2026-11-22`. */
  day: string;
  accountsCount: number;
  firstAt: Date;
  lastAt: Date;
  resolvedAt: Date | null;
}

/** One address for all of a household's: IPv6 customers get a /64 network at least. */
const network = `case when a.ip like '%:%' and a.ip !~ '^::ffff:'
  then host(network(set_masklen(a.ip::inet, 64))) || '/64' else regexp_replace(a.ip, '^::ffff:', '') end`;
/** What the server writes as an address; anything else cannot be read as one. */
const isAddress = "pg_input_is_valid(a.ip, 'inet')";

const createdAccounts = `select distinct on (a.user_id) a.user_id, a.created_at, ${network} as address,
    (a.created_at at time zone 'UTC')::date as day
  from auth.audit a
  where a.event = 'account_created' and a.user_id is not null and a.created_at >= $1 and ${isAddress}
  order by a.user_id, a.created_at`;

/**
 * Records each address from which more than `accountsMax` accounts were created on one day since `since`: one finding per
 * address and day, updated during the day; one that has grown since an admin looked at it is open again. Writes
 * `abuse_findings`.
 *
 * @returns How many findings are new.
 */
export async function upsertManyNewAccounts(db: Db, since: Date, accountsMax: number): Promise<number> {
  const found = await runSql<{ address: string; day: string; accounts: number; firstAt: Date; lastAt: Date }>(
    db,
    `select address, day::text as day, count(*) as accounts, min(created_at) as "firstAt", max(created_at) as "lastAt"
     from (${createdAccounts}) created group by address, day having count(*) > $2`,
    [since, accountsMax],
  );
  if (found.length === 0) return 0;
  const rows = await runSql<{ isNew: boolean }>(
    db,
    `insert into abuse_findings (id, kind, address, day, accounts_count, first_at, last_at)
     select f.id, 'many_new_accounts', f.address, f.day, f.accounts, f.first_at, f.last_at
     from unnest($1::uuid[], $2::text[], $3::date[], $4::integer[], $5::timestamptz[], $6::timestamptz[])
       f(id, address, day, accounts, first_at, last_at)
     on conflict (kind, address, day) do update set accounts_count = excluded.accounts_count, last_at = excluded.last_at,
       resolved_at = null, resolved_by = null
       where abuse_findings.accounts_count < excluded.accounts_count
     returning xmax = 0 as "isNew"`,
    [
      found.map(() => newId()),
      found.map(({ address }) => address),
      found.map(({ day }) => day),
      found.map(({ accounts }) => accounts),
      found.map(({ firstAt }) => firstAt),
      found.map(({ lastAt }) => lastAt),
    ],
  );
  return rows.filter(({ isNew }) => isNew).length;
}

const findingColumns = `id, kind, address, day::text as day, accounts_count as "accountsCount", first_at as "firstAt",
  last_at as "lastAt", resolved_at as "resolvedAt"`;

/** Findings behind a place, the latest first; one more than `limit` where there are as many. */
export function listFindings(
  db: Db,
  { after, limit, isOpenOnly }: { after: KeysetCursor | null; limit: number; isOpenOnly: boolean },
): Promise<AbuseFindingRow[]> {
  return runSql<AbuseFindingRow>(
    db,
    `select ${findingColumns} from abuse_findings
     where (last_at, id) < ($1::timestamptz, $2::uuid) and ($4 is false or resolved_at is null)
     order by last_at desc, id desc limit $3`,
    [after?.createdAt ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", limit + 1, isOpenOnly],
  );
}

/** The members behind a finding who still exist, the earliest first, with what their accounts have earned. */
export function listFindingAccounts(
  db: Db,
  finding: Pick<AbuseFindingRow, "address" | "day">,
): Promise<{ userId: string; username: string; createdAt: Date; earnedPoints: number }[]> {
  return runSql(
    db,
    `select p.id as "userId", p.username, c.created_at as "createdAt",
       coalesce((select sum(l.points) from points_ledger l where l.user_id = p.id), 0)::int as "earnedPoints"
     from (${createdAccounts}) c join profiles p on p.id = c.user_id
     where c.address = $2 and c.day = $3::date order by c.created_at, p.id limit 200`,
    [new Date(`${finding.day}T00:00:00Z`), finding.address, finding.day],
  );
}

/** A finding by id, or undefined. */
export async function findFinding(db: Db, id: string): Promise<AbuseFindingRow | undefined> {
  const [row] = await runSql<AbuseFindingRow>(db, `select ${findingColumns} from abuse_findings where id = $1`, [id]);
  return row;
}

/** Marks a finding as looked at; false when it was before, or does not exist. Writes `abuse_findings`. */
export async function resolveFinding(db: Db, id: string, adminId: string, now: Date): Promise<boolean> {
  const rows = await runSql(
    db,
    "update abuse_findings set resolved_by = $2, resolved_at = $3 where id = $1 and resolved_at is null returning id",
    [id, adminId, now],
  );
  return rows.length > 0;
}

/** Deletes findings whose latest account is older than `before` and returns how many. Writes `abuse_findings`. */
export async function deleteFindingsBefore(db: Db, before: Date): Promise<number> {
  const rows = await runSql(db, "delete from abuse_findings where last_at < $1 returning id", [before]);
  return rows.length;
}
