create table message_threads (
  id uuid primary key,
  participant_a uuid not null references profiles on delete cascade,
  participant_b uuid not null references profiles on delete cascade,
  -- Who wrote first to somebody that does not follow them; null once it is answered or accepted.
  requested_by uuid references profiles on delete cascade,
  last_message_at timestamptz(3) not null default clock_timestamp(),
  created_at timestamptz(3) not null default clock_timestamp(),
  -- One thread a pair, whoever starts: the smaller id always stands first.
  unique (participant_a, participant_b),
  check (participant_a < participant_b)
);
create index message_threads_by_b on message_threads (participant_b);

create table messages (
  id uuid primary key,
  thread_id uuid not null references message_threads on delete cascade,
  sender_id uuid not null references profiles on delete cascade,
  -- The sender's own id of the message: sending twice writes once.
  client_id uuid,
  content text not null check (length(btrim(content)) between 1 and 4000),
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (thread_id, sender_id, client_id)
);
create index messages_by_thread on messages (thread_id, created_at desc, id desc);
-- For the rule against the same words in many threads.
create index messages_by_sender on messages (sender_id, created_at desc);

-- What a member sees of a thread in the list, kept per member so that the list is one index scan.
create table thread_members (
  user_id uuid not null references profiles on delete cascade,
  thread_id uuid not null references message_threads on delete cascade,
  other_id uuid not null references profiles on delete cascade,
  last_message_at timestamptz(3) not null,
  last_message_preview text,
  last_sender_id uuid,
  unread_count integer not null default 0 check (unread_count >= 0),
  last_read_at timestamptz(3) not null default 'epoch',
  primary key (user_id, thread_id)
);
create index thread_members_recent on thread_members (user_id, last_message_at desc, thread_id desc);
create index thread_members_by_thread on thread_members (thread_id);
