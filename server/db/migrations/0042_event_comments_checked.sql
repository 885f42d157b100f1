alter table comments validate constraint comments_event_id_fkey;
alter table comments validate constraint comments_have_one_subject;
alter table reports validate constraint reports_target_type_check;
