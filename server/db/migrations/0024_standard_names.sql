-- Standard names for tables and columns of earlier migrations.
alter table notification_choices rename to notification_settings;
alter table notifications rename column mail_waits_since to mail_pending_since;
alter index notifications_waiting_for_mail rename to notifications_mail_pending;
alter table push_keys rename column is_only to is_singleton;
comment on table notification_settings is 'The channels that a member chose for a type of notification. Without a row the defaults of the server apply.';
comment on column notifications.is_listed is 'False if the member wants this type by email or push only; then it is neither listed nor counted.';
comment on column notifications.mail_pending_since is 'Waiting since then for the next digest mail; null if no mail is due.';
comment on column notifications.actor_id is 'Who caused it, the latest if several are grouped; null for the system and for deleted accounts.';
