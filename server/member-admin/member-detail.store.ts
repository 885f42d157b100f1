import type { LedgerEntry, MemberReport } from "#contract/admin-members.ts";
import type { Author, Page } from "#contract/page.ts";
import { toPage, readCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { authorJsonById } from "#server/members/member-sql.ts";
import { recordColumns } from "#server/moderation/reporter-record-sql.ts";

/** What the member page shows besides the row of the list. */
export interface MemberFacts {
  bio: string | null;
  location: string | null;
  isPrivate: boolean;
  isEmailConfirmed: boolean;
  commentsCount: number;
  factorsCount: number;
  deleteAt: Date | null;
  upheld: number;
  dismissed: number;
}

/**
 * Facts about a member; undefined if they do not exist.
 *
 * @param adminId Who looks: the record leaves out reports about them.
 */
export async function findMemberFacts(db: Db, memberId: string, adminId: string): Promise<MemberFacts | undefined> {
  const [row] = await runSql<MemberFacts>(
    db,
    `select p.bio, p.location, p.is_private as "isPrivate", u.email_confirmed_at is not null as "isEmailConfirmed",
       (select count(*)::integer from comments c where c.user_id = p.id) as "commentsCount",
       (select count(*)::integer from auth.factors f where f.user_id = p.id and f.status = 'verified') as "factorsCount",
       d.delete_at as "deleteAt", ${recordColumns("$2")}
     from profiles p join auth.users u on u.id = p.id left join account_deletions d on d.user_id = p.id
     left join reporter_records k on k.user_id = p.id where p.id = $1`,
    [memberId, adminId],
  );
  return row;
}

/** A member's ledger, newest first. */
export async function listLedger(
  db: Db,
  memberId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<LedgerEntry>> {
  const after = readCursor(cursor);
  const rows = await runSql<{ id: string; action: string; points: number; note: string | null; created_at: Date }>(
    db,
    `select id, action, points, note, created_at from points_ledger
     where user_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
     order by created_at desc, id desc limit ${limit + 1}`,
    [memberId, after?.createdAt ?? null, after?.id ?? null],
  );
  return toPage(
    rows.map(({ note: reason, created_at: at, ...row }) => ({ ...row, reason, createdAt: at.toISOString() })),
    limit,
  );
}

interface ReportRow {
  id: string;
  case_id: string | null;
  target_type: MemberReport["targetType"];
  reason: string;
  details: string | null;
  status: MemberReport["status"];
  created_at: Date;
  other: Author | null;
}

/**
 * Reports by or against a member, newest first.
 *
 * @param adminId Who looks: what the member reported about them is left out.
 */
export async function listMemberReports(
  db: Db,
  { memberId, adminId }: { memberId: string; adminId: string },
  { side, cursor, limit }: { side: "by" | "against"; cursor?: string | undefined; limit: number },
): Promise<Page<MemberReport>> {
  const after = readCursor(cursor);
  const [own, other] = side === "by" ? ["reporter_id", "member_id"] : ["member_id", "reporter_id"];
  const rows = await runSql<ReportRow>(
    db,
    `select r.id, r.case_id, r.target_type, r.reason, r.details, r.status, r.created_at,
       ${authorJsonById(`r.${other}`)} as other
     from (select * from reports where ${own} = $1 ${side === "by" ? "and member_id <> $4" : "and $4::uuid is not null"}
         and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
       order by created_at desc, id desc limit ${limit + 1}) r
     order by r.created_at desc, r.id desc`,
    [memberId, after?.createdAt ?? null, after?.id ?? null, adminId],
  );
  const items = rows.map((row): MemberReport => ({
    id: row.id,
    caseId: row.case_id,
    targetType: row.target_type,
    reason: row.reason,
    details: row.details,
    status: row.status,
    other: row.other,
    createdAt: row.created_at.toISOString(),
  }));
  return toPage(items, limit);
}
