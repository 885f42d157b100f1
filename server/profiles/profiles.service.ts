import type { z } from "zod";
import type { ProfileEdit } from "#contract/profiles.ts";
import { afterCommit, type Tx, transact } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { requireMember, requireProfileReader } from "#server/http/require-member.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { fail, failField } from "#server/lib/app-error.ts";
import { acceptAllRequests } from "#server/follows/follows.service.ts";
import { rotateImages } from "#server/media/image-rotations.service.ts";
import { attachImage, releaseImageAt } from "#server/media/media.service.ts";
import { relistAuthor, renameAuthor } from "#server/outfits/outfits.service.ts";
import { dropFeedPages } from "#server/outfits/page-cache.service.ts";
import { getCachedSettings } from "#server/settings/settings.service.ts";
import { findProfile, findRenamed, lockProfile, getMe, renameMember, updateProfile } from "./profiles.store.ts";
import { deleteWithheld, deleteWithheldIn, insertWithheld, listShown } from "./withheld-pictures.store.ts";
import { isImpersonating, isReservedUsername, toSkeleton } from "#server/members/usernames.ts";
export { deleteOldUsernames } from "./profiles.store.ts";

type Edit = z.output<typeof ProfileEdit>;
type ProfilePicture = "avatar" | "banner";

/**
 * The caller's own account.
 *
 * @throws auth.required
 */
export async function getOwnProfile(context: RequestContext): Promise<SerializedReply> {
  const { userId } = requireMember(context);
  const { siteName } = await getCachedSettings(context);
  return new SerializedReply(await getMe(context.pool, { userId, now: context.clock.now(), siteName }));
}

/**
 * A member as the caller may see them. A username changed within 90 days resolves to the current one. For a private
 * profile that the caller does not follow, only name, picture and counts are returned.
 *
 * @throws auth.required unless profiles are public by configuration; profile.not_found, also across a block
 * @see docs/product.md#visibility and docs/product.md#profiles
 */
export async function getProfile(context: RequestContext, username: string): Promise<SerializedReply> {
  const { pool, userId } = context;
  requireProfileReader(context);
  const found = (await findProfile(pool, username, userId)) ?? (await findRenamedProfile(context, username));
  return new SerializedReply(found);
}

async function findRenamedProfile({ db, pool, clock, userId }: RequestContext, former: string): Promise<string> {
  const username = (await findRenamed(db, former, clock.now())) ?? fail("profile.not_found");
  return (await findProfile(pool, username, userId)) ?? fail("profile.not_found");
}

/**
 * Changes the given fields of the caller's profile and what depends on them, atomically: listed outfits and pending
 * requests with privacy, search texts with the names, replaced pictures.
 *
 * @throws auth.required, image.not_yours, username.taken, username.too_soon
 * @see docs/product.md#usernames and docs/product.md#profile-fields
 */
export async function editProfile(context: RequestContext, edit: Edit): Promise<SerializedReply> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    // Accept pending requests before locking the member's own row, since members are locked in id order.
    if (edit.isPrivate === false) await acceptAllRequests(tx, context, userId);
    const before = await lockProfile(tx, userId);
    if (edit.displayName && isImpersonating(edit.displayName)) failField("displayName", "This name is not available");
    const pictures = await exchangePictures(tx, userId, edit, before);
    const columns = toColumns(edit);
    await updateProfile(tx, userId, { ...columns, ...pictures });
    // Cards show the author's name and picture.
    afterCommit(tx, () => dropFeedPages(context.pool));
    if (edit.isPrivate !== undefined && edit.isPrivate !== before.is_private) await relistAuthor(tx, context, userId);
    const isRenamed = await rename(context, tx, { userId, wanted: edit.username, before });
    const { display_name: displayName = before.display_name } = columns;
    if (isRenamed || displayName !== before.display_name) await renameAuthor(tx, context, userId);
  });
  return getOwnProfile(context);
}

/** Returns whether the member has a new username. */
async function rename(
  context: RequestContext,
  tx: Tx,
  {
    userId,
    wanted,
    before,
  }: { userId: string; wanted: string | undefined; before: { username: string; username_skeleton: string } },
): Promise<boolean> {
  if (wanted === undefined || wanted === before.username) return false;
  if (isReservedUsername(wanted)) failField("username", "This username is not available");
  const outcome = await renameMember(tx, {
    userId,
    from: { username: before.username, skeleton: before.username_skeleton },
    to: { username: wanted, skeleton: toSkeleton(wanted) },
    now: context.clock.now(),
  });
  if (outcome === "too_soon") fail("username.too_soon");
  if (outcome === "taken") fail("username.taken");
  return true;
}

/** The fields that map to columns directly; omitted fields stay unchanged. */
function toColumns(edit: Edit): Parameters<typeof updateProfile>[2] {
  const columns = {
    display_name: edit.displayName === "" ? null : edit.displayName,
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

/** Attaches the new pictures, releases the old ones and returns the columns that refer to them. */
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

/**
 * Takes avatar and banner off a member's profile in a moderation case, or only one of them, in the caller's transaction, until
 * `restoreProfilePictures`; they get new addresses. One withheld before is released. Cached feeds are dropped after the
 * commit. Writes `profiles` and `withheld_profile_pictures`.
 *
 * @returns Whether there was any.
 */
export async function withholdProfilePictures(
  tx: Tx,
  app: Pick<AppContext, "pool">,
  { userId, caseId, imageId }: { userId: string; caseId: string | null; imageId?: string },
): Promise<boolean> {
  await lockProfile(tx, userId);
  const shown = await listShown(tx, userId, imageId);
  for (const { kind, url } of shown) {
    const before = await deleteWithheld(tx, userId, kind);
    await releaseImageAt(tx, before?.url ?? null);
    await insertWithheld(tx, { user_id: userId, kind, url, case_id: caseId });
    await updateProfile(tx, userId, { [`${kind}_url`]: null });
  }
  if (shown.length === 0) return false;
  await rotateImages(tx, { userId, kinds: shown.map(({ kind }) => kind) });
  afterCommit(tx, () => dropFeedPages(app.pool));
  return true;
}

/**
 * Puts the pictures that were withheld in a case back on a member's profile, in the caller's transaction; one that has been
 * replaced in the meantime is released. Cached feeds are dropped after the commit. Writes `profiles` and `withheld_profile_pictures`.
 *
 * @returns Whether any is on the profile again.
 */
export async function restoreProfilePictures(
  tx: Tx,
  app: Pick<AppContext, "pool">,
  { userId, caseId }: { userId: string; caseId: string | null },
): Promise<boolean> {
  const profile = await lockProfile(tx, userId);
  const withheld = await deleteWithheldIn(tx, userId, caseId);
  const isReplaced = ({ kind }: { kind: ProfilePicture }) => profile[`${kind}_url`] !== null;
  const shown = withheld.filter((picture) => !isReplaced(picture));
  for (const { url } of withheld.filter(isReplaced)) await releaseImageAt(tx, url);
  for (const { kind, url } of shown) await updateProfile(tx, userId, { [`${kind}_url`]: url });
  if (shown.length === 0) return false;
  afterCommit(tx, () => dropFeedPages(app.pool));
  return true;
}
