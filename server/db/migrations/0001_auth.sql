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
  confirmation_sent_at timestamptz(3),
  recovery_sent_at timestamptz(3),
  reauthentication_sent_at timestamptz(3),
  new_phone text,
  phone_change_sent_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  banned_until timestamptz(3),
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  is_anonymous boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
