-- Apart from 0045, so that the tables are read without holding their writers up.
alter table images validate constraint images_kind_check;
alter table reports validate constraint reports_target_type_check;
