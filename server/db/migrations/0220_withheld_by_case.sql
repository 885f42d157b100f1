-- Whose decision took a picture off a profile, since several may be in force there and each is about other pictures. Null:
-- taken off by the version before, and the next decision about the profile is taken to mean it.
alter table withheld_profile_pictures add column case_id uuid;
update withheld_profile_pictures w set case_id = (
  select a.case_id from moderation_actions a
  where a.target_type = 'profile' and a.target_id = w.user_id and a.revoked_at is null
    and (a.kind = 'hidden' or a.kind = 'held' and a.reason like '%Your ' || w.kind || ' isn''t shown%')
  order by a.created_at desc, a.id desc limit 1);

-- The case in which it was removed; only pictures of profiles are forgotten by it.
alter table moderated_pictures add column case_id uuid;
update moderated_pictures m set case_id = w.case_id
from images i join withheld_profile_pictures w on w.user_id = i.user_id and w.url = '/media/' || i.key
where m.target_type = 'profile' and m.image_id = i.id;
