-- Copies of a member's data, built by a job; the file goes after a day.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed', 'expired')),
  key text,
  bytes bigint,
  ends_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index data_exports_by_user on data_exports (user_id, created_at desc);
create unique index data_exports_one_waiting on data_exports (user_id) where status = 'waiting';
create index data_exports_ending on data_exports (ends_at) where status = 'ready';

-- Accounts whose owner wants them gone. Signing in before the day takes the row away again.
create table account_deletions (
  user_id uuid primary key references profiles on delete cascade,
  delete_at timestamptz(3) not null,
  requested_at timestamptz(3) not null default clock_timestamp()
);
create index account_deletions_due on account_deletions (delete_at);

-- Files of exports that are gone, whatever removed the row; a job empties it.
create table removed_files (
  key text primary key,
  removed_at timestamptz(3) not null default clock_timestamp()
);
create function remember_removed_export() returns trigger language plpgsql as $$
begin
  if old.key is not null then
    insert into removed_files (key) values (old.key) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger data_exports_removed after delete on data_exports
  for each row execute function remember_removed_export();

-- A new session restores the account, whichever way its owner signs in.
create function restore_account() returns trigger language plpgsql as $$
begin
  delete from account_deletions where user_id = new.user_id;
  return null;
end $$;
create trigger sessions_restore_account after insert on auth.sessions
  for each row execute function restore_account();
