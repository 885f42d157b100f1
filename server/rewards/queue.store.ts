import type { AdminRedemption, CardOrder, RedemptionCase } from "#contract/reward-admin.ts";
import type { Page } from "#contract/page.ts";
import { toPage, type KeysetCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import type { RedemptionStatus } from "#server/db/schema.ts";
import { authorJsonById, formerAuthorJson } from "#server/members/member-sql.ts";
import { contactConfirmed } from "./redemption-rules.store.ts";
import { redemptionColumns, type RedemptionRow, toRedemption } from "./redemptions.store.ts";

interface AdminRow extends RedemptionRow, Pick<AdminRedemption, "member" | "decidedBy"> {
  order: (Omit<CardOrder, "createdAt"> & { createdAt: string }) | null;
}

const adminColumns = `${redemptionColumns}, ${formerAuthorJson} as member, ${authorJsonById("r.decided_by")} as "decidedBy",
  (select json_build_object('id', o.id, 'status', o.status, 'failure', o.failure, 'createdAt', o.created_at)
   from gift_card_orders o where o.redemption_id = r.id order by o.created_at desc, o.id desc limit 1) as "order"`;
const adminTables = `reward_redemptions r join profiles p on p.id = r.user_id`;

const toAdminRedemption = ({ order, ...row }: AdminRow): AdminRedemption => ({
  ...toRedemption(row),
  order: order && { ...order, createdAt: new Date(order.createdAt).toISOString() },
});

const beforeAll: KeysetCursor = { createdAt: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
const afterAll: KeysetCursor = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

/** A page of requests of one status: those that await approval oldest first, others newest first. */
export async function listByStatus(
  db: Db,
  query: { status: RedemptionStatus; rewardId: string | null; after: KeysetCursor | null; limit: number },
): Promise<Page<AdminRedemption>> {
  const isOldestFirst = query.status === "awaiting approval";
  const [compare, order, start] = isOldestFirst ? [">", "asc", beforeAll] : ["<", "desc", afterAll];
  const { createdAt, id } = query.after ?? start;
  const rows = await runSql<AdminRow>(
    db,
    `select ${adminColumns} from ${adminTables}
     where r.status = $1 and (r.created_at, r.id) ${compare} ($2::timestamptz, $3::uuid)
       and ($4::uuid is null or r.reward_id = $4)
     order by r.created_at ${order}, r.id ${order} limit $5`,
    [query.status, createdAt, id, query.rewardId, query.limit + 1],
  );
  return toPage(rows.map(toAdminRedemption), query.limit);
}

/** One request, or undefined. */
export async function findForAdmin(db: Db, id: string): Promise<AdminRedemption | undefined> {
  const [row] = await runSql<AdminRow>(db, `select ${adminColumns} from ${adminTables} where r.id = $1`, [id]);
  return row && toAdminRedemption(row);
}

interface CaseRow extends AdminRow, Omit<RedemptionCase, keyof AdminRedemption | "memberSince"> {
  memberSince: Date;
}

/** One request with what helps to decide it, or undefined. `canProve`: whether the site can prove addresses. */
export async function findCase(db: Db, id: string, canProve: boolean): Promise<RedemptionCase | undefined> {
  const [row] = await runSql<CaseRow>(
    db,
    `select ${adminColumns}, p.created_at as "memberSince", p.points as balance,
       ${contactConfirmed(canProve)} as "isContactConfirmed",
       (select count(*) from gift_card_codes c where c.reward_id = r.reward_id and c.used_at is null) as "codesInStock",
       (select count(*) from reward_redemptions b where b.user_id = p.id and b.status = 'approved' and b.id <> r.id)
         as "approvedBefore",
       coalesce((select json_agg(json_build_object('action', action, 'points', points, 'count', count) order by points desc)
         from (select action, sum(points) as points, count(*) as count from points_ledger
           where user_id = p.id group by action) earned), '[]') as "earnedByAction"
     from ${adminTables} join auth.users u on u.id = p.id where r.id = $1`,
    [id],
  );
  return row && { ...row, ...toAdminRedemption(row), memberSince: row.memberSince.toISOString() };
}

/** How many requests there are of each status. */
export async function countByStatus(db: Db): Promise<Map<RedemptionStatus, number>> {
  const rows = await runSql<{ status: RedemptionStatus; redemptions: number }>(
    db,
    "select status, count(*) as redemptions from reward_redemptions group by status",
    [],
  );
  return new Map(rows.map((row) => [row.status, row.redemptions]));
}
