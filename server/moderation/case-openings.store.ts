import { type Db, runSql, type Tx } from "#server/db/db.ts";
import type { ReportTarget } from "#server/db/schema.ts";
import type { Finding } from "#server/screening/picture-records.service.ts";
import { newId } from "#server/lib/ids.ts";
import { isFoundPast, joinFindings } from "./found-picture-sql.ts";

/** What the image screening stored about an image. */
export interface Screening {
  /** The higher of its two scores. */
  percent: number | null;
  /** The removed picture that it resembles. */
  matchedImageId: string | null;
}

/** The screening result in a case. */
interface KnownScreening extends Screening {
  /** Whether nobody sees or proposes its picture any more. */
  isPast: boolean;
}

/** The earlier screening result in the open case of a target. Locks its row until the transaction ends. */
export async function lockScreeningOf(
  tx: Tx,
  target: { type: ReportTarget; id: string },
): Promise<KnownScreening | undefined> {
  const [known] = await runSql<KnownScreening>(
    tx,
    `select c.screening_percent as percent, c.matched_image_id as "matchedImageId", ${isFoundPast} as "isPast"
     from moderation_cases c where c.target_type = $1 and c.target_id = $2 and c.status = 'open' for update`,
    [target.type, target.id],
  );
  return known;
}

/**
 * Findings to be withheld that are in the queue since a time when the threshold was higher, or when they were only proposed:
 * their case is open, others see them, and the screening has not withheld anything for the case before.
 */
export function listUnheldFindings(db: Db, holdPercent: number, count: number): Promise<Finding[]> {
  return runSql<Finding>(
    db,
    `select i.id as "imageId", i.kind, i.user_id as "memberId", s.percent, m.image_id as "matchedImageId",
       t.type as "targetType", t.id as "targetId", false as "isProposed"
     from moderation_cases c ${joinFindings}
     where c.status = 'open' and (c.screening_percent >= $1 or c.matched_image_id is not null)
       and not t.is_proposed and (s.percent >= $1 or m.image_id is not null)
       and not exists (select from moderation_actions a where a.case_id = c.id and a.kind = 'held')
       and case t.type
         when 'outfit' then exists (select from outfits o where o.id = t.id and o.is_active)
         when 'event' then exists (select from events e where e.id = t.id and not e.is_hidden)
         when 'article' then exists (select from articles a where a.id = t.id and not a.is_hidden)
         when 'profile' then true end
     order by c.urgency desc, c.id desc, s.percent desc nulls last limit $2`,
    [holdPercent, count],
  );
}

/**
 * Findings in the queue that a picture with a higher score hid, which nobody sees or proposes any more: of each such case the
 * highest score first. Likewise those with a higher score than the case shows: they were past themselves and are in an article
 * again, or a new finding took the place of the past one. What was in the queue at an earlier decision about the target is decided.
 */
export function listHiddenFindings(db: Db, queuePercent: number, count: number): Promise<Finding[]> {
  return runSql<Finding>(
    db,
    `select i.id as "imageId", i.kind, i.user_id as "memberId", s.percent, m.image_id as "matchedImageId",
       t.type as "targetType", t.id as "targetId", t.is_proposed as "isProposed"
     from moderation_cases c ${joinFindings}
     where c.status = 'open' and c.screened_image_id is not null
       and (${isFoundPast} or s.percent > c.screening_percent or m.image_id is not null and c.matched_image_id is null)
       and (s.percent >= $1 or m.image_id is not null)
     order by c.id, s.percent desc nulls last limit $2`,
    [queuePercent, count],
  );
}

/** What the image screening found, for those of these cases that are open. */
export function listOpenScreenings(tx: Tx, caseIds: string[]): Promise<(Screening & { caseId: string })[]> {
  return runSql(
    tx,
    `select id as "caseId", screening_percent as percent, matched_image_id as "matchedImageId"
     from moderation_cases where id = any ($1::uuid[]) and status = 'open'`,
    [caseIds],
  );
}

/** SQL for the urgency of a case with this weight. */
const urgencyOf = (weight: string, openedAt: string) =>
  `round(${weight} * 1440 - extract(epoch from ${openedAt}) / 60)`;

/** Sets the weights of these cases, by id. Writes `moderation_cases`. */
export async function updateWeights(tx: Tx, weights: Map<string, number>): Promise<void> {
  await runSql(
    tx,
    `update moderation_cases c set weight = w.weight, urgency = ${urgencyOf("w.weight", "c.created_at")}
     from unnest($1::uuid[], $2::real[]) w (id, weight) where c.id = w.id`,
    [[...weights.keys()], [...weights.values()]],
  );
}

/** One more thing that speaks against a target. */
export interface Suspicion {
  target: { type: ReportTarget; id: string };
  memberId: string;
  /** Reports that it adds: 1, or 0 for the image screening. */
  reports: 0 | 1;
  weight: number;
  screeningPercent?: number | null;
  matchedImageId?: string | null;
  screenedImageId?: string | null;
  /** Whether it takes the place of the finding in the open case, which `weight` then is the difference to. */
  isReplacement?: boolean;
}

/** Adds to the open case of a target, or opens one; returns the case's id. Writes `moderation_cases`. */
export async function upsertCase(tx: Tx, suspicion: Suspicion, now: Date): Promise<string> {
  const { target, memberId, reports, weight } = suspicion;
  const [row] = await runSql<{ id: string }>(
    tx,
    `insert into moderation_cases as c (id, target_type, target_id, member_id, reports_count, weight, urgency,
       screening_percent, matched_image_id, created_at, screened_image_id)
     values ($1, $2, $3, $4, $5, $6::real, ${urgencyOf("$6::real", "$9::timestamptz")}, $7, $8, $9, $10)
     on conflict (target_type, target_id) where status = 'open' do update set
       reports_count = c.reports_count + excluded.reports_count,
       weight = c.weight + excluded.weight,
       urgency = ${urgencyOf("(c.weight + excluded.weight)", "c.created_at")},
       screening_percent = case when $11::boolean then excluded.screening_percent
         else greatest(c.screening_percent, excluded.screening_percent) end,
       matched_image_id = case when $11::boolean then excluded.matched_image_id
         else coalesce(c.matched_image_id, excluded.matched_image_id) end,
       -- Of several pictures, the one with the highest score.
       screened_image_id = case when $11::boolean
           or coalesce(excluded.screening_percent, 0) >= coalesce(c.screening_percent, 0)
         then coalesce(excluded.screened_image_id, c.screened_image_id)
         else coalesce(c.screened_image_id, excluded.screened_image_id) end
     returning id`,
    [
      newId(),
      target.type,
      target.id,
      memberId,
      reports,
      weight,
      suspicion.screeningPercent ?? null,
      suspicion.matchedImageId ?? null,
      now,
      suspicion.screenedImageId ?? null,
      suspicion.isReplacement ?? false,
    ],
  );
  if (!row) throw new Error("An upsert gives its row");
  return row.id;
}
