-- A comment stands under an outfit or under an event.
alter table comments alter column outfit_id drop not null;
alter table comments add column event_id uuid;
alter table comments add constraint comments_event_id_fkey
  foreign key (event_id) references events on delete cascade not valid;
alter table comments add constraint comments_have_one_subject check (num_nonnulls(outfit_id, event_id) = 1) not valid;

alter table reports drop constraint reports_target_type_check;
alter table reports add constraint reports_target_type_check
  check (target_type in ('outfit', 'comment', 'profile', 'message', 'event', 'article')) not valid;

-- Changes of an event that a member is going to, cancellations, and news about one's own submission.
alter type notification_type add value 'event_update';
