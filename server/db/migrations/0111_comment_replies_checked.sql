alter table comments validate constraint comments_parent_id_fkey;
alter table comments validate constraint comments_content_check;
alter table comments validate constraint comments_have_author;
alter table comments validate constraint comments_counts_not_negative;
