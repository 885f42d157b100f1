-- Accounts and sessions. The schema is named after the room, so that `auth.users` is never mistaken for a profile.
create extension if not exists citext;
create extension if not exists pg_trgm;

create schema auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email citext unique check (length(email) <= 255),
  phone text unique check (phone ~ '^[1-9][0-9]{1,14}$'),
  password_hash text,
  email_confirmed_at timestamptz(3),
  phone_confirmed_at timestamptz(3),
  invited_at timestamptz(3),
  confirmation_sent_at timestamptz(3),
  recovery_sent_at timestamptz(3),
  reauthentication_sent_at timestamptz(3),
  new_email citext check (length(new_email) <= 255),
  email_change_sent_at timestamptz(3),
  new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  phone_change_sent_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  banned_until timestamptz(3),
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  is_anonymous boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index users_newest on auth.users (created_at desc, id desc);

-- The ways in of a user: one row a provider, found by the provider's own id and never by an address.
create table auth.identities (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  provider text not null check (provider in ('email', 'phone', 'google', 'facebook')),
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  constraint identities_provider_key unique (provider, provider_id)
);
create index identities_by_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  assurance text not null default 'aal1' check (assurance in ('aal1', 'aal2')),
  factor_id uuid,
  -- Sealed with the server's secret; refresh tokens are computed from it and stored nowhere.
  refresh_key bytea not null,
  refresh_counter integer not null default 0,
  refreshed_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- Came from a recovery link: may set a password without knowing the old one.
  is_recovery boolean not null default false,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz(3) not null default clock_timestamp()
) with (fillfactor = 85);
create index sessions_by_user on auth.sessions (user_id);

-- How a session was authenticated, once a method.
create table auth.session_methods (
  session_id uuid not null references auth.sessions on delete cascade,
  method text not null,
  used_at timestamptz(3) not null,
  primary key (session_id, method)
);

-- Whoever holds a live connection of an ended session hears of it in the transaction that ends it.
create function auth.tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', old.id::text);
  return null;
end $$;
create trigger session_ended after delete on auth.sessions
  for each row execute function auth.tell_session_ended();

-- One live code a purpose and recipient; a new one replaces it. Without a user: the right code makes the account.
create table auth.one_time_codes (
  purpose text not null check (purpose in
    ('confirmation', 'recovery', 'magiclink', 'sms', 'email_change_current', 'email_change_new', 'phone_change', 'reauthentication')),
  recipient text not null,
  user_id uuid references auth.users on delete cascade,
  code_hash bytea not null,
  link_hash bytea unique,
  tries integer not null default 0,
  flow_id uuid,
  user_data jsonb not null default '{}',
  sent_at timestamptz(3) not null,
  code_ends_at timestamptz(3) not null,
  link_ends_at timestamptz(3) not null,
  primary key (purpose, recipient)
);
create index one_time_codes_by_user on auth.one_time_codes (user_id);

-- A sign-in under way: through a provider, or by a link with a code challenge.
create table auth.flows (
  id uuid primary key,
  purpose text not null,
  provider text,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  auth_code uuid unique,
  user_id uuid references auth.users on delete cascade,
  linking_user_id uuid references auth.users on delete cascade,
  redirect_to text not null,
  -- What is remembered towards the provider (verifier, nonce) and what it gave (its tokens), sealed.
  provider_secrets bytea,
  browser_hash bytea,
  method text,
  issued_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index flows_by_age on auth.flows (created_at);

create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text check (length(friendly_name) <= 100),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  -- Sealed.
  secret bytea,
  -- The newest time step whose code was taken: a code works once.
  last_step bigint not null default 0,
  last_challenged_at timestamptz(3),
  wrong_codes integer not null default 0,
  wrong_codes_since timestamptz(3),
  locked_until timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index factors_by_user on auth.factors (user_id);
create unique index factors_name_key on auth.factors (user_id, lower(friendly_name)) where friendly_name <> '';

create table auth.challenges (
  id uuid primary key,
  factor_id uuid not null references auth.factors on delete cascade,
  ip text not null,
  code_hash bytea,
  tries integer not null default 0,
  created_at timestamptz(3) not null
);
create index challenges_by_factor on auth.challenges (factor_id);

-- Keys that sign access tokens, made on first start where none are configured. The private part is sealed.
create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk bytea not null,
  signs_from timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp()
);

-- Who did what to which account. No foreign key: the trail outlives the account.
create table auth.audit (
  id uuid primary key,
  event text not null,
  user_id uuid,
  actor text,
  ip text not null default '',
  user_agent text not null default '',
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp()
);
create index audit_by_user on auth.audit (user_id, created_at desc);
create index audit_by_time on auth.audit (created_at desc);

create function auth.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;
create trigger audit_append_only before update or delete or truncate on auth.audit
  for each statement execute function auth.refuse_change();
