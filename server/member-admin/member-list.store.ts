import { z } from "zod";
import type { AdminMember, Role } from "#contract/admin-members.ts";
import { dayMs } from "#contract/durations.ts";
import type { Author, Page } from "#contract/page.ts";
import { readPosition, writePosition } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { authorJson } from "#server/members/member-sql.ts";
import { readableEnd } from "#server/moderation/suspensions.service.ts";
import { foundMembers } from "./member-search-sql.ts";

export interface MemberListQuery {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  role?: Role | undefined;
  status?: "active" | "suspended" | "banned" | "deleting" | undefined;
  joinedFrom?: string | undefined;
  joinedUntil?: string | undefined;
  reported?: "yes" | undefined;
  sort: "newest" | "oldest" | "username" | "reports";
}

interface Row {
  author: Author;
  email: string | null;
  phone: string | null;
  role: Role;
  banned_until: Date | null;
  is_suspension: boolean;
  delete_at: Date | null;
  outfit_count: number;
  followers_count: number;
  points: number;
  reports_count: number;
  created_at: Date;
  last_sign_in_at: Date | null;
}

const columns = `${authorJson} as author, u.email::text as email, u.phone, coalesce(r.role, 'user') as role,
  u.banned_until, u.is_suspension, d.delete_at, p.outfit_count, p.followers_count, p.points, p.reports_count,
  p.created_at, u.last_sign_in_at`;
const joins = `join auth.users u on u.id = p.id left join user_roles r on r.user_id = p.id
  left join account_deletions d on d.user_id = p.id`;

/** How each order sorts, and what its cursor holds besides the id. */
const orders = {
  newest: {
    column: "p.created_at",
    type: "timestamptz",
    direction: "desc",
    value: (row: Row) => row.created_at.toISOString(),
  },
  oldest: {
    column: "p.created_at",
    type: "timestamptz",
    direction: "asc",
    value: (row: Row) => row.created_at.toISOString(),
  },
  username: { column: "p.username", type: "text", direction: "asc", value: (row: Row) => row.author.username },
  reports: {
    column: "p.reports_count",
    type: "integer",
    direction: "desc",
    value: (row: Row) => String(row.reports_count),
  },
} as const;

/** The value that the list is ordered by, as text, and the id. */
const Position = z.tuple([z.string().max(100), z.uuid()]);

/** Members that a query lets through, in its order. */
export async function listMembers(db: Db, query: MemberListQuery, now: Date): Promise<Page<AdminMember>> {
  const order = orders[query.sort];
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = ["p.deleted_at is null", ...toConditions(query, now, bind)];
  const after = readPosition(Position, query.cursor);
  if (after) {
    const [value, id] = after;
    const sign = order.direction === "desc" ? "<" : ">";
    conditions.push(`(${order.column}, p.id) ${sign} (${bind(value)}::${order.type}, ${bind(id)}::uuid)`);
  }
  const rows = await runSql<Row>(
    db,
    `select ${columns} from profiles p ${joins} where ${conditions.join(" and ")}
     order by ${order.column} ${order.direction}, p.id ${order.direction} limit ${query.limit + 1}`,
    values,
  );
  const kept = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? kept.at(-1) : undefined;
  const nextCursor = last ? writePosition([order.value(last), last.author.id]) : null;
  return { items: kept.map((row) => toMember(row, now)), nextCursor };
}

function toConditions(query: MemberListQuery, now: Date, bind: (value: unknown) => string): string[] {
  const conditions: string[] = [];
  if (query.search) conditions.push(`p.id in (${foundMembers(query.search, bind)})`);
  // Looked up in the small table first: the planner would otherwise walk the members until it has met enough of them.
  if (query.role === "user") conditions.push("coalesce(r.role, 'user') = 'user'");
  else if (query.role) conditions.push(`p.id in (select user_id from user_roles where role = ${bind(query.role)})`);
  if (query.status === "suspended" || query.status === "banned") {
    const isKind = query.status === "suspended" ? "is_suspension" : "not is_suspension";
    conditions.push(`p.id in (select id from auth.users where banned_until > ${bind(now)} and ${isKind})`);
  }
  if (query.status === "deleting") conditions.push("p.id in (select user_id from account_deletions)");
  if (query.status === "active") {
    conditions.push(`(u.banned_until is null or u.banned_until <= ${bind(now)}) and d.user_id is null`);
  }
  if (query.joinedFrom) conditions.push(`p.created_at >= ${bind(new Date(query.joinedFrom))}`);
  if (query.joinedUntil) conditions.push(`p.created_at < ${bind(new Date(Date.parse(query.joinedUntil) + dayMs))}`);
  if (query.reported) conditions.push("p.reports_count > 0");
  return conditions;
}

function toMember(row: Row, now: Date): AdminMember {
  const isBanned = row.banned_until !== null && row.banned_until > now;
  return {
    ...row.author,
    email: row.email,
    phone: row.phone,
    role: row.role,
    status: isBanned ? (row.is_suspension ? "suspended" : "banned") : row.delete_at ? "deleting" : "active",
    bannedUntil: isBanned ? (readableEnd(row.banned_until, now)?.toISOString() ?? null) : null,
    outfitCount: row.outfit_count,
    followersCount: row.followers_count,
    points: row.points,
    reportsCount: row.reports_count,
    createdAt: row.created_at.toISOString(),
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  };
}

/** One member as a row of the list. */
export async function findAdminMember(db: Db, memberId: string, now: Date): Promise<AdminMember | undefined> {
  const [row] = await runSql<Row>(
    db,
    `select ${columns} from profiles p ${joins} where p.id = $1 and p.deleted_at is null`,
    [memberId],
  );
  return row && toMember(row, now);
}
