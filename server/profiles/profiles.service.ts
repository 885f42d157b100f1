import type { z } from "zod";
import type { Me, Profile, ProfileEdit } from "#contract/profiles.ts";
import { type Tx, transact } from "#server/db/db.ts";
import type { Call } from "#server/http/call.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import { acceptAllRequests } from "#server/follows/follows.service.ts";
import { attachImage, releaseImageAt } from "#server/media/media.service.ts";
import { dropFeedPages, relistAuthor, renameAuthor } from "#server/outfits/outfits.service.ts";
import { recheckWatchersOf } from "#server/outfits/watchers.service.ts";
import { findProfile, findRenamed, lockProfile, readMe, renameMember, updateProfile } from "./profiles.store.ts";
import { isReservedUsername, toSkeleton } from "./usernames.service.ts";
export { deleteOldUsernames } from "./profiles.store.ts";

type Edit = z.output<typeof ProfileEdit>;

/**
 * The caller's own account.
 *
 * @throws auth.required
 */
export async function readOwnProfile(call: Call): Promise<Me> {
  return readMe(call.db, call.userId ?? fail("auth.required"), call.clock.now());
}

/**
 * A member as the caller may see them. A username that was changed within 90 days answers with the present one. Of a
 * private profile that the caller does not follow there is the name, the picture, the counts and nothing else.
 *
 * @throws auth.required unless profiles are public by configuration; profile.not_found also across a block
 * @see decisions.md "/profile of a private member" and "/profile/{username} needs sign-in"
 */
export async function readProfile(call: Call, username: string): Promise<Profile> {
  if (!call.userId && !call.config.arePublicProfilesOn) fail("auth.required");
  const found = await findProfile(call.db, username, call.userId);
  if (found) return found;
  const renamed = (await findRenamed(call.db, username, call.clock.now())) ?? fail("profile.not_found");
  return (await findProfile(call.db, renamed, call.userId)) ?? fail("profile.not_found");
}

/**
 * Changes the named fields of the caller's profile, all or nothing. What hangs on them follows in the same transaction:
 * the listing of outfits and waiting requests on privacy, search texts on the username, replaced pictures.
 *
 * @throws auth.required, image.not_yours, username.taken, username.too_soon
 * @see Spec §5 and decisions.md "Accounts"
 */
export async function editProfile(call: Call, edit: Edit): Promise<Me> {
  const userId = call.userId ?? fail("auth.required");
  await transact(call.db, async (tx) => {
    // Askers become followers before the member's own row is held, since members are locked in the order of their ids.
    if (edit.isPrivate === false) await acceptAllRequests(tx, userId);
    const before = await lockProfile(tx, userId);
    const pictures = await exchangePictures(tx, userId, edit, before);
    await updateProfile(tx, userId, { ...toColumns(edit), ...pictures });
    if (edit.isPrivate !== undefined && edit.isPrivate !== before.is_private) await relistAuthor(tx, userId);
    await rename(call, tx, { userId, wanted: edit.username, before });
  });
  dropFeedPages(call.pool);
  if (edit.isPrivate === true) await recheckWatchersOf(call, [userId]);
  return readOwnProfile(call);
}

async function rename(
  call: Call,
  tx: Tx,
  {
    userId,
    wanted,
    before,
  }: { userId: string; wanted: string | undefined; before: { username: string; username_skeleton: string } },
): Promise<void> {
  if (wanted === undefined || wanted === before.username) return;
  if (isReservedUsername(wanted)) failField("username", "This username is not available");
  const outcome = await renameMember(tx, {
    userId,
    from: { username: before.username, skeleton: before.username_skeleton },
    to: { username: wanted, skeleton: toSkeleton(wanted) },
    now: call.clock.now(),
  });
  if (outcome === "too_soon") fail("username.too_soon");
  if (outcome === "taken") fail("username.taken");
  await renameAuthor(tx, userId);
}

/** The fields that are columns as they are; what is not named stays out, so that it stays as it is. */
function toColumns(edit: Edit): Parameters<typeof updateProfile>[2] {
  const columns = {
    bio: edit.bio === "" ? null : edit.bio,
    location: edit.location === "" ? null : edit.location,
    instagram_url: edit.instagramUrl,
    twitter_url: edit.twitterUrl,
    facebook_url: edit.facebookUrl,
    youtube_url: edit.youtubeUrl,
    tiktok_url: edit.tiktokUrl,
    banner_adjustments: edit.bannerAdjustments,
    is_private: edit.isPrivate,
    closet_private: edit.isClosetPrivate,
    notified_by_email: edit.isNotifiedByEmail,
    notified_by_push: edit.isNotifiedByPush,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Attaches the new pictures, gives up the old ones, and gives the columns that name them. */
async function exchangePictures(
  tx: Tx,
  userId: string,
  edit: Edit,
  before: { avatar_url: string | null; banner_url: string | null },
): Promise<{ avatar_url?: string | null; banner_url?: string | null }> {
  const exchange = async (kind: "avatar" | "banner", imageId: string | null, old: string | null) => {
    const attached = imageId === null ? null : await attachImage(tx, { userId, imageId, kind });
    await releaseImageAt(tx, old);
    return attached?.url ?? null;
  };
  return {
    ...(edit.avatarImageId === undefined
      ? {}
      : { avatar_url: await exchange("avatar", edit.avatarImageId, before.avatar_url) }),
    ...(edit.bannerImageId === undefined
      ? {}
      : { banner_url: await exchange("banner", edit.bannerImageId, before.banner_url) }),
  };
}
