import { type Db, runSql, type Tx } from "#server/db/db.ts";
import type { ImageTable, ReportTarget } from "#server/db/schema.ts";
import { type PictureHash, similarBitsMax } from "./picture-hash.ts";

/** Attempts to score a picture. */
const attemptsMax = 3;

/**
 * Adds a picture that comes into use to those that are to be screened, and queues the job for it. Jobs of this queue run one
 * after the other. Writes `image_screenings` and the job queue.
 */
export async function insertWaiting(tx: Tx, imageId: string): Promise<void> {
  await runSql(
    tx,
    `with waiting as (insert into image_screenings (image_id) values ($1) on conflict do nothing)
     select graphile_worker.add_job('screenPictures', queue_name := 'screening', max_attempts := 3)`,
    [imageId],
  );
}

/** Queues the job once more, outside a transaction: one waiting job is enough, but posts must not wait for each other. */
export async function queueMoreScreening(db: Db): Promise<void> {
  await runSql(
    db,
    `select graphile_worker.add_job('screenPictures', queue_name := 'screening', job_key := 'screenPictures',
       max_attempts := 3)`,
    [],
  );
}

/** A picture that is to be screened. */
export interface WaitingPicture {
  imageId: string;
  /** Its storage key. */
  key: string;
}

/** The newest pictures that were not scored yet and whose pause after a failure is over. */
export function listWaiting(db: Db, { count, now }: { count: number; now: Date }): Promise<WaitingPicture[]> {
  return runSql<WaitingPicture>(
    db,
    `select s.image_id as "imageId", i.key from image_screenings s join images i on i.id = s.image_id
     where s.percent is null and s.failures < ${attemptsMax} and (s.retry_at is null or s.retry_at <= $2)
     order by s.image_id desc limit $1`,
    [count, now],
  );
}

/** The picture removed by moderators that resembles this one most, also mirrored; undefined if none does. */
export async function findModeratedLike(
  db: Db,
  imageId: string,
  { bits, mirroredBits }: PictureHash,
): Promise<string | undefined> {
  const [found] = await runSql<{ imageId: string }>(
    db,
    `select image_id as "imageId" from (
       select image_id, least(bit_count(hash # $2::text::bit(256)), bit_count(hash # $3::text::bit(256))) as distance
       from moderated_pictures where hash is not null and image_id <> $1) m
     where distance <= ${similarBitsMax} order by distance, image_id limit 1`,
    [imageId, bits, mirroredBits],
  );
  return found?.imageId;
}

/** Stores the hash of a picture. Writes `image_screenings` and, for one removed before it was hashed, `moderated_pictures`. */
export async function saveHash(
  db: Db,
  imageId: string,
  { bits, matchedImageId }: { bits: string | null; matchedImageId: string | null },
): Promise<void> {
  await runSql(
    db,
    `with removed as (update moderated_pictures set hash = $2::text::bit(256) where image_id = $1)
     update image_screenings set hash = $2::text::bit(256), matched_image_id = $3 where image_id = $1`,
    [imageId, bits, matchedImageId],
  );
}

/** Stores the score of a picture. Writes `image_screenings`. */
export async function saveScore(db: Db, imageId: string, percent: number): Promise<void> {
  await db.updateTable("image_screenings").set({ percent, retry_at: null }).where("image_id", "=", imageId).execute();
}

/** Counts a failure; the third one is the last. Writes `image_screenings`. */
export async function noteFailure(db: Db, imageId: string, retryAt: Date): Promise<void> {
  await db
    .updateTable("image_screenings")
    .set((b) => ({ failures: b("failures", "+", 1), retry_at: retryAt }))
    .where("image_id", "=", imageId)
    .execute();
}

/** Puts the screening of a picture off without counting a failure. Writes `image_screenings`. */
export async function postponeScreening(db: Db, imageId: string, retryAt: Date): Promise<void> {
  await db.updateTable("image_screenings").set({ retry_at: retryAt }).where("image_id", "=", imageId).execute();
}

/** SQL for whether a row of `images` is in what readers last saw of article `a`. */
export const isInPublished = (image: string) =>
  `(${image}.id = any (a.image_ids) or ${image}.id is not distinct from a.cover_image_id)`;

/** SQL for whether a row of `images` is in the latest version of article `a`. */
export const isInLatest = (image: string) =>
  `exists (select from (select content from article_versions where article_id = a.id order by number desc limit 1) v
    where v.content @> jsonb_build_object('cover', jsonb_build_object('imageId', ${image}.id))
      or v.content @> jsonb_build_object('body', jsonb_build_array(jsonb_build_object('imageId', ${image}.id))))`;

/** A finding that is not in the moderation queue yet. */
export interface Finding {
  imageId: string;
  kind: ImageTable["kind"];
  memberId: string;
  percent: number | null;
  matchedImageId: string | null;
  targetType: Extract<ReportTarget, "outfit" | "event" | "article" | "profile">;
  targetId: string;
  /** Whether the target is published without the picture, which waits for an editor. */
  isProposed: boolean;
}

/** SQL for what image `i` belongs to and others than its owner can see, or is proposed for. */
export const targetsOf = `
  select 'outfit' as type, o.id, false as is_proposed from outfits o where o.image_id = i.id
  union all
  select 'outfit', p.outfit_id, false from outfit_photos p where p.image_id = i.id
  union all
  select 'event', e.id, false from events e where e.image_id = i.id and e.status <> 'draft'
  union all
  select 'event', p.event_id, true from event_proposals p where p.image_id = i.id and p.is_waiting
  union all
  select 'article', a.id, a.is_public and not v.is_shown from article_images x join articles a on a.id = x.article_id,
    lateral (select ${isInPublished("i")} as is_shown) v
  where x.image_id = i.id and (a.status = 'submitted' and ${isInLatest("i")} or a.is_public and v.is_shown)
  union all
  select 'profile', p.id, false from profiles p where p.id = i.user_id and '/media/' || i.key in (p.avatar_url, p.banner_url)`;

/**
 * Findings that belong into the moderation queue: pictures scored at least `queuePercent` or like a removed one, of things
 * that others than their owner can see, and what is proposed for them. A draft's picture waits until the draft is submitted.
 */
export function listFindings(db: Db, queuePercent: number, count: number): Promise<Finding[]> {
  return runSql<Finding>(
    db,
    `select s.image_id as "imageId", i.kind, i.user_id as "memberId", s.percent, m.image_id as "matchedImageId",
       t.type as "targetType", t.id as "targetId", t.is_proposed as "isProposed"
     from (
       select image_id, percent, matched_image_id from image_screenings where raised_at is null and percent >= $1
       union
       select image_id, percent, matched_image_id from image_screenings
       where raised_at is null and matched_image_id is not null) s
     join images i on i.id = s.image_id
     -- What was shown again since is not removed.
     left join moderated_pictures m on m.image_id = s.matched_image_id
     cross join lateral (${targetsOf}) t
     where s.percent >= $1 or m.image_id is not null
     order by s.image_id limit $2`,
    [queuePercent, count],
  );
}

/** Marks a finding as in the queue; false if it was already, or the picture is gone. Writes `image_screenings`. */
export async function markRaised(tx: Tx, imageId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("image_screenings")
    .set({ raised_at: now })
    .where("image_id", "=", imageId)
    .where("raised_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The pictures of what moderators act on, by kind of target; comments and messages have none. */
const picturesOf: Partial<Record<ReportTarget, string>> = {
  outfit: `select image_id from outfits where id = $2 union select image_id from outfit_photos where outfit_id = $2`,
  event: `select image_id from events where id = $2 and image_id is not null
    union select image_id from event_proposals where event_id = $2 and image_id is not null`,
  article: "select image_id from article_images where article_id = $2",
  profile: `select i.id as image_id from withheld_profile_pictures w join images i on i.key = substring(w.url from '^/media/(.+)$')
    where w.user_id = $2 and (w.case_id = $3 or w.case_id is null)`,
};

/** Something that moderators removed, of a profile the pictures of one case. */
export interface RemovedTarget {
  type: ReportTarget;
  id: string;
  caseId: string | null;
}

/** Remembers the pictures of something that moderators removed. Writes `moderated_pictures`. */
export async function insertModerated(tx: Tx, target: RemovedTarget): Promise<void> {
  const pictures = picturesOf[target.type];
  if (!pictures) return;
  await runSql(
    tx,
    `insert into moderated_pictures (image_id, target_type, target_id, case_id, hash)
     select p.image_id, $1::text, $2::uuid, $3::uuid, s.hash from (${pictures}) p left join image_screenings s on s.image_id = p.image_id
     on conflict (image_id) do nothing`,
    [target.type, target.id, target.caseId],
  );
}

/** Forgets the pictures of something that is shown again. Writes `moderated_pictures`. */
export async function deleteModerated(tx: Tx, target: RemovedTarget): Promise<void> {
  const ofTarget = tx
    .deleteFrom("moderated_pictures")
    .where("target_type", "=", target.type)
    .where("target_id", "=", target.id);
  if (target.type !== "profile") return void (await ofTarget.execute());
  // Those without a case are from before cases were noted.
  const { caseId } = target;
  await ofTarget
    .where((where) =>
      where.or([where("case_id", "is", null), ...(caseId === null ? [] : [where("case_id", "=", caseId)])]),
    )
    .execute();
}
