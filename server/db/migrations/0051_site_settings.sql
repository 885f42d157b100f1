-- Settings that admins change while the site runs; a key without a row has its default, see contract/settings.ts.
create table site_settings (
  key text primary key check (length(key) between 1 and 60),
  value jsonb not null,
  updated_by uuid references profiles on delete set null,
  updated_at timestamptz(3) not null default clock_timestamp()
);

-- Every server process keeps a copy and reads it again when one of them changes it.
create function notify_site_settings_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('site_settings_changed', '');
  return null;
end $$;
create trigger site_settings_changed after insert or update or delete on site_settings
  for each statement execute function notify_site_settings_changed();
