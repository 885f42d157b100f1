-- What sign-ups submitted, by the browser that they came from, until the address is confirmed.
create table auth.pending_sign_ups (
  user_id uuid not null references auth.users on delete cascade,
  browser_hash bytea not null,
  password_hash text not null,
  user_data jsonb not null,
  created_at timestamptz(3) not null,
  primary key (user_id, browser_hash)
);
-- Whether a confirmation belongs to them, and not to an invitation or a link of a trusted service.
alter table auth.one_time_codes add column is_sign_up boolean not null default false;
