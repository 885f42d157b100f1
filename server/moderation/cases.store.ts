import type { ModerationCase, ModerationCaseDetail } from "#contract/moderation.ts";
import type { Author, Page } from "#contract/page.ts";
import { toPage, toRankedPage, readCursor, readRankCursor } from "#server/db/cursor.ts";
import { type Db, runSql } from "#server/db/db.ts";
import type { CaseStatus, ReportTarget } from "#server/db/schema.ts";
import { cutText } from "#server/lib/cut-text.ts";
import { authorJsonById, authorJson } from "#server/members/member-sql.ts";
import { foundState } from "./found-picture-sql.ts";
import { recordColumns } from "./reporter-record-sql.ts";

interface CaseRow {
  id: string;
  target_type: ReportTarget;
  target_id: string;
  status: CaseStatus;
  reports_count: number;
  urgency: number;
  screening_percent: number | null;
  matched_image_id: string | null;
  found_picture: ModerationCase["foundPicture"];
  locked_until: Date | null;
  decided_at: Date | null;
  created_at: Date;
  member: Author;
  locker: Author | null;
  excerpt: string | null;
  image_url: string | null;
  image_width: number | null;
  image_height: number | null;
  thumbhash: string | null;
  reasons: { reason: string; count: number }[] | null;
  decision: ModerationCase["decision"];
}

/** SQL for the title or summary of article `a`: as readers last saw it, or of the latest version before the first publication. */
const articleText = (name: "title" | "summary") => `case when a.title <> '' then a.${name}
  else (select v.content ->> '${name}' from article_versions v where v.article_id = a.id order by v.number desc limit 1) end`;

/** One row of the queue from the case `c`; every further table is looked up by its key, after the page is cut. */
const caseColumns = `
  c.id, c.target_type, c.target_id, c.status, c.reports_count, c.urgency, c.screening_percent, c.matched_image_id,
  c.locked_until, c.decided_at, c.created_at, ${authorJson} as member,
  case when c.locked_until > $1 then ${authorJsonById("c.locked_by")} end as locker,
  case c.target_type
    when 'outfit' then o.title
    when 'comment' then (select left(m.content, 200) from comments m where m.id = c.target_id and m.deleted_at is null)
    when 'message' then (select left(coalesce(m.removed_content, m.content), 200) from messages m where m.id = c.target_id)
    when 'article' then (select ${articleText("title")} from articles a where a.id = c.target_id)
    when 'event' then (select e.title from events e where e.id = c.target_id)
    else concat_ws(' · ', p.display_name, p.username) end as excerpt,
  -- No other picture takes the place of one that was found and is gone.
  case when c.screened_image_id is null then coalesce(o.image_url, '/media/' || i.key) else '/media/' || s.key end as image_url,
  case when c.screened_image_id is null then null when s.id is null then 'gone' else ${foundState("s")} end as found_picture,
  coalesce(s.width, o.image_width, i.width) as image_width,
  coalesce(s.height, o.image_height, i.height) as image_height, coalesce(s.thumbhash, o.thumbhash, i.thumbhash) as thumbhash,
  (select json_agg(json_build_object('reason', k.reason, 'count', k.count) order by k.count desc, k.reason)
   from (select r.reason, count(*)::integer as count from reports r where r.case_id = c.id group by r.reason) k) as reasons,
  (select case when a.revoked_at is not null then 'taken_back'
     when a.kind = 'deleted' and a.purge_at is null then 'erased' else 'in_force' end
   from moderation_actions a where a.case_id = c.id and a.kind = c.status) as decision`;
const caseJoins = `
  join profiles p on p.id = c.member_id
  left join images s on s.id = c.screened_image_id
  left join outfits o on c.target_type = 'outfit' and o.id = c.target_id
  left join images i on i.id = case c.target_type
    when 'article' then (select a.cover_image_id from articles a where a.id = c.target_id)
    when 'event' then (select e.image_id from events e where e.id = c.target_id)
    when 'profile' then (select a.id from images a where a.key = substring(p.avatar_url from '^/media/(.+)$')) end`;

function toPicture({ image_url: url, image_width: width, image_height: height, thumbhash }: CaseRow) {
  if (url === null || width === null || height === null || thumbhash === null) return null;
  return { url, width, height, thumbhash };
}

/** What became of the decision. Where the owner has deleted the thing since, there is nothing to show again. */
function toDecision({ status, decision, excerpt }: CaseRow): ModerationCase["decision"] {
  const isTakenOut = status === "hidden" || status === "deleted";
  return isTakenOut && decision === "in_force" && excerpt === null ? "erased" : decision;
}

function toCase(row: CaseRow): ModerationCase {
  return {
    id: row.id,
    targetType: row.target_type,
    targetId: row.target_id,
    member: row.member,
    excerpt: row.excerpt ?? "",
    picture: toPicture(row),
    reportsCount: row.reports_count,
    reasons: row.reasons ?? [],
    screeningPercent: row.screening_percent,
    isImageMatch: row.matched_image_id !== null,
    // Where the whole thing is gone, that says it all.
    foundPicture: row.excerpt === null ? null : row.found_picture,
    lockedBy: row.locker,
    lockedUntil: row.locker === null ? null : (row.locked_until?.toISOString() ?? null),
    status: row.status,
    decision: toDecision(row),
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

export interface CaseListQuery {
  cursor?: string | undefined;
  limit: number;
  targetType?: ReportTarget | undefined;
}

/** Open cases, the most urgent first. */
export async function listOpenCases(db: Db, query: CaseListQuery, now: Date): Promise<Page<ModerationCase>> {
  const after = readRankCursor(query.cursor);
  const rows = await runSql<CaseRow>(
    db,
    `select ${caseColumns} from (
       select * from moderation_cases where status = 'open' ${query.targetType ? "and target_type = $2" : "and $2::text is null"}
       ${after ? "and (urgency, id) < ($3::bigint, $4::uuid)" : "and $3::bigint is null and $4::uuid is null"}
       order by urgency desc, id desc limit ${query.limit + 1}) c ${caseJoins}
     order by c.urgency desc, c.id desc`,
    [now, query.targetType ?? null, after?.rank ?? null, after?.id ?? null],
  );
  const { items, nextCursor } = toRankedPage(
    rows.map((row) => ({ rank: row.urgency, id: row.id, row })),
    query.limit,
  );
  return { items: items.map(({ row }) => toCase(row)), nextCursor };
}

/** Decided cases, newest decision first. */
export async function listDecidedCases(db: Db, query: CaseListQuery, now: Date): Promise<Page<ModerationCase>> {
  const after = readCursor(query.cursor);
  const rows = await runSql<CaseRow>(
    db,
    `select ${caseColumns} from (
       select * from moderation_cases where status <> 'open' ${query.targetType ? "and target_type = $2" : "and $2::text is null"}
       ${after ? "and (decided_at, id) < ($3::timestamptz, $4::uuid)" : "and $3::timestamptz is null and $4::uuid is null"}
       order by decided_at desc, id desc limit ${query.limit + 1}) c ${caseJoins}
     order by c.decided_at desc, c.id desc`,
    [now, query.targetType ?? null, after?.createdAt ?? null, after?.id ?? null],
  );
  const { items, nextCursor } = toPage(
    rows.map((row) => ({ createdAt: (row.decided_at ?? row.created_at).toISOString(), id: row.id, row })),
    query.limit,
  );
  return { items: items.map(({ row }) => toCase(row)), nextCursor };
}

interface DetailRow extends CaseRow {
  content: string | null;
  context: string | null;
  outfit_id: string | null;
  event_id: string | null;
  article_id: string | null;
  is_hidden: boolean;
  is_held: boolean;
  member_since: Date;
  member_reports_count: number;
}

/**
 * One case with everything a moderator needs to decide it, except the pictures that were found.
 *
 * @param by.userId The moderator who looks.
 */
export async function findCase(
  db: Db,
  caseId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<Omit<ModerationCaseDetail, "foundPictures"> | undefined> {
  const [row] = await runSql<DetailRow>(
    db,
    `select ${caseColumns},
       case c.target_type
         when 'outfit' then o.description
         when 'comment' then (select m.content from comments m where m.id = c.target_id)
         when 'message' then (select coalesce(m.removed_content, m.content) from messages m where m.id = c.target_id)
         when 'article' then (select ${articleText("summary")} from articles a where a.id = c.target_id)
         when 'event' then (select e.description from events e where e.id = c.target_id)
         else p.bio end as content,
       case c.target_type
         when 'comment' then (select coalesce(t.title, e.title) from comments m left join outfits t on t.id = m.outfit_id
           left join events e on e.id = m.event_id where m.id = c.target_id)
         when 'message' then (select 'Conversation with @' || q.username from messages m
           join message_threads t on t.id = m.thread_id
           join profiles q on q.id = case when t.participant_a = m.sender_id then t.participant_b else t.participant_a end
           where m.id = c.target_id)
         else null end as context,
       case c.target_type when 'outfit' then o.id
         when 'comment' then (select m.outfit_id from comments m where m.id = c.target_id) end as outfit_id,
       case c.target_type when 'event' then (select e.id from events e where e.id = c.target_id)
         when 'comment' then (select m.event_id from comments m where m.id = c.target_id) end as event_id,
       (select a.id from articles a where c.target_type = 'article' and a.id = c.target_id) as article_id,
       coalesce(case c.target_type when 'outfit' then not o.is_active
         when 'comment' then (select m.is_hidden from comments m where m.id = c.target_id)
         when 'message' then (select m.removed_content is not null from messages m where m.id = c.target_id)
         when 'article' then (select a.is_hidden from articles a where a.id = c.target_id)
         when 'event' then (select e.is_hidden from events e where e.id = c.target_id)
         when 'profile' then exists (select from withheld_profile_pictures w
           where w.user_id = c.target_id and (w.case_id = c.id or w.case_id is null))
         end, false) as is_hidden,
       exists (select from moderation_actions a where a.target_type = c.target_type and a.target_id = c.target_id
         and a.kind = 'held' and a.revoked_at is null) as is_held,
       p.created_at as member_since, p.reports_count as member_reports_count
     from moderation_cases c ${caseJoins} where c.id = $2`,
    [now, caseId],
  );
  if (!row) return undefined;
  const [reports, history] = await Promise.all([listCaseReports(db, caseId, userId), listHistory(db, row.member.id)]);
  return {
    ...toCase(row),
    content: row.content,
    context: row.context,
    outfitId: row.outfit_id,
    eventId: row.event_id,
    articleId: row.article_id,
    isHidden: row.is_hidden,
    isHeld: row.is_held,
    reports,
    history,
    memberSince: row.member_since.toISOString(),
    memberReportsCount: row.member_reports_count,
  };
}

const reportsShownMax = 50;

async function listCaseReports(db: Db, caseId: string, adminId: string): Promise<ModerationCaseDetail["reports"]> {
  const rows = await runSql<{
    id: string;
    reason: string;
    details: string | null;
    created_at: Date;
    reporter: Author;
    upheld: number;
    dismissed: number;
  }>(
    db,
    `select r.id, r.reason, r.details, r.created_at, ${authorJsonById("r.reporter_id")} as reporter,
       ${recordColumns("$2")}
     from (select * from reports where case_id = $1 order by created_at desc, id desc limit ${reportsShownMax}) r
     left join reporter_records k on k.user_id = r.reporter_id
     order by r.created_at desc, r.id desc`,
    [caseId, adminId],
  );
  return rows.map((row) => ({
    id: row.id,
    reporter: row.reporter,
    reason: row.reason,
    details: row.details,
    upheld: row.upheld,
    dismissed: row.dismissed,
    createdAt: row.created_at.toISOString(),
  }));
}

async function listHistory(db: Db, memberId: string): Promise<ModerationCaseDetail["history"]> {
  const rows = await runSql<{ id: string; kind: string; excerpt: string; reason: string; created_at: Date }>(
    db,
    `select id, kind, excerpt, reason, created_at from moderation_actions
     where member_id = $1 and revoked_at is null order by created_at desc, id desc limit 20`,
    [memberId],
  );
  return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** The title or first words of a case's target; empty if it is deleted. */
export async function getExcerpt(tx: Db, target: { type: ReportTarget; id: string }): Promise<string> {
  const sources: Record<ReportTarget, string> = {
    outfit: "select title as text from outfits where id = $1",
    comment: "select content as text from comments where id = $1",
    message: "select coalesce(removed_content, content) as text from messages where id = $1",
    article: `select ${articleText("title")} as text from articles a where a.id = $1`,
    event: "select title as text from events where id = $1",
    profile: "select username as text from profiles where id = $1",
  };
  const [found] = await runSql<{ text: string }>(tx, sources[target.type], [target.id]);
  return cutText(found?.text ?? "", 200);
}
