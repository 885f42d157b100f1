-- Pictures that are to get a new key because what showed them is hidden; a job empties the table. Without a foreign key, so
-- that the copies of a picture that is deleted meanwhile are still known.
create table image_rotations (
  image_id uuid primary key,
  -- Written before the first file is copied, so that no copy is unknown.
  new_key text unique,
  widths integer[],
  -- A worker that died leaves its claim, which ends after some minutes.
  claimed_at timestamptz(3),
  requested_at timestamptz(3) not null default clock_timestamp()
);
create index image_rotations_oldest on image_rotations (requested_at);

-- What copies the key follows it, and the files under the old key are removed.
create function follow_image_key() returns trigger language plpgsql as $$
begin
  update outfits set image_url = '/media/' || new.key where image_id = new.id;
  update profiles set avatar_url = '/media/' || new.key where id = new.user_id and avatar_url = '/media/' || old.key;
  update profiles set banner_url = '/media/' || new.key where id = new.user_id and banner_url = '/media/' || old.key;
  update withheld_profile_pictures set url = '/media/' || new.key
  where user_id = new.user_id and url = '/media/' || old.key;
  insert into removed_images (key, widths) values (old.key, old.widths) on conflict do nothing;
  return null;
end $$;
create trigger images_key_changed after update of key on images
  for each row when (old.key is distinct from new.key) execute function follow_image_key();
