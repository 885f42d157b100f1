import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import { type Db, type Pool, type PreparedStatement, runPrepared } from "#server/db/db.ts";
import { isoTime } from "#server/db/json-pages.ts";
import type { ProfileTable } from "#server/db/schema.ts";
import { followStateFor, isOpenTo, isMemberVisible, unreadMessages } from "#server/members/member-sql.ts";

/** SQL for the properties of the contract's Profile, of the member `p`. A private profile's hidden ones are null, even if empty. */
const propertiesFor = (viewer: string) => `
  p.id, p.username, p.display_name as "displayName", p.avatar_url as "avatarUrl", v.is_open and v.role = 'admin' as "isVerified",
  p.is_private as "isPrivate", coalesce(p.id = ${viewer}, false) as "isSelf", v.is_open as "isVisible",
  ${followStateFor(viewer)} as "followState",
  p.outfit_count as "postsCount", p.followers_count as "followersCount", p.following_count as "followingCount",
  p.total_likes as "likesCount",
  exists (select from follows f where f.follower_id = p.id and f.following_id = ${viewer}) as "isFollowingYou",
  exists (select from mutes m where m.muter_id = ${viewer} and m.muted_id = p.id) as "isMuted",
  p.closet_private or not v.is_open as "isClosetPrivate", ${shownProperties}`;

const whenOpen = (value: string, property: string) => `case when v.is_open then ${value} end as "${property}"`;
const shownProperties = [
  whenOpen(isoTime("p.created_at"), "createdAt"),
  whenOpen("p.membership_tier", "membershipTier"),
  whenOpen("v.role", "role"),
  whenOpen("p.bio", "bio"),
  whenOpen("p.location", "location"),
  whenOpen("p.banner_url", "bannerUrl"),
  whenOpen("p.banner_adjustments", "bannerAdjustments"),
  whenOpen("p.instagram_url", "instagramUrl"),
  whenOpen("p.twitter_url", "twitterUrl"),
  whenOpen("p.facebook_url", "facebookUrl"),
  whenOpen("p.youtube_url", "youtubeUrl"),
  whenOpen("p.tiktok_url", "tiktokUrl"),
].join(", ");

const profilesFor = (viewer: string) => `profiles p cross join lateral (
    select ${isOpenTo(viewer)} as is_open,
      coalesce((select r.role from user_roles r where r.user_id = p.id), 'user') as role offset 0
  ) v`;

const json = (select: string) => `select row_to_json(o)::text as json from (${select}) o`;

const profile: PreparedStatement = {
  name: "profile",
  text: json(`select ${propertiesFor("$2::uuid")} from ${profilesFor("$2::uuid")}
    where p.username = $1 and ${isMemberVisible("$2::uuid")}`),
};

/** The JSON of a profile as the viewer may see it, by its current username. */
export async function findProfile(pool: Pool, username: string, viewerId: string | null): Promise<string | undefined> {
  const [row] = await runPrepared<{ json: string }>(pool, profile, [username.toLowerCase(), viewerId]);
  return row?.json;
}

/** The current username of the member who had this one within the last 90 days. */
export async function findRenamed(db: Db, username: string, now: Date): Promise<string | undefined> {
  const found = await db
    .selectFrom("former_usernames as f")
    .innerJoin("profiles as p", "p.id", "f.user_id")
    .select("p.username")
    .where("f.username", "=", username.toLowerCase())
    .where("f.changed_at", ">", usernameChangeStart(now))
    .executeTakeFirst();
  return found?.username;
}

/** Username changes after this time still count. */
const usernameChangeStart = (now: Date) => new Date(now.getTime() - limits.usernameChangeDays * dayMs);

/** In hours, because a day may be longer or shorter in a time zone. */
const usernameChangeableAt = `(p.username_last_changed + interval '${limits.usernameChangeDays * 24} hours')`;

const account: PreparedStatement = {
  name: "account",
  text: json(`select ${propertiesFor("$1::uuid")}, u.email, p.points,
      p.unread_notifications_count as "unreadNotificationsCount",
      ${unreadMessages("$1::uuid")} as "unreadMessagesCount",
      p.notified_by_email as "isNotifiedByEmail", p.notified_by_push as "isNotifiedByPush",
      case when ${usernameChangeableAt} > $2::timestamptz then ${isoTime(usernameChangeableAt)} end as "usernameChangeableAt",
      $3::text as "siteName"
    from ${profilesFor("$1::uuid")} join auth.users u on u.id = p.id
    where p.id = $1`),
};

/** The JSON of the member's own account, with private fields. */
export async function getMe(
  pool: Pool,
  { userId, now, siteName }: { userId: string; now: Date; siteName: string },
): Promise<string> {
  const [row] = await runPrepared<{ json: string }>(pool, account, [userId, now.toISOString(), siteName]);
  if (!row) throw new Error(`Member ${userId} has no profile`);
  return row.json;
}

type EditableColumns = Pick<
  ProfileTable,
  | "display_name"
  | "bio"
  | "location"
  | "avatar_url"
  | "banner_url"
  | "banner_adjustments"
  | "instagram_url"
  | "twitter_url"
  | "facebook_url"
  | "youtube_url"
  | "tiktok_url"
> & { is_private: boolean; closet_private: boolean };

/** Updates the given columns of a member's profile. Writes `profiles`. */
export async function updateProfile(tx: Db, userId: string, columns: Partial<EditableColumns>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  const { banner_adjustments: adjustments, ...plain } = columns;
  await tx
    .updateTable("profiles")
    .set(plain)
    .$if(adjustments !== undefined, (query) =>
      query.set({ banner_adjustments: sql`${adjustments === null ? null : JSON.stringify(adjustments)}::jsonb` }),
    )
    .where("id", "=", userId)
    .execute();
}

/** What a profile change needs to know. Locks the row until the transaction ends. */
export async function lockProfile(
  tx: Db,
  userId: string,
): Promise<
  Pick<ProfileTable, "username" | "username_skeleton" | "display_name" | "avatar_url" | "banner_url"> & {
    is_private: boolean;
  }
> {
  return tx
    .selectFrom("profiles")
    .select(["username", "username_skeleton", "display_name", "avatar_url", "banner_url", "is_private"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export type RenameOutcome = "renamed" | "too_soon" | "taken";

/**
 * Changes a member's username in one statement that enforces all rules: 90 days since the last change, not taken, and
 * not another member's within the last 90 days. The old name stays reserved for 90 days. Writes `profiles`,
 * `former_usernames`.
 */
export async function renameMember(
  tx: Db,
  { userId, from, to, now }: { userId: string; from: NameAndSkeleton; to: NameAndSkeleton; now: Date },
): Promise<RenameOutcome> {
  // Serializes concurrent changes that release and take the same name.
  for (const skeleton of [from.skeleton, to.skeleton].toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended('username:' || ${skeleton}, 0))`.execute(tx);
  }
  const start = usernameChangeStart(now);
  const { rows } = await sql<{ is_early: boolean; is_renamed: boolean }>`
    with renamed as (
      update profiles set username = ${to.username}, username_skeleton = ${to.skeleton}, username_last_changed = ${now}
      where id = ${userId} and (username_last_changed is null or username_last_changed <= ${start})
        and not exists (select from profiles o 
          where (o.username_skeleton = ${to.skeleton} or o.username = ${to.username}) and o.id <> ${userId})
        and not exists (select from former_usernames f where f.username_skeleton = ${to.skeleton}
          and f.user_id <> ${userId} and f.changed_at > ${start})
      returning id
    )
    select p.username_last_changed > ${start} as is_early, exists (select from renamed) as is_renamed
    from profiles p where p.id = ${userId}`.execute(tx);
  const [row] = rows;
  if (!row?.is_renamed) return row?.is_early ? "too_soon" : "taken";
  await tx.deleteFrom("former_usernames").where("username_skeleton", "in", [from.skeleton, to.skeleton]).execute();
  await tx
    .insertInto("former_usernames")
    .values({ username: from.username, username_skeleton: from.skeleton, user_id: userId, changed_at: now })
    .execute();
  return "renamed";
}

interface NameAndSkeleton {
  username: string;
  skeleton: string;
}

/** Deletes former usernames that no longer redirect and returns their number. Writes `former_usernames`. */
export async function deleteOldUsernames(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("former_usernames")
    .where("changed_at", "<=", usernameChangeStart(now))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
