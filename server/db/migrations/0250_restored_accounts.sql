-- The password alone cancelled a deletion, also where a second step protects the account. A session restores the account once
-- it has every step, and the owner is told: it may have been somebody else. More tries than other mails have, because
-- servers of the version before do not know this one.
create or replace function restore_account() returns trigger language plpgsql as $$
begin
  if new.assurance <> 'aal2'
    and exists (select from auth.factors where user_id = new.user_id and status = 'verified') then
    return null;
  end if;
  delete from account_deletions where user_id = new.user_id;
  if found then
    perform graphile_worker.add_job(
      'sendProductMail',
      json_build_object('kind', 'deletion_cancelled', 'userId', new.user_id, 'path', '/settings'),
      max_attempts := 10
    );
  end if;
  return null;
end $$;
create trigger sessions_restore_account_at_second_step after update of assurance on auth.sessions
  for each row when (new.assurance = 'aal2') execute function restore_account();
