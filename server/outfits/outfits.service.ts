import { limits } from "#contract/limits.ts";
import type { CheckedOutfit, CheckedOutfitEdit, Outfit } from "#contract/outfits.ts";
import type { Award } from "#contract/points.ts";
import { afterCommit, transact, type Tx } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { SerializedReply } from "#server/http/serve.ts";
import { AppError, fail, failField } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { pushBadges, withdrawNotificationsAbout } from "#server/notifications/notifications.service.ts";
import { rotateImages } from "#server/media/image-rotations.service.ts";
import { releaseImages } from "#server/media/media.service.ts";
import {
  awardAction,
  type Engine,
  noAward,
  raiseActivity,
  reverseOutfitAwards,
  sendBalances,
} from "#server/points/points.service.ts";
import { findStyle } from "#server/styles/styles.service.ts";
import { dropFeedPages } from "./first-page-cache.service.ts";
import {
  changeAuthorCounts,
  changeStyleCounts,
  changeUserStyles,
  moveLikersStyle,
} from "#server/counts/counts.service.ts";
import { queueAnalysis } from "./outfit-analysis.store.ts";
import { findOutfitDetail } from "./outfit-detail.store.ts";
import {
  applyPhotoChange,
  attachPhotos,
  checkSpots,
  idsOf,
  insertMorePhotos,
  listPhotoIds,
  planPhotoChange,
} from "./outfit-photos.service.ts";
import { findVisibleOutfit, type OutfitViewer } from "./outfit-visibility.store.ts";
import { awardAddedLinks, awardLinks } from "./shop-links.service.ts";
import {
  deleteOutfit,
  describeForSearch,
  findOutfitByImage,
  type LockedOutfit,
  insertOutfit,
  listSearchSources,
  lockAuthor,
  lockOutfit,
  updateActive,
  type OutfitContent,
  updateAuthorListed,
  updateOutfit,
  updateSearchTexts,
} from "./outfits.store.ts";

export { dropFeedPages, dropFeedPagesShowing } from "./first-page-cache.service.ts";
export {
  cardColumns,
  cardJoins,
  type CardRow,
  cardRowColumns,
  cardsByIdsText,
  composeCard,
  flagColumns,
  type PageRange,
  pictureColumn,
  listViewedCards,
  type ViewedCardRow,
} from "./outfit-cards.store.ts";
export {
  changeAuthorCounts,
  changeStyleCounts,
  changeTotalLikes,
  changeUserStyles,
} from "#server/counts/counts.service.ts";
export { changeCommentsCount, insertOutfit, lockAuthor, paletteKeys } from "./outfits.store.ts";
export { noteAnalysisFailure, queueMoreAnalysis, saveAnalysis } from "./outfit-analysis.store.ts";
export { isVisibleTo } from "#server/visibility/outfit-sql.ts";
export { findOutfitDetail } from "./outfit-detail.store.ts";
export { rewriteSearchTexts } from "./search-texts.service.ts";
export { deleteUnusedTerms, findNearWords, learnTerms } from "./search-terms.store.ts";
export {
  canSeeOutfit,
  countOutfitComments,
  findVisibleOutfit,
  hiddenMemberIds,
  listPermittedViewers,
  type OutfitViewer,
} from "./outfit-visibility.store.ts";

/** The caller as the visibility rule's viewer. */
export function toOutfitViewer(context: { viewer: Viewer | null }): OutfitViewer {
  return { userId: context.viewer?.userId ?? null, isAdmin: context.viewer?.role === "admin" };
}

/** The viewer of a member's list: a visitor where the caller looks at their own as the public sees it. */
export function toListViewer(
  context: { viewer: Viewer | null },
  { memberId, view }: { memberId: string; view: "public" | undefined },
): OutfitViewer {
  const viewer = toOutfitViewer(context);
  return view === "public" && viewer.userId === memberId ? { userId: null, isAdmin: false } : viewer;
}

/**
 * One outfit with all details, if the caller may see it.
 *
 * @throws outfit.not_found, also if it is hidden from the caller
 * @see docs/product.md#visibility
 */
export async function getOutfitReply(context: RequestContext, outfitId: string): Promise<SerializedReply> {
  const json = (await findOutfitDetail(context.pool, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  return new SerializedReply(json, { "cache-control": "private, no-cache" });
}

async function getOutfit(context: RequestContext, outfitId: string): Promise<Outfit> {
  const json = (await findOutfitDetail(context.pool, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  return JSON.parse(json) as Outfit;
}

interface PostedOutfit {
  outfit: Outfit;
  award: Award;
  linkAwards: Award[];
}

/**
 * Posts an outfit with its photos, tags and items, awards the points for it and for its shop links, and raises the
 * kept counts, atomically. Idempotent: a retry returns the outfit that the first attempt created.
 *
 * @throws auth.required, rate.limited, style.not_found, image.not_yours
 * @see docs/product.md#posting and docs/product.md#earning
 */
export async function postOutfit(context: RequestContext, input: CheckedOutfit): Promise<PostedOutfit> {
  const viewer = requireMember(context);
  await context.rateLimiter.spend("posts", { key: viewer.userId, isNew: viewer.isNew });
  const outfitId = newId();
  try {
    const awards = await transact(context.db, (tx) =>
      insertPost(tx, context, { outfitId, userId: viewer.userId, input }),
    );
    await sendBalances(context, [viewer.userId]);
    return { outfit: await getOutfit(context, outfitId), ...awards };
  } catch (error) {
    const first = await findFirstTry(context, viewer.userId, input, error);
    if (!first) throw error;
    return { outfit: first, award: noAward("already_awarded"), linkAwards: [] };
  }
}

async function insertPost(
  tx: Tx,
  context: RequestContext,
  post: { outfitId: string; userId: string; input: CheckedOutfit },
): Promise<{ award: Award; linkAwards: Award[] }> {
  const { outfitId, userId, input } = post;
  if (!(await findStyle(tx, input.styleId))) fail("style.not_found");
  const picture = await attachPhotos(tx, userId, input);
  checkSpots(input.items, idsOf(input));
  const author = await lockAuthor(tx, userId);
  await insertOutfit(tx, { id: outfitId, author, picture, content: toContent(input) });
  await insertMorePhotos(tx, outfitId, input.morePhotos);
  await queueAnalysis(tx);
  await changeAuthorCounts(tx, userId, { outfits: 1, likes: 0 });
  await changeUserStyles(tx, [{ userId, styleId: input.styleId, by: 1 }]);
  await raiseActivity(tx, userId, context.clock.now());
  const award = await awardAction(tx, context, "POST_OUTFIT", { userId, key: outfitId, outfitId });
  const linkAwards = await awardLinks(tx, context, { userId, outfitId, items: input.items });
  if (author.isListed) await changeStyleCounts(tx, [{ styleId: input.styleId, by: 1 }]);
  afterCommit(tx, () => dropFeedPages(context.pool));
  return { award, linkAwards };
}

function toContent({ imageId: _cover, morePhotos: _more, ...input }: CheckedOutfitEdit): OutfitContent {
  return {
    ...input,
    altText: input.altText || null,
    description: input.description || null,
    items: input.items.map((item) => ({ id: newId(), ...item })),
  };
}

/** The outfit of an earlier attempt. A picture can be attached only once, so a retried post fails on its picture. */
async function findFirstTry(
  context: RequestContext,
  userId: string,
  input: CheckedOutfit,
  refusal: unknown,
): Promise<Outfit | undefined> {
  if (!(refusal instanceof AppError) || refusal.code !== "image.not_yours") return undefined;
  const found = await findOutfitByImage(context.db, userId, input.imageId);
  if (!found || found.title !== input.title || found.styleId !== input.styleId) return undefined;
  return getOutfit(context, found.id);
}

/**
 * Replaces texts, style, tags, items and, if given, the photos of the caller's own outfit, and awards the points for shop
 * links that it adds, atomically.
 *
 * @throws auth.required, outfit.not_found, outfit.not_owner, style.not_found, image.not_yours; request.invalid if a
 * changed title exceeds 100 or a changed description 500 characters.
 * @see docs/product.md#editing and docs/product.md#earning
 */
export async function editOutfit(
  context: RequestContext,
  outfitId: string,
  input: CheckedOutfitEdit,
): Promise<{ outfit: Outfit; linkAwards: Award[] }> {
  let linkAwards: Award[] = [];
  await changeOwnOutfit(context, outfitId, async (tx, held) => {
    checkChangedTexts(held, input);
    if (!(await findStyle(tx, input.styleId))) fail("style.not_found");
    const author = await lockAuthor(tx, held.userId);
    const photos = await planPhotoChange(tx, held, input);
    checkSpots(input.items, photos.wanted);
    const content = toContent(input);
    linkAwards = await awardAddedLinks(tx, context, { userId: held.userId, outfitId, items: content.items });
    await updateOutfit(tx, { id: outfitId, author, picture: photos.cover, content, now: context.clock.now() });
    await applyPhotoChange(tx, outfitId, photos);
    if (photos.cover) await queueAnalysis(tx);
    if (input.styleId !== held.styleId) await moveStyle(tx, held, input.styleId);
  });
  if (linkAwards.some(({ success }) => success)) await sendBalances(context, [context.userId ?? ""]);
  return { outfit: await getOutfit(context, outfitId), linkAwards };
}

function checkChangedTexts(held: LockedOutfit, { title, description }: CheckedOutfitEdit): void {
  const { titleEditCharsMax, descriptionEditCharsMax } = limits;
  if (title !== held.title && title.length > titleEditCharsMax)
    failField("title", `Title must be less than ${titleEditCharsMax} characters`);
  if (description !== held.description && (description ?? "").length > descriptionEditCharsMax)
    failField("description", `Description must be less than ${descriptionEditCharsMax} characters`);
}

async function moveStyle(tx: Tx, held: LockedOutfit, styleId: string): Promise<void> {
  await changeUserStyles(tx, [
    { userId: held.userId, styleId: held.styleId, by: -1 },
    { userId: held.userId, styleId, by: 1 },
  ]);
  await moveLikersStyle(tx, held.id, held.styleId, styleId);
  if (!held.isListed) return;
  await changeStyleCounts(tx, [
    { styleId: held.styleId, by: -1 },
    { styleId, by: 1 },
  ]);
}

/**
 * Deletes the caller's own outfit with its likes, saves and comments, reverses the points it earned, lowers the kept
 * counts and releases its photos, atomically.
 *
 * @throws auth.required, outfit.not_found, outfit.not_owner
 * @see docs/product.md#undoing
 */
export async function removeOutfit(context: RequestContext, outfitId: string): Promise<{ ok: true }> {
  let recipients: string[] = [];
  let reversed: string[] = [];
  await changeOwnOutfit(context, outfitId, async (tx, held) => {
    ({ recipients, reversed } = await deleteLockedOutfit(tx, context, held));
  });
  await pushBadges(context, recipients);
  await sendBalances(context, reversed);
  return { ok: true };
}

/** Deletes an outfit whose row is locked, with all that counts it; gives whose badges and balances changed. */
async function deleteLockedOutfit(tx: Tx, engine: Engine, held: LockedOutfit): Promise<DeletedOutfit> {
  const { id: outfitId, userId, styleId } = held;
  const reversed = (await reverseOutfitAwards(tx, engine, userId, outfitId)) ? [userId] : [];
  await changeAuthorCounts(
    tx,
    userId,
    held.isActive ? { outfits: -1, likes: -held.likesCount } : { outfits: 0, likes: 0 },
  );
  await moveLikersStyle(tx, outfitId, styleId, null);
  await changeUserStyles(tx, [{ userId, styleId, by: -1 }]);
  const recipients = await withdrawNotificationsAbout(tx, outfitId);
  const photoIds = await listPhotoIds(tx, held);
  await deleteOutfit(tx, outfitId);
  await releaseImages(tx, photoIds);
  if (held.isListed) await changeStyleCounts(tx, [{ styleId, by: -1 }]);
  return { recipients, reversed };
}

/** Whose unread notifications and whose points a deletion changed. */
export interface DeletedOutfit {
  recipients: string[];
  reversed: string[];
}

/**
 * Hides an outfit from everyone but its owner and admins, or shows it again, in the caller's transaction; the counts
 * follow, and the photos of a hidden one get new addresses. Call `dropFeedPages` after the commit.
 *
 * @returns The outfit, or undefined if it does not exist or is already in that state.
 */
export async function setOutfitActive(tx: Tx, outfitId: string, isActive: boolean): Promise<LockedOutfit | undefined> {
  const held = await lockOutfit(tx, outfitId);
  if (!held || held.isActive === isActive) return undefined;
  const by = isActive ? 1 : -1;
  await updateActive(tx, outfitId, isActive);
  await changeAuthorCounts(tx, held.userId, { outfits: by, likes: by * held.likesCount });
  if (held.isAuthorListed) await changeStyleCounts(tx, [{ styleId: held.styleId, by }]);
  if (!isActive) await rotateImages(tx, { ids: await listPhotoIds(tx, held) });
  return held;
}

/**
 * Deletes any member's outfit in the caller's transaction, as `removeOutfit` does for its owner. Call `pushBadges` and
 * `sendBalances` with the result and `dropFeedPages` after the commit.
 *
 * @returns Undefined if the outfit does not exist.
 */
export async function deleteAnyOutfit(tx: Tx, engine: Engine, outfitId: string): Promise<DeletedOutfit | undefined> {
  const held = await lockOutfit(tx, outfitId);
  return held && deleteLockedOutfit(tx, engine, held);
}

/** Runs a change of the caller's outfit with its row locked, in one transaction; then drops the cached feed pages. */
async function changeOwnOutfit(
  context: RequestContext,
  outfitId: string,
  change: (tx: Tx, held: LockedOutfit) => Promise<void>,
): Promise<void> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    if (!(await findVisibleOutfit(tx, toOutfitViewer(context), outfitId))) fail("outfit.not_found");
    const held = (await lockOutfit(tx, outfitId)) ?? fail("outfit.not_found");
    if (held.userId !== userId) fail("outfit.not_owner");
    await change(tx, held);
    afterCommit(tx, () => dropFeedPages(context.pool));
  });
}

/**
 * Lists or unlists a member's outfits according to their privacy and ban, in the transaction that changes either; what is
 * unlisted gets new picture addresses. After the commit it drops cached feeds; sockets are checked at each event. Writes `outfits` and `styles`.
 */
export async function relistAuthor(tx: Tx, app: Pick<AppContext, "pool">, userId: string): Promise<void> {
  const { isListed } = await lockAuthor(tx, userId);
  const moved = await updateAuthorListed(tx, userId, isListed);
  const changes = moved.map(({ styleId, count }) => ({ styleId, by: isListed ? count : -count }));
  await changeStyleCounts(tx, changes);
  // Strangers still see the avatar, the articles and the events of a private member.
  if (!isListed) await rotateImages(tx, { userId, kinds: ["outfit", "banner"], keepsEventCovers: true });
  afterCommit(tx, () => dropFeedPages(app.pool));
}

/**
 * Writes a member's current username and display name into the search text of all their outfits, in the transaction that changes it.
 * Cached feeds are dropped after the commit. Writes `outfits`.
 */
export async function renameAuthor(tx: Tx, app: Pick<AppContext, "pool">, userId: string): Promise<void> {
  const author = await lockAuthor(tx, userId);
  const sources = await listSearchSources(tx, userId);
  const texts = sources.map(({ id, ...source }) => ({ id, text: describeForSearch({ ...source, author }) }));
  await updateSearchTexts(tx, texts);
  afterCommit(tx, () => dropFeedPages(app.pool));
}
