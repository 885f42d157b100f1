import type { FoundPicture } from "#contract/moderation.ts";
import { type Db, runSql } from "#server/db/db.ts";
import { foundState, joinFindings } from "./found-picture-sql.ts";

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
