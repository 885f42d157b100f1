import { isInLatest, isInPublished } from "#server/screening/picture-records.service.ts";

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
