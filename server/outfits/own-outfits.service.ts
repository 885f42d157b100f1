import { limits } from "#contract/limits.ts";
import type { CheckedOutfit, CheckedOutfitEdit, Outfit } from "#contract/outfits.ts";
import type { Award } from "#contract/points.ts";
import {
  changeAuthorCounts,
  changeStyleCounts,
  changeUserStyles,
  moveLikersStyle,
} from "#server/counts/counts.service.ts";
import { afterCommit, transact, type Tx } from "#server/db/db.ts";
import type { RequestContext } from "#server/http/context.ts";
import { requireMember } from "#server/http/require-member.ts";
import { AppError, fail, failField } from "#server/lib/app-error.ts";
import { newId } from "#server/lib/ids.ts";
import { awardAction, noAward, raiseActivity } from "#server/points/points.service.ts";
import { findStyle } from "#server/styles/styles.service.ts";
import { queueAnalysis } from "./outfit-analysis.store.ts";
import {
  applyPhotoChange,
  attachPhotos,
  checkSpots,
  idsOf,
  insertMorePhotos,
  planPhotoChange,
} from "./outfit-photos.service.ts";
import { findVisibleOutfit } from "./outfit-visibility.store.ts";
import { deleteLockedOutfit, getOutfit, toOutfitViewer } from "./outfits.service.ts";
import {
  findOutfitByImage,
  insertOutfit,
  type LockedOutfit,
  lockAuthor,
  lockOutfit,
  type OutfitContent,
  updateOutfit,
} from "./outfits.store.ts";
import { dropFeedPages } from "./page-cache.service.ts";
import { awardAddedLinks, awardLinks } from "./shop-links.service.ts";

interface PostedOutfit {
  outfit: Outfit;
  award: Award;
  linkAwards: Award[];
}

/**
 * Posts an outfit with its photos, tags and items, awards the points for it and for its shop links, and raises the
 * kept counts, atomically. Idempotent: a retry brings the outfit that the first attempt created to what it sends now, and
 * returns it.
 *
 * @throws auth.required, style.not_found, image.not_yours
 * @see docs/product.md#posting and docs/product.md#earning
 */
export async function postOutfit(context: RequestContext, input: CheckedOutfit): Promise<PostedOutfit> {
  const viewer = requireMember(context);
  const outfitId = newId();
  try {
    const awards = await transact(context.db, (tx) =>
      insertPost(tx, context, { outfitId, userId: viewer.userId, input }),
    );
    return { outfit: await getOutfit(context, outfitId), ...awards };
  } catch (error) {
    const firstId = await findFirstTry(context, viewer.userId, input.imageId, error);
    if (firstId === undefined) throw error;
    return { award: noAward("already_awarded"), ...(await rewriteOutfit(context, firstId, input)) };
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

/**
 * The outfit of an earlier attempt, however it was changed since: it has the cover, which may have been another of its photos
 * then. A picture can be attached only once, so a retried post fails on its pictures; an outfit older than an unposted picture
 * can get is no earlier attempt of this one.
 */
async function findFirstTry(
  context: RequestContext,
  userId: string,
  imageId: string,
  refusal: unknown,
): Promise<string | undefined> {
  if (!(refusal instanceof AppError) || refusal.code !== "image.not_yours") return undefined;
  const since = new Date(context.clock.now().getTime() - limits.orphanImageHours * 3_600_000);
  return findOutfitByImage(context.db, { userId, imageId, since });
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
  return rewriteOutfit(context, outfitId, input, checkChangedTexts);
}

async function rewriteOutfit(
  context: RequestContext,
  outfitId: string,
  input: CheckedOutfitEdit,
  check?: (held: LockedOutfit, input: CheckedOutfitEdit) => void,
): Promise<{ outfit: Outfit; linkAwards: Award[] }> {
  let linkAwards: Award[] = [];
  await changeOwnOutfit(context, outfitId, async (tx, held) => {
    check?.(held, input);
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
    afterCommit(tx, () => dropFeedPages(context.pool));
  });
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
  await changeOwnOutfit(context, outfitId, (tx, held) => deleteLockedOutfit(tx, context, held), { isDeletion: true });
  return { ok: true };
}

/** Runs a change of the caller's outfit with its row locked, in one transaction. */
async function changeOwnOutfit(
  context: RequestContext,
  outfitId: string,
  change: (tx: Tx, held: LockedOutfit) => Promise<void>,
  { isDeletion = false } = {},
): Promise<void> {
  const { userId } = requireMember(context);
  await transact(context.db, async (tx) => {
    if (!(await findVisibleOutfit(tx, toOutfitViewer(context), outfitId))) fail("outfit.not_found");
    const held = (await lockOutfit(tx, outfitId, { isDeletion })) ?? fail("outfit.not_found");
    if (held.userId !== userId) fail("outfit.not_owner");
    await change(tx, held);
  });
}
