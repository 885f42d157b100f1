import { isInLatest, isInPublished, targetsOf } from "#server/screening/picture-records.service.ts";

/** SQL for what became of a row of `images` that the image screening found in case `c`. */
export const foundState = (image: string) => `case
  when c.target_type = 'event' and exists (select from events e where e.id = c.target_id and e.image_id is distinct from ${image}.id)
    then 'proposed'
  else coalesce((
    -- Versions that are kept have it still.
    select case when ${isInPublished(image)} then 'in_use' when not ${isInLatest(image)} then 'former'
      when a.is_public then 'proposed' else 'in_use' end
    from articles a where c.target_type = 'article' and a.id = c.target_id), 'in_use') end`;

/** SQL for whether nobody sees or proposes the picture that the image screening found in case `c` any more. */
export const isFoundPast = `(c.screened_image_id is not null and not exists (
  select from images g where g.id = c.screened_image_id and ${foundState("g")} <> 'former'))`;

/** SQL for whether the screening `s` is in the queue and no moderator has decided about the target of case `c` since. */
export const isUndecided = `(s.raised_at is not null and not exists (select from moderation_cases d where d.member_id = c.member_id
  and d.target_type = c.target_type and d.target_id = c.target_id and d.decided_at >= s.raised_at))`;

/**
 * SQL that joins to case `c` the findings about it that are in the queue and no moderator has decided about, in pictures that
 * others see or that are proposed or withheld: images `i`, their screenings `s`, the removed pictures `m` that they resemble, and
 * their targets `t`.
 */
export const joinFindings = `
  join images i on i.user_id = c.member_id
  join image_screenings s on s.image_id = i.id and ${isUndecided}
  left join moderated_pictures m on m.image_id = s.matched_image_id
  join lateral (${targetsOf}
    -- Withheld by an earlier finding, with the picture of that one.
    union all
    select 'profile', w.user_id, false from withheld_profile_pictures w
    where w.case_id = c.id and w.url = '/media/' || i.key) t on t.type = c.target_type and t.id = c.target_id`;
