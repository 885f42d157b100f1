import type { AdminSearch } from "#contract/admin.ts";
import type { Author } from "#contract/page.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { foundMembers } from "#server/member-admin/member-search-sql.ts";
import { authorJson } from "#server/members/member-sql.ts";
import { toSearchPatterns } from "#server/lib/search-text.ts";

/** How many members each kind of match gives, before the best ones are chosen. Their cases are few, and none is left out. */
const foundMax = 50;

/** The first members, outfits and open cases of these members that a text finds, each through its own index. */
export async function searchAdmin(db: Db, text: string, limit: number): Promise<AdminSearch> {
  const [values, caseValues]: [unknown[], unknown[]] = [[], []];
  const found = foundMembers(text, (value) => `$${values.push(value)}`, foundMax);
  const foundWithCases = foundMembers(text, (value) => `$${caseValues.push(value)}`);
  const [members, outfits, cases] = await Promise.all([
    runSql<{ author: Author; email: string | null }>(
      db,
      `select ${authorJson} as author, u.email::text as email
       from profiles p join auth.users u on u.id = p.id
       where p.deleted_at is null and p.id in (${found})
       order by length(p.username), p.username limit ${limit}`,
      values,
    ),
    findOutfits(db, text, limit),
    runSql<AdminSearch["cases"][number]>(
      db,
      `select c.id, c.target_type as "targetType", p.username, c.reports_count as "reportsCount"
       from profiles p join moderation_cases c on c.member_id = p.id and c.status = 'open'
       where p.id in (${foundWithCases}) order by c.urgency desc limit ${limit}`,
      caseValues,
    ),
  ]);
  return {
    members: members.map(({ author, email }) => ({ ...author, email })),
    outfits,
    cases,
  };
}

async function findOutfits(db: Db, text: string, limit: number): Promise<AdminSearch["outfits"]> {
  const patterns = toSearchPatterns(text);
  if (patterns.length === 0) return [];
  const conditions = patterns.map((_, index) => `search_text like $${index + 1}`).join(" and ");
  return runSql(
    db,
    `select o.id, o.title, p.username, o.is_active as "isActive"
     from (select id, title, user_id, is_active from outfits where ${conditions} limit 200) o
     join profiles p on p.id = o.user_id order by o.id desc limit ${limit}`,
    patterns,
  );
}
