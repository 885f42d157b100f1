-- A notification about a member ('started following you') refers to them by id without a foreign key, because the column
-- holds ids of several tables. The id goes with the member, whatever deletes them.
create function forget_member_reference() returns trigger language plpgsql as $$
begin
  update notifications set reference_id = null where reference_id = old.id;
  return null;
end $$;
create trigger profiles_forget_references after delete on profiles
  for each row execute function forget_member_reference();

update notifications set reference_id = null
where type in ('follower', 'follow_request') and actor_id is null and reference_id is not null;
