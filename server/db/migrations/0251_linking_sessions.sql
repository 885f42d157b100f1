-- A provider is linked by the session that asked for it: where that session was ended, so is its flow.
alter table auth.flows add column linking_session_id uuid references auth.sessions on delete cascade;
create index flows_by_linking_session on auth.flows (linking_session_id) where linking_session_id is not null;
