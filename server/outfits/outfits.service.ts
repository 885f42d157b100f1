import type { Outfit } from "#contract/outfits.ts";
import {
  changeAuthorCounts,
  changeStyleCounts,
  changeUserStyles,
  moveLikersStyle,
} from "#server/counts/counts.service.ts";
import { afterCommit, type Tx } from "#server/db/db.ts";
import type { AppContext, RequestContext } from "#server/http/context.ts";
import { SerializedReply } from "#server/http/serve.ts";
import type { Viewer } from "#server/http/viewer.ts";
import { fail } from "#server/lib/app-error.ts";
import { rotateImages } from "#server/media/image-rotations.service.ts";
import { releaseImages } from "#server/media/media.service.ts";
import { withdrawNotificationsAbout } from "#server/notifications/notifications.service.ts";
import { type Engine, reverseOutfitAwards } from "#server/points/points.service.ts";
import { findOutfitDetail } from "./outfit-detail.store.ts";
import { listPhotoIds } from "./outfit-photos.service.ts";
import type { OutfitViewer } from "./outfit-visibility.store.ts";
import {
  deleteOutfit,
  describeForSearch,
  listSearchSources,
  lockAuthor,
  type LockedOutfit,
  lockOutfit,
  updateActive,
  updateAuthorListed,
  updateSearchTexts,
} from "./outfits.store.ts";
import { dropFeedPages } from "./page-cache.service.ts";

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
export { changeCommentsCount, insertOutfit, lockAuthor, paletteKeys } from "./outfits.store.ts";
export {
  forgetEarlierFailures,
  isLookCurrent,
  noteAnalysisFailure,
  postponeAnalysis,
  queueMoreAnalysis,
  saveAnalysis,
} from "./outfit-analysis.store.ts";
export { findOutfitDetail } from "./outfit-detail.store.ts";
export { deleteUnusedTerms, findNearWords, learnTerms } from "./search-terms.store.ts";
export {
  canSeeOutfit,
  countOutfitComments,
  findVisibleOutfit,
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

/** As `getOutfitReply`, parsed. @throws outfit.not_found */
export async function getOutfit(context: RequestContext, outfitId: string): Promise<Outfit> {
  const json = (await findOutfitDetail(context.pool, toOutfitViewer(context), outfitId)) ?? fail("outfit.not_found");
  return JSON.parse(json) as Outfit;
}

type Deleter = Engine & Pick<AppContext, "pool">;

/**
 * Deletes an outfit whose row is locked, with all that counts it, takes back the points that it earned and withdraws the
 * notifications about it; cached feeds are dropped after the commit.
 */
export async function deleteLockedOutfit(tx: Tx, app: Deleter, held: LockedOutfit): Promise<void> {
  const { id: outfitId, userId, styleId } = held;
  await reverseOutfitAwards(tx, app, userId, outfitId);
  await changeAuthorCounts(
    tx,
    userId,
    held.isActive ? { outfits: -1, likes: -held.likesCount } : { outfits: 0, likes: 0 },
  );
  await moveLikersStyle(tx, outfitId, styleId, null);
  await changeUserStyles(tx, [{ userId, styleId, by: -1 }]);
  await withdrawNotificationsAbout(tx, app, outfitId);
  const photoIds = await listPhotoIds(tx, held);
  await deleteOutfit(tx, outfitId);
  await releaseImages(tx, photoIds);
  if (held.isListed) await changeStyleCounts(tx, [{ styleId, by: -1 }]);
  afterCommit(tx, () => dropFeedPages(app.pool));
}

/**
 * Hides an outfit from everyone but its owner and admins, or shows it again, in the caller's transaction; the counts
 * follow, and the photos of a hidden one get new addresses. Cached feeds are dropped after the commit. Writes `outfits`.
 *
 * @returns The outfit, or undefined if it does not exist or is already in that state.
 */
export async function setOutfitActive(
  tx: Tx,
  app: Pick<AppContext, "pool">,
  outfitId: string,
  isActive: boolean,
): Promise<LockedOutfit | undefined> {
  const held = await lockOutfit(tx, outfitId);
  if (!held || held.isActive === isActive) return undefined;
  const by = isActive ? 1 : -1;
  await updateActive(tx, outfitId, isActive);
  await changeAuthorCounts(tx, held.userId, { outfits: by, likes: by * held.likesCount });
  if (held.isAuthorListed) await changeStyleCounts(tx, [{ styleId: held.styleId, by }]);
  if (!isActive) await rotateImages(tx, { ids: await listPhotoIds(tx, held) });
  afterCommit(tx, () => dropFeedPages(app.pool));
  return held;
}

/**
 * Deletes any member's outfit in the caller's transaction, as `removeOutfit` does for its owner; cached feeds are dropped
 * after the commit. One that does not exist is skipped.
 */
export async function deleteAnyOutfit(tx: Tx, app: Deleter, outfitId: string): Promise<void> {
  const held = await lockOutfit(tx, outfitId, { isDeletion: true });
  if (held) await deleteLockedOutfit(tx, app, held);
}

/**
 * Lists or unlists a member's outfits according to their privacy and ban, in the transaction that changes either; what is
 * unlisted gets new picture addresses. After the commit it drops cached feeds; sockets are checked at each event. Writes
 * `outfits` and `styles`.
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
