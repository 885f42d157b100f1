-- One case gathers everything that speaks against one thing: members' reports and the image screening.
create table moderation_cases (
  id uuid primary key,
  target_type text not null check (target_type in ('outfit', 'comment', 'profile', 'message', 'article', 'event')),
  target_id uuid not null,
  -- Whose it is.
  member_id uuid not null references profiles on delete cascade,
  status text not null default 'open' check (status in ('open', 'dismissed', 'hidden', 'deleted', 'warned', 'suspended')),
  reports_count integer not null default 0 check (reports_count >= 0),
  -- Kinds of the reports times the track record of who reported; what the screening found counts as well.
  weight real not null default 0,
  -- Every open case grows more urgent at the same pace, so the order never changes with time:
  -- weight in days minus the minute at which it was opened.
  urgency bigint not null,
  -- What the image screening found: the higher of the two scores in percent, or the removed picture that it resembles.
  screening_percent smallint check (screening_percent between 0 and 100),
  matched_image_id uuid,
  locked_by uuid references profiles on delete set null,
  locked_until timestamptz(3),
  first_response_at timestamptz(3),
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz(3),
  alerted_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create unique index moderation_cases_open_target on moderation_cases (target_type, target_id) where status = 'open';
create index moderation_cases_queue on moderation_cases (urgency desc, id desc) where status = 'open';
create index moderation_cases_decided on moderation_cases (decided_at desc, id desc) where status <> 'open';
create index moderation_cases_by_member on moderation_cases (member_id, created_at desc, id desc);
create index moderation_cases_by_time on moderation_cases (created_at);

alter table reports add column case_id uuid references moderation_cases on delete cascade;
create index reports_by_case on reports (case_id, created_at desc, id desc);
drop index reports_by_member;
create index reports_by_member on reports (member_id, created_at desc, id desc);
create index reports_by_reporter on reports (reporter_id, created_at desc, id desc);
-- A report that was decided does not stop the same member from reporting the same thing again later.
alter table reports drop constraint reports_reporter_id_target_type_target_id_key;
create unique index reports_open_once on reports (reporter_id, target_type, target_id) where status = 'open';

-- How often moderators agreed with a member's reports.
create table reporter_records (
  user_id uuid primary key references profiles on delete cascade,
  upheld integer not null default 0 check (upheld >= 0),
  dismissed integer not null default 0 check (dismissed >= 0)
);
-- How many reports there are against a member, so that the member list can be sorted by it.
alter table profiles add column reports_count integer not null default 0 check (reports_count >= 0);
update profiles p set reports_count = r.reports
  from (select member_id, count(*)::integer as reports from reports group by member_id) r where p.id = r.member_id;

-- What was done to a member or to something of theirs, as their account status page shows it.
create table moderation_actions (
  id uuid primary key,
  member_id uuid not null references profiles on delete cascade,
  case_id uuid references moderation_cases on delete set null,
  kind text not null check (kind in ('hidden', 'deleted', 'warned', 'suspended')),
  target_type text not null check (target_type in ('outfit', 'comment', 'profile', 'message', 'article', 'event')),
  target_id uuid not null,
  -- The title or the first words, so that the member knows what it was once it is gone.
  excerpt text not null default '' check (length(excerpt) <= 200),
  reason text not null check (length(reason) between 1 and 2000),
  decided_by uuid references profiles on delete set null,
  -- Of a suspension; null: permanent.
  ends_at timestamptz(3),
  -- When removed content is deleted for good; until then an appeal can bring it back.
  purge_at timestamptz(3),
  -- Taken back by an admin or by an appeal.
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index moderation_actions_by_member on moderation_actions (member_id, created_at desc, id desc);
create index moderation_actions_by_target on moderation_actions (target_type, target_id);
create index moderation_actions_to_purge on moderation_actions (purge_at) where purge_at is not null and revoked_at is null;
create index moderation_actions_by_case on moderation_actions (case_id);

create table appeals (
  id uuid primary key,
  -- Once for each action.
  action_id uuid not null unique references moderation_actions on delete cascade,
  member_id uuid not null references profiles on delete cascade,
  message text not null check (length(btrim(message)) between 1 and 2000),
  status text not null default 'open' check (status in ('open', 'upheld', 'granted')),
  decided_by uuid references profiles on delete set null,
  answer text check (length(answer) <= 2000),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index appeals_open on appeals (created_at, id) where status = 'open';
create index appeals_by_member on appeals (member_id, created_at desc);

create table moderation_templates (
  id uuid primary key,
  outcome text not null check (outcome in ('dismissed', 'hidden', 'deleted', 'warned', 'suspended')),
  name text not null check (length(btrim(name)) between 1 and 60),
  message text not null check (length(btrim(message)) between 1 and 2000),
  position smallint not null,
  updated_at timestamptz(3) not null default clock_timestamp()
);
insert into moderation_templates (id, outcome, name, message, position) values
  ('01930000-0000-7000-8000-000000000301', 'hidden', 'Nudity', 'We hid this because it shows nudity, which is not allowed on Fash. You can edit it or appeal.', 1),
  ('01930000-0000-7000-8000-000000000302', 'hidden', 'Spam or advertising', 'We hid this because it looks like spam or advertising. Outfits on Fash are about what people wear.', 2),
  ('01930000-0000-7000-8000-000000000303', 'hidden', 'Someone else''s photo', 'We hid this because the photo seems to belong to someone else. Please post only photos that you may share.', 3),
  ('01930000-0000-7000-8000-000000000304', 'deleted', 'Harassment', 'We removed this because it attacks or demeans someone. Please be kind, also when you disagree.', 1),
  ('01930000-0000-7000-8000-000000000305', 'deleted', 'Hate or violence', 'We removed this because it promotes hatred or violence, which has no place on Fash.', 2),
  ('01930000-0000-7000-8000-000000000306', 'warned', 'First warning', 'Something you posted broke our community rules. This is a warning; another one can lead to a suspension.', 1),
  ('01930000-0000-7000-8000-000000000307', 'suspended', 'Repeated violations', 'Your account is suspended because it broke our community rules several times.', 1),
  ('01930000-0000-7000-8000-000000000308', 'suspended', 'Serious violation', 'Your account is suspended because of a serious violation of our community rules.', 2),
  ('01930000-0000-7000-8000-000000000309', 'dismissed', 'Within the rules', 'We looked at your report and found nothing that breaks our community rules. Thank you for looking out.', 1);

-- Reports that nobody has decided get their cases.
insert into moderation_cases (id, target_type, target_id, member_id, reports_count, weight, urgency, created_at)
  select (array_agg(id order by created_at, id))[1], target_type, target_id, (array_agg(member_id))[1], count(*),
    count(*), round(count(*) * 1440 - extract(epoch from min(created_at)) / 60), min(created_at)
  from reports where status = 'open' group by target_type, target_id;
update reports r set case_id = c.id from moderation_cases c
  where r.status = 'open' and c.target_type = r.target_type and c.target_id = r.target_id;

-- A suspension is a ban during which the member can still sign in, to see why and to appeal.
alter table auth.users add column is_suspension boolean not null default false;
alter type notification_type add value if not exists 'moderation';
-- A correction by an admin says why.
alter type points_action add value if not exists 'CORRECTION';
alter table points_ledger add column note text check (length(note) <= 2000);
