import type { UploadKind } from "#contract/media.ts";
import { type Db, runSql, type Tx } from "#server/db/db.ts";

/** Pictures by id, or all attached ones of these kinds of a member, if wanted without the covers of their events. */
export type RotatedPictures =
  | { ids: readonly string[] }
  | { userId: string; kinds: readonly UploadKind[]; keepsEventCovers?: boolean };

/**
 * Notes pictures that are to get a new key, without those noted before; true if any is new or comes sooner. All of a member
 * wait behind those of that member, single ones do not: the member may go private and public again to keep them waiting.
 * Writes `image_rotations`.
 */
export async function insertRotations(tx: Tx, which: RotatedPictures): Promise<boolean> {
  const turn = "row_number() over (partition by user_id order by id)";
  const inserted =
    "ids" in which
      ? await runSql(
          tx,
          `insert into image_rotations (image_id, turn) select id, ${turn} from images where id = any($1::uuid[]) order by id
           on conflict (image_id) do update set turn = excluded.turn where image_rotations.turn > excluded.turn
           returning image_id`,
          [which.ids],
        )
      : await runSql(
          tx,
          `insert into image_rotations (image_id, turn) select id, ${turn} + (
             select count(*) from image_rotations r join images p on p.id = r.image_id where p.user_id = $1)
           from images where user_id = $1 and kind = any($2::text[]) and attached_at is not null
             and not ($3 and exists (select from events e where e.image_id = images.id)) order by id
           on conflict do nothing returning image_id`,
          [which.userId, which.kinds, which.keepsEventCovers ?? false],
        );
  return inserted.length > 0;
}

/** Queues the job that works through `image_rotations`. */
export async function queueRotations(db: Db): Promise<void> {
  await runSql(db, "select graphile_worker.add_job('rotateImages', max_attempts := 3)", []);
}

/** A picture whose key is to change. */
export interface Rotation {
  imageId: string;
  /** Null if the picture is deleted. */
  image: { userId: string; kind: UploadKind; key: string; widths: number[] } | null;
}

const claimMinutes = 5;

/**
 * Takes a rotation that nobody works on, for some minutes, so that no other worker copies the same files and one that died
 * holds nothing up; owners take turns. Writes `image_rotations`.
 */
export async function claimRotation(db: Db): Promise<Rotation | undefined> {
  const [claimed] = await runSql<Rotation>(
    db,
    `with claimed as (
       update image_rotations set claimed_at = clock_timestamp() where image_id = (
         select image_id from image_rotations
         where claimed_at is null or claimed_at < clock_timestamp() - interval '${claimMinutes} minutes'
         order by turn, requested_at limit 1 for update skip locked
       ) returning image_id
     )
     select c.image_id as "imageId", case when i.id is not null then
         json_build_object('userId', i.user_id, 'kind', i.kind, 'key', i.key, 'widths', i.widths) end as image
     from claimed c left join images i on i.id = c.image_id`,
    [],
  );
  return claimed;
}

/**
 * Notes the key that a picture's files are copied to, unless one is noted. Writes `image_rotations`.
 *
 * @returns The noted key, or undefined if another worker has ended the rotation.
 */
export async function noteNewKey(
  db: Db,
  { imageId, newKey, widths }: { imageId: string; newKey: string; widths: number[] },
): Promise<string | undefined> {
  const [noted] = await runSql<{ newKey: string }>(
    db,
    `update image_rotations set new_key = coalesce(new_key, $2), widths = $3 where image_id = $1
     returning new_key as "newKey"`,
    [imageId, newKey, widths],
  );
  return noted?.newKey;
}

/**
 * Gives a picture its new key and ends its rotation. What copies the key follows by trigger, and so do the files under the
 * old key into `removed_images`; if the picture is deleted, it is the copies that go there. Locks what shows the picture
 * first, as edits do. Writes `images`, `image_rotations`, `removed_images`.
 */
export async function switchKey(tx: Tx, imageId: string): Promise<void> {
  await runSql(
    tx,
    `select from outfits where image_id = $1 or id in (select outfit_id from outfit_photos where image_id = $1)
     order by id for update`,
    [imageId],
  );
  await runSql(
    tx,
    `select from profiles where id in (select user_id from images where id = $1 and kind in ('avatar', 'banner'))
     for no key update`,
    [imageId],
  );
  await runSql(
    tx,
    `update images i set key = r.new_key from image_rotations r
     where i.id = $1 and r.image_id = i.id and r.new_key is not null`,
    [imageId],
  );
  await runSql(
    tx,
    `with ended as (delete from image_rotations where image_id = $1 returning new_key, widths)
     insert into removed_images (key, widths) select new_key, widths from ended
     where new_key is not null and not exists (select from images i where i.key = new_key)
     on conflict do nothing`,
    [imageId],
  );
}
