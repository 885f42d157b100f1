-- 'held': taken out of the lists by the image screening until a moderator has looked at it. Checked in 0071, apart from
-- here, so that the table is read without holding its writers up.
alter table moderation_actions drop constraint moderation_actions_kind_check;
alter table moderation_actions add constraint moderation_actions_kind_check
  check (kind in ('hidden', 'deleted', 'warned', 'suspended', 'held')) not valid;
-- Hidden by moderators from everybody but their authors and admins, whatever their status.
alter table articles add column is_hidden boolean not null default false;
alter table events add column is_hidden boolean not null default false;
