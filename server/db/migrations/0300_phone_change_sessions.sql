-- A new number is asked for by a session: where that session was ended, so is its code.
alter table auth.one_time_codes add column session_id uuid references auth.sessions on delete cascade;
create index one_time_codes_by_session on auth.one_time_codes (session_id) where session_id is not null;
