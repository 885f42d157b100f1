import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { limits } from "#contract/limits.ts";
import type { Me, Profile } from "#contract/profiles.ts";
import type { Db } from "#server/db/db.ts";
import type { ProfileTable, UserRole } from "#server/db/schema.ts";
import { followStateOf } from "#server/follows/follows.service.ts";
import { canViewProfile, isVisibleMember } from "#server/members/members.service.ts";

interface ProfileRow {
  id: string;
  username: string;
  display_name: string | null;
  avatar_url: string | null;
  is_private: boolean;
  closet_private: boolean;
  outfit_count: number;
  followers_count: number;
  following_count: number;
  total_likes: number;
  created_at: Date;
  membership_tier: "free" | "premium" | "pro";
  role: UserRole;
  bio: string | null;
  location: string | null;
  banner_url: string | null;
  banner_adjustments: Profile["bannerAdjustments"];
  instagram_url: string | null;
  twitter_url: string | null;
  facebook_url: string | null;
  youtube_url: string | null;
  tiktok_url: string | null;
  is_open: boolean;
  follow_state: Profile["followState"];
  is_following_you: boolean;
  is_muted: boolean;
}

/** A private profile's hidden fields are absent from the reply, even if empty. */
function toProfile(row: ProfileRow, viewerId: string | null): Profile {
  const isVisible = row.is_open;
  const shown = <T>(value: T): T | null => (isVisible ? value : null);
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    isVerified: row.role === "admin",
    isPrivate: row.is_private,
    isSelf: row.id === viewerId,
    isVisible,
    postsCount: row.outfit_count,
    followersCount: row.followers_count,
    followingCount: row.following_count,
    likesCount: row.total_likes,
    followState: row.follow_state,
    isFollowingYou: row.is_following_you,
    isMuted: row.is_muted,
    createdAt: shown(row.created_at.toISOString()),
    isClosetPrivate: isVisible ? row.closet_private : true,
    membershipTier: shown(row.membership_tier),
    role: shown(row.role),
    bio: shown(row.bio),
    location: shown(row.location),
    bannerUrl: shown(row.banner_url),
    bannerAdjustments: shown(row.banner_adjustments),
    instagramUrl: shown(row.instagram_url),
    twitterUrl: shown(row.twitter_url),
    facebookUrl: shown(row.facebook_url),
    youtubeUrl: shown(row.youtube_url),
    tiktokUrl: shown(row.tiktok_url),
  };
}

const profileColumns = (viewerId: string | null) => sql`
  p.id, p.username, p.display_name, p.avatar_url, p.is_private, p.closet_private, p.outfit_count, p.followers_count, p.following_count,
  p.total_likes, p.created_at, p.membership_tier, p.bio, p.location, p.banner_url, p.banner_adjustments,
  p.instagram_url, p.twitter_url, p.facebook_url, p.youtube_url, p.tiktok_url,
  coalesce((select r.role from user_roles r where r.user_id = p.id), 'user') as role,
  ${canViewProfile(viewerId)} as is_open, ${followStateOf(viewerId)} as follow_state,
  exists (select from follows v where v.follower_id = p.id and v.following_id = ${viewerId}::uuid) as is_following_you,
  exists (select from mutes m where m.muter_id = ${viewerId}::uuid and m.muted_id = p.id) as is_muted`;

/** A profile as the viewer may see it, by its current username. */
export async function findProfile(db: Db, username: string, viewerId: string | null): Promise<Profile | undefined> {
  const { rows } = await sql<ProfileRow>`
    select ${profileColumns(viewerId)} from profiles p
    where p.username = ${username.toLowerCase()} and ${isVisibleMember(viewerId)}`.execute(db);
  const [row] = rows;
  return row && toProfile(row, viewerId);
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

/** The member's own account, with private fields. */
export async function getMe(db: Db, userId: string, now: Date): Promise<Me> {
  const { rows } = await sql<
    ProfileRow & {
      email: string | null;
      points: number;
      unread_notifications_count: number;
      notified_by_email: boolean;
      notified_by_push: boolean;
      unread_messages_count: number;
      username_last_changed: Date | null;
    }
  >`
    select ${profileColumns(userId)}, u.email, p.points, p.unread_notifications_count, p.username_last_changed,
      p.notified_by_email, p.notified_by_push,
      (select coalesce(sum(t.unread_count), 0)::int from thread_members t where t.user_id = p.id and not t.is_muted) as unread_messages_count
    from profiles p join auth.users u on u.id = p.id
    where p.id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Member ${userId} has no profile`);
  return {
    ...toProfile(row, userId),
    email: row.email,
    points: row.points,
    unreadNotificationsCount: row.unread_notifications_count,
    isNotifiedByEmail: row.notified_by_email,
    isNotifiedByPush: row.notified_by_push,
    unreadMessagesCount: row.unread_messages_count,
    usernameChangeableAt: changeableAt(row.username_last_changed, now),
  };
}

function changeableAt(changedAt: Date | null, now: Date): string | null {
  if (changedAt === null) return null;
  const at = new Date(changedAt.getTime() + limits.usernameChangeDays * dayMs);
  return at > now ? at.toISOString() : null;
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
