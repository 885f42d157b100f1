import type { FoundPicture } from "#contract/moderation.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";
import { targetsOf } from "#server/screening/picture-records.service.ts";
import { foundState, isUndecided, joinFindings } from "./found-picture-sql.ts";

/** The pictures that a decision about a case is about: that of the case first, then the highest score. */
export function listFoundPictures(db: Db, caseId: string, queuePercent: number): Promise<FoundPicture[]> {
  return runSql<FoundPicture>(
    db,
    `with withheld as (
       select i.id from moderation_cases c
       join withheld_profile_pictures w on c.target_type = 'profile' and w.user_id = c.target_id
         and (w.case_id = c.id or w.case_id is null)
       join images i on i.key = substring(w.url from '^/media/(.+)$') where c.id = $1),
     found as (
       select c.screened_image_id as id from moderation_cases c where c.id = $1
       union
       select id from withheld
       union
       select i.id from moderation_cases c ${joinFindings}
       where c.id = $1 and c.status = 'open' and c.screened_image_id is not null and (s.percent >= $2 or m.image_id is not null))
     select x.id, x.kind, z.percent as "screeningPercent", m.image_id is not null as "isImageMatch",
       case when x.id in (select id from withheld) then 'withheld' else ${foundState("x")} end as state,
       json_build_object('url', '/media/' || x.key, 'width', x.width, 'height', x.height, 'thumbhash', x.thumbhash) as picture
     from found f join images x on x.id = f.id join moderation_cases c on c.id = $1
     left join image_screenings z on z.image_id = x.id left join moderated_pictures m on m.image_id = z.matched_image_id
     order by x.id is not distinct from c.screened_image_id desc, z.percent desc nulls last, x.id`,
    [caseId, queuePercent],
  );
}

/**
 * Takes out of the queue what was found in a case's target and a decision about the case is not about, such as the pictures of
 * a draft: it is found again once it is shown or proposed. Writes `image_screenings`.
 */
export async function forgetOtherFindings(tx: Tx, caseId: string, pictureIds: string[]): Promise<void> {
  await runSql(
    tx,
    `update image_screenings s set raised_at = null
     from moderation_cases c join images i on i.user_id = c.member_id
     where c.id = $1 and s.image_id = i.id and i.id <> all ($2::uuid[]) and ${isUndecided}
       and (c.target_type, c.target_id) in (select t.type, t.id from (${targetsOf}
         union all
         select 'event', e.id, false from events e where e.image_id = i.id
         union all
         select 'event', p.event_id, true from event_proposals p where p.image_id = i.id
         union all
         select 'article', x.article_id, false from article_images x where x.image_id = i.id) t)`,
    [caseId, pictureIds],
  );
}
