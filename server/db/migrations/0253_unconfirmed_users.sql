-- outside a transaction
-- Sign-ups that nobody confirmed, which housekeeping looks for: without it, each run reads all accounts.
-- An interrupted build leaves an unusable index behind.
drop index concurrently if exists auth.users_unconfirmed;
create index concurrently users_unconfirmed on auth.users (created_at)
  where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null and not is_anonymous;
